/** The name of an attribute, and how OTLP's JSON begins with it. */
export class AttributeKey {
  /** Behind another attribute: there always is one. */
  readonly head: string;
  readonly textHead: string;

  constructor(readonly name: string) {
    this.head = `,{"key":${JSON.stringify(name)},"value":`;
    this.textHead = `${this.head}{"stringValue":`;
  }
}

/** Attributes that say the same on every span of a kind. */
export class FixedAttributes {
  readonly json: string;

  constructor(readonly values: Readonly<Record<string, string>>) {
    this.json = Object.entries(values)
      .map(([name, value]) => `${new AttributeKey(name).textHead}${JSON.stringify(value)}}}`)
      .join('');
  }
}
