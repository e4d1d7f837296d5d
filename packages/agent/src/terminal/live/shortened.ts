/** What was shown shortened since the last prompt, kept so that Ctrl+O can print it whole. */
export class Shortened {
  private parts: { short: number; lines: (width: number) => string[] }[] = [];

  /** `short` is the number of lines that were printed. */
  add(short: number, lines: (width: number) => string[]): void {
    this.parts.push({ short, lines });
    if (this.parts.length > MOST) this.parts.shift();
  }

  clear(): void {
    this.parts = [];
  }

  /** The parts of which lines are missing, whole. */
  whole(width: number): string[][] {
    return this.parts
      .map(({ short, lines }) => ({ short, all: lines(width) }))
      .flatMap(({ short, all }) => (all.length > short ? [all] : []));
  }
}

/** Calls since the last prompt that are kept. */
const MOST = 100;
