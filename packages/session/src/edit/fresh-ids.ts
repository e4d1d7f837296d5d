import { isUuid } from '../locate/session-id.js';

const DASH = 45;
const UUID_LENGTH = 36;

/**
 * New ids for old ones, replaced in bytes: a UUID is as long as another, so nothing moves and nothing else changes.
 * Ids are replaced wherever they stand, in references of kinds we do not know and in the paths of side files too.
 */
export class FreshIds {
  private readonly ids = new Map<string, string>();
  private readonly newUuid: () => string;

  constructor(newUuid: () => string) {
    this.newUuid = newUuid;
  }

  add(id: string): void {
    if (isUuid(id) && !this.ids.has(id)) this.ids.set(id, this.newUuid());
  }

  set(id: string, fresh: string): void {
    this.ids.set(id, fresh);
  }

  of(id: string): string | undefined {
    return this.ids.get(id);
  }

  /** Replaces in place. */
  replaceIn(bytes: Buffer, start = 0, end = bytes.length): void {
    for (let at = this.next(bytes, start, end); at >= 0; at = this.next(bytes, at + UUID_LENGTH, end)) {
      bytes.write(this.ids.get(bytes.toString('latin1', at, at + UUID_LENGTH)) ?? '', at, 'latin1');
    }
  }

  standsIn(bytes: Buffer, start: number, end: number): boolean {
    return this.next(bytes, start, end) >= 0;
  }

  /** Whether `copy` is `source` with its ids replaced. Puts the old ones back into `copy` to find out. */
  standFor(copy: Buffer, source: Buffer): boolean {
    const { length } = source;
    for (let at = this.next(source, 0, length); at >= 0; at = this.next(source, at + UUID_LENGTH, length)) {
      const fresh = this.ids.get(source.toString('latin1', at, at + UUID_LENGTH));
      if (copy.toString('latin1', at, at + UUID_LENGTH) !== fresh) return false;
      source.copy(copy, at, at, at + UUID_LENGTH);
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

  /** Where the next known id begins, or -1. A UUID is known by its dashes before a string is made of it. */
  private next(bytes: Buffer, from: number, end: number): number {
    let dash = bytes.indexOf(DASH, from + 8);
    while (dash >= 0 && dash + UUID_LENGTH - 8 <= end) {
      if (bytes[dash + 5] === DASH && bytes[dash + 10] === DASH && bytes[dash + 15] === DASH) {
        const at = dash - 8;
        if (this.ids.has(bytes.toString('latin1', at, at + UUID_LENGTH))) return at;
      }
      dash = bytes.indexOf(DASH, dash + 1);
    }
    return -1;
  }
}
