/**
 * What was made of the last few texts. They are compared one by one: to tell two long texts apart takes less than to hash
 * them, and the same one is mostly the same string.
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
