/** What was made of the texts that came last: at least so many are known, and at most twice as many. */
export class LastTexts<Made> {
  private recent = new Map<string, Made>();
  private older = new Map<string, Made>();

  constructor(
    private readonly atLeast: number,
    private readonly make: (text: string) => Made,
  ) {}

  of(text: string): Made {
    const known = this.recent.get(text);
    if (known !== undefined) return known;
    const made = this.older.get(text) ?? this.make(text);
    if (this.recent.size >= this.atLeast) {
      this.older = this.recent;
      this.recent = new Map();
    }
    this.recent.set(text, made);
    return made;
  }
}
