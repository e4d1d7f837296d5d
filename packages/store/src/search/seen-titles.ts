import type { SearchableText } from '@unspool/session/facts';

/** More than the titles of any session. */
const MAX = 16;

/** The client writes a session's title repeatedly. Only the first occurrence of each in a file is a hit. */
export class SeenTitles {
  private readonly titles: string[];

  constructor(known: readonly string[] = []) {
    this.titles = [...known];
  }

  /** Remembers a title. Returns whether it occurred before. */
  isRepeated({ kind, text }: SearchableText): boolean {
    if (kind !== 'title') return false;
    if (this.titles.includes(text)) return true;
    this.titles.push(text);
    if (this.titles.length > MAX) this.titles.shift();
    return false;
  }

  state(): string[] {
    return [...this.titles];
  }
}
