type Values = Int32Array | Float64Array | Uint8Array;

/** Up to this many items, V8 allocates no memory outside its heap: most sessions of sub-agents are small. */
const FIRST_ROOM = 8;

/** A list of numbers that grows, in as few bytes as they need. */
export class Column {
  length = 0;
  private values: Values;

  constructor(private readonly kind: new (length: number) => Values) {
    this.values = new kind(FIRST_ROOM);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.grow();
    this.values[this.length++] = value;
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  private grow(): void {
    const { values, kind } = this;
    this.values = new kind(2 * values.length);
    this.values.set(values);
  }
}

const NONE = -1;

/** Numbers for texts of which there are few: types, models, tools. */
export class Words {
  private readonly texts: string[] = [];
  private readonly numbers = new Map<string, number>();

  numberOf(text: string | undefined): number {
    if (text === undefined) return NONE;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    this.numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  textOf(number: number): string | undefined {
    return this.texts[number];
  }
}
