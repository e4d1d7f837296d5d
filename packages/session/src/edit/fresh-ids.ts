import { isUuid } from '../locate/session-id.js';
import { IdTable } from './id-table.js';
import type { IdReplacement } from './new-ids.js';

const DASH = 45;
const UUID_LENGTH = 36;
/** What can be found in bytes: it looks like a UUID, whatever its digits are. */
const FINDABLE = /^[!-~]{8}-[!-~]{4}-[!-~]{4}-[!-~]{4}-[!-~]{12}$/;

/**
 * New ids for old ones, replaced in bytes: a UUID is as long as another, so nothing moves and nothing else changes.
 * Ids are replaced wherever they stand, in references of kinds we do not know and in the paths of side files too.
 */
export class FreshIds implements IdReplacement {
  private readonly ids = new Map<string, string>();
  /** Ids of sessions that may be any word, so that they are not replaced in bytes: see odd-ids. */
  readonly odd = new Map<string, string>();
  private readonly newUuid: () => string;
  private made: IdTable | undefined;
  private found = -1;

  constructor(newUuid: () => string) {
    this.newUuid = newUuid;
  }

  add(id: string): void {
    if (!this.ids.has(id) && isUuid(id)) this.set(id, this.newUuid());
  }

  set(id: string, fresh: string): void {
    if (fresh.length !== UUID_LENGTH) return;
    if (!FINDABLE.test(id)) {
      this.odd.set(id, fresh);
      return;
    }
    this.ids.set(id, fresh);
    this.made = undefined;
  }

  of(id: string): string | undefined {
    return this.ids.get(id);
  }

  /** Replaces in place. */
  replaceIn(bytes: Buffer, start = 0, end = bytes.length): void {
    const table = this.table();
    for (let at = this.next(bytes, start, end); at >= 0; at = this.next(bytes, at + UUID_LENGTH, end)) {
      table.put(this.found, bytes, at);
    }
  }

  standsIn(bytes: Buffer, start: number, end: number): boolean {
    return this.next(bytes, start, end) >= 0;
  }

  /** Whether `copy` is `source` with its ids replaced. Puts the old ones back into `copy` to find out. */
  standFor(copy: Buffer, source: Buffer): boolean {
    const { length } = source;
    const table = this.table();
    for (let at = this.next(source, 0, length); at >= 0; at = this.next(source, at + UUID_LENGTH, length)) {
      if (!table.isNewAt(this.found, copy, at)) return false;
      for (let index = at; index < at + UUID_LENGTH; index++) copy[index] = source[index] ?? 0;
    }
    return copy.equals(source);
  }

  /** Whether no two lines got the same new id, and none an old one. `shared` is the session's own, which all of them name. */
  areOneToOne(shared: string): boolean {
    const given = new Set<string>();
    for (const fresh of this.ids.values()) {
      if (fresh === shared) continue;
      if (given.has(fresh) || this.ids.has(fresh)) return false;
      given.add(fresh);
    }
    return !given.has(shared);
  }

  /** Where the next known id begins, or -1; `found` is its number. A UUID is known by its dashes first. */
  private next(bytes: Buffer, from: number, end: number): number {
    const table = this.table();
    let dash = bytes.indexOf(DASH, from + 8);
    while (dash >= 0 && dash + UUID_LENGTH - 8 <= end) {
      if (bytes[dash + 5] === DASH && bytes[dash + 10] === DASH && bytes[dash + 15] === DASH) {
        this.found = table.find(bytes, dash - 8);
        if (this.found >= 0) return dash - 8;
      }
      dash = bytes.indexOf(DASH, dash + 1);
    }
    return -1;
  }

  /** Made when the ids are first looked for, and again when more were added. */
  private table(): IdTable {
    this.made ??= new IdTable(this.ids);
    return this.made;
  }
}
