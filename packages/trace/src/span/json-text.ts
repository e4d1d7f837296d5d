/** A piece of JSON that stands in spans again and again, and how it looks inside of a JSON string. */
export class JsonText {
  private inString: string | undefined;

  constructor(readonly json: string) {}

  get length(): number {
    return this.json.length;
  }

  get quoted(): string {
    this.inString ??= JSON.stringify(this.json).slice(1, -1);
    return this.inString;
  }
}

/** A text of which both the words and the JSON are asked for. */
export class Label extends JsonText {
  constructor(readonly text: string) {
    super(JSON.stringify(text));
  }
}
