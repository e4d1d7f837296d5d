import { type Entry, modernise } from '../format/entry.js';
import type { Node } from '../graph/node.js';
import type { JsonObject, Line } from '../line/line.js';
import { parseLine } from '../line/parse.js';

/** As objects, lines take several times their length. */
const MOST_KEPT = 1024 * 1024;

/**
 * The lines of a held file as objects. Those that had to be parsed to be understood, and those that were asked for, are
 * mostly asked for again: what starts a turn says whose it is, what was asked, and where.
 */
export class ParsedLines {
  private readonly kept = new Map<number, JsonObject[]>();
  private room = MOST_KEPT;

  constructor(private readonly bytes: Buffer) {}

  keep({ byte, length, objects }: Pick<Line, 'byte' | 'length' | 'objects'>): void {
    if (length > this.room) return;
    this.room -= length;
    this.kept.set(byte, objects);
  }

  read({ place }: Node): Entry {
    const { byte, length, line, part } = place;
    let objects = this.kept.get(byte);
    if (!objects) {
      ({ objects } = parseLine({ bytes: this.bytes, start: byte, end: byte + length, number: line, byte }, {}));
      this.keep({ byte, length, objects });
    }
    return modernise((objects[part] ?? {}) as Entry);
  }
}
