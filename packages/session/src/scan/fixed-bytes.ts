/**
 * Bytes that are looked for again and again at known places. Eight are compared at a time, as a number: text never
 * makes one that is not equal to itself, and if other bytes do, they are only not recognised.
 */
export class FixedBytes {
  readonly length: number;
  private readonly words: number[] = [];
  /** The last eight bytes, or single ones when there are fewer. */
  private readonly last: number;
  private readonly few: number[] = [];

  constructor(bytes: Buffer) {
    this.length = bytes.length;
    for (let at = 0; at + 8 <= bytes.length; at += 8) this.words.push(bytes.readDoubleLE(at));
    this.last = bytes.length >= 8 ? bytes.readDoubleLE(bytes.length - 8) : 0;
    if (bytes.length < 8) this.few.push(...bytes);
  }

  /** The stretch lies inside the view. Its end is looked at first: beginnings are alike. */
  isAt(view: DataView, at: number): boolean {
    const { words, few, length } = this;
    if (length >= 8 && view.getFloat64(at + length - 8, true) !== this.last) return false;
    for (let index = 0; index < words.length; index++) {
      if (view.getFloat64(at + index * 8, true) !== words[index]) return false;
    }
    for (let index = 0; index < few.length; index++) if (view.getUint8(at + index) !== few[index]) return false;
    return true;
  }
}
