/** A piece of JSON, and how it looks inside of a JSON string. */
export class JsonText {
  private inString: string | undefined;

  constructor(readonly json: string) {}

  get quoted(): string {
    this.inString ??= this.quote();
    return this.inString;
  }

  /** The same, or what stands for it where spans are put together (see `FixedText`). */
  get quotedSign(): string {
    return this.quoted;
  }

  protected quote(): string {
    return JSON.stringify(this.json).slice(1, -1);
  }
}

/** A text of which both the words and the JSON are asked for. */
export class Label extends JsonText {
  constructor(readonly text: string) {
    super(JSON.stringify(text));
  }

  protected override quote(): string {
    // Nothing had to be escaped.
    return this.json.length === this.text.length + 2 ? `\\"${this.text}\\"` : super.quote();
  }
}
