/** Bytes that are looked for again and again at known places; four are compared at a time. */
export class FixedBytes {
  readonly length: number;
  private readonly words: number[] = [];
  private readonly lastWord: number;
  private readonly mask: number;

  constructor(bytes: Buffer) {
    this.length = bytes.length;
    for (let at = 0; at + 4 <= bytes.length; at += 4) this.words.push(bytes.readInt32LE(at));
    // The last four bytes, of which those that stand before a short stretch are not looked at.
    const count = Math.min(4, bytes.length);
    this.mask = count === 4 ? -1 : -1 << ((4 - count) * 8);
    this.lastWord = bytes.readIntLE(bytes.length - count, count) << ((4 - count) * 8);
  }

  /** Four bytes before the end of the stretch lie inside the view. The end is looked at first: beginnings are alike. */
  isAt(view: DataView, at: number): boolean {
    if ((view.getInt32(at + this.length - 4, true) & this.mask) !== this.lastWord) return false;
    const { words } = this;
    for (let index = 0; index < words.length; index++) {
      if (view.getInt32(at + index * 4, true) !== words[index]) return false;
    }
    return true;
  }
}
