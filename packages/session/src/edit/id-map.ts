import { isUuid } from '../locate/session-id.js';

const DASH = 45;
const LENGTH = 36;
/** Dashed like a UUID, whatever the other characters are: such an id can be found in bytes. */
const FINDABLE = /^[!-~]{8}-[!-~]{4}-[!-~]{4}-[!-~]{4}-[!-~]{12}$/;

/**
 * New ids for old ones, replaced in bytes: a UUID is as long as any other, so nothing else on a line changes. An id is
 * replaced wherever it occurs, also in references of unknown kinds and in paths of side files.
 */
export class IdMap {
  private readonly ids = new Map<string, string>();
  /** Session ids that could be any word, so they are not replaced in bytes: see odd-ids. */
  readonly odd = new Map<string, string>();
  /** Whether some line may write an id with escapes, so that it does not show in the bytes. */
  mayHide = false;

  constructor(readonly newUuid: () => string) {}

  /** Gives a line's uuid a new one. */
  add(uuid: string): void {
    if (!this.ids.has(uuid) && isUuid(uuid)) this.ids.set(uuid, this.newUuid());
  }

  set(id: string, newId: string): void {
    if (newId.length === LENGTH) (FINDABLE.test(id) ? this.ids : this.odd).set(id, newId);
  }

  /** Replaces in place. */
  replaceIn(bytes: Buffer): void {
    for (let at = nextUuid(bytes, 0); at >= 0; ) {
      const newId = this.ids.get(idAt(bytes, at));
      if (newId !== undefined) bytes.write(newId, at, 'latin1');
      at = nextUuid(bytes, newId === undefined ? at + 1 : at + LENGTH);
    }
  }

  occursIn(bytes: Buffer): boolean {
    for (let at = nextUuid(bytes, 0); at >= 0; at = nextUuid(bytes, at + 1)) {
      if (this.ids.has(idAt(bytes, at))) return true;
    }
    return false;
  }
}

/** The offset of the next text with the dashes of a UUID, or -1. */
function nextUuid(bytes: Buffer, from: number): number {
  for (let dash = bytes.indexOf(DASH, from + 8); dash >= 0; dash = bytes.indexOf(DASH, dash + 1)) {
    if (bytes[dash + 5] === DASH && bytes[dash + 10] === DASH && bytes[dash + 15] === DASH) return dash - 8;
  }
  return -1;
}

function idAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + LENGTH);
}
