/** Keeps output that was shortened since the last prompt, so that Ctrl+O can print it whole. */
export class Shortened {
  private parts: { short: number; lines: (width: number) => string[] }[] = [];

  /** `short` is the number of lines that were printed. */
  add(short: number, lines: (width: number) => string[]): void {
    this.parts.push({ short, lines });
    if (this.parts.length > MAX_PARTS) this.parts.shift();
  }

  clear(): void {
    this.parts = [];
  }

  /** The parts that were shortened, whole. */
  whole(width: number): string[][] {
    return this.parts
      .map(({ short, lines }) => ({ short, all: lines(width) }))
      .flatMap(({ short, all }) => (all.length > short ? [all] : []));
  }
}

/** Maximum number of calls kept. */
const MAX_PARTS = 100;
