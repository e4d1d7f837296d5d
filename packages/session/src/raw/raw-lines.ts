import type { Node } from '../graph/node.js';

/** What stands before the blocks of a line: where its content begins and ends, of a reply what stands beside it. */
const CONTENT = 2;
const BESIDE = 14;
const BLOCK = 3;

/** Says where in a file the words of replies and results stand, for lines that can be copied. As the kernel found them. */
export class RawLines {
  private used = 0;
  /** By node: where in the words its line is told of, plus 1. */
  private readonly places: number[] = [];

  /** `words`: where they are told of, as long as there is room. */
  constructor(private words: Uint32Array) {}

  /** How many words mostly do for a file of some size: lines are rarely shorter than what is told of them here. */
  static wordsFor(size: number): number {
    return 256 + (size >> 6);
  }

  /** Takes what a kernel left; gives where it stands now. */
  append(told: Uint32Array): number {
    const at = this.used;
    this.used += told.length;
    if (this.used > this.words.length) {
      const grown = new Uint32Array(this.used * 2);
      grown.set(this.words);
      this.words = grown;
    }
    this.words.set(told, at);
    return at;
  }

  note(index: number, place: number): void {
    const { places } = this;
    while (places.length < index) places.push(0);
    places[index] = place + 1;
  }

  /** Where a node's line is told of; undefined when it has to be read. */
  placeOf({ index }: Node): number | undefined {
    const place = this.places[index] ?? 0;
    return place === 0 ? undefined : place - 1;
  }

  content(place: number): { start: number; end: number } {
    return { start: this.words[place] ?? 0, end: this.words[place + 1] ?? 0 };
  }

  /** Where a value beside a reply's content begins, its end is the next; 0 when there is none. */
  besideStart(place: number, what: number): number {
    return this.words[place + CONTENT + what * 2] ?? 0;
  }

  besideEnd(place: number, what: number): number {
    return this.words[place + CONTENT + what * 2 + 1] ?? 0;
  }

  /** Where the blocks of a node's line begin: kind, start (0 for none) and end of the words of each. */
  blocksAt(place: number, { reply }: Node): number {
    return place + CONTENT + (reply ? BESIDE : 0);
  }

  kind(at: number, block: number): number {
    return this.words[at + block * BLOCK] ?? 0;
  }

  start(at: number, block: number): number {
    return this.words[at + block * BLOCK + 1] ?? 0;
  }

  end(at: number, block: number): number {
    return this.words[at + block * BLOCK + 2] ?? 0;
  }
}
