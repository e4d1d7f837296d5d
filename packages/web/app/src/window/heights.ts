/** A row of a long list: its key, and its likely height until it has been measured. */
export interface Sized {
  key: string;
  estimate: number;
}

/** The positions of rows of which only some have been measured. Measured heights are kept by key when the list changes. */
export class Heights {
  #rows: readonly Sized[] = [];
  #at = new Map<string, number>();
  #known = new Map<string, number>();
  #tops = new Float64Array(1);
  #isStale = false;

  get rows(): readonly Sized[] {
    return this.#rows;
  }

  setRows(rows: readonly Sized[]): void {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#at = new Map(rows.map((row, at) => [row.key, at]));
    this.#isStale = true;
  }

  /** Returns whether that changed anything. */
  measure(key: string, height: number): boolean {
    if (this.#known.get(key) === height) return false;
    this.#known.set(key, height);
    this.#isStale = true;
    return true;
  }

  /** Call after a change of width, which makes measured heights invalid. */
  forget(): void {
    this.#known.clear();
    this.#isStale = true;
  }

  get total(): number {
    return this.#read()[this.#rows.length] ?? 0;
  }

  indexOf(key: string): number | undefined {
    return this.#at.get(key);
  }

  keyAt(index: number): string | undefined {
    return this.#rows[index]?.key;
  }

  top(index: number): number {
    const tops = this.#read();
    return tops[Math.min(Math.max(index, 0), this.#rows.length)] ?? 0;
  }

  /** The row at a position; beyond the end, the last one. */
  rowAt(y: number): number {
    const tops = this.#read();
    let low = 0;
    let high = this.#rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #read(): Float64Array {
    if (!this.#isStale) return this.#tops;
    const tops = new Float64Array(this.#rows.length + 1);
    let top = 0;
    this.#rows.forEach((row, at) => {
      tops[at] = top;
      top += this.#known.get(row.key) ?? row.estimate;
    });
    tops[this.#rows.length] = top;
    this.#tops = tops;
    this.#isStale = false;
    return tops;
  }
}
