/**
 * A cache of results for the last few texts. It compares texts instead of hashing them: different texts differ early, and
 * equal ones are mostly the same string object.
 */
export class LastTexts {
  private readonly known: { text: string; made: string }[] = [];
  private next = 0;

  constructor(
    private readonly most: number,
    private readonly make: (text: string) => string,
  ) {}

  of(text: string): string {
    for (const known of this.known) if (known.text === text) return known.made;
    const made = this.make(text);
    this.known[this.next] = { text, made };
    this.next = (this.next + 1) % this.most;
    return made;
  }
}
