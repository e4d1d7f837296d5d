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
    if (isUuidShaped(id) && !this.ids.has(id)) this.ids.set(id, this.newUuid());
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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuidShaped(id: string): boolean {
  return UUID.test(id);
}
