import { FixedText } from './fixed-text.js';

/** The name of an attribute, and how OTLP's JSON begins with it. There always is one before it. */
export class AttributeKey {
  readonly head: FixedText;
  readonly textHead: FixedText;

  constructor(readonly name: string) {
    const head = `,{"key":${JSON.stringify(name)},"value":`;
    this.head = new FixedText(head);
    this.textHead = new FixedText(`${head}{"stringValue":`);
  }
}

/** Attributes that say the same on every span of a kind. */
export class FixedAttributes {
  readonly all: FixedText;

  constructor(readonly values: Readonly<Record<string, string>>) {
    const json = Object.entries(values).map(
      ([name, value]) => `,{"key":${JSON.stringify(name)},"value":{"stringValue":${JSON.stringify(value)}}}`,
    );
    this.all = new FixedText(json.join(''));
  }
}
