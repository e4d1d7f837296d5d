import type { SearchableText } from '@unspool/session/facts';

/** More different titles than a session ever has. */
const MOST = 16;

/** The client writes a session's title again and again: of each that a file has, the first is found. */
export class SeenTitles {
  private readonly titles: string[];

  constructor(known: readonly string[] = []) {
    this.titles = [...known];
  }

  /** Notes a title; whether it stands further above. */
  isRepeated({ kind, text }: SearchableText): boolean {
    if (kind !== 'title') return false;
    if (this.titles.includes(text)) return true;
    this.titles.push(text);
    if (this.titles.length > MOST) this.titles.shift();
    return false;
  }

  state(): string[] {
    return [...this.titles];
  }
}
