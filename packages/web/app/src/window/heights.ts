/** A row of a long list: what it is called, and how tall it probably is until it has been seen. */
export interface Sized {
  key: string;
  estimate: number;
}

/** Where rows stand when only some have been measured. What was measured is kept by name, through every change of the list. */
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

  /** True if that changed anything. */
  measure(key: string, height: number): boolean {
    if (this.#known.get(key) === height) return false;
    this.#known.set(key, height);
    this.#isStale = true;
    return true;
  }

  /** The width changed: what was measured holds no more. */
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

  /** The row at a height; the last one beyond the end. */
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
