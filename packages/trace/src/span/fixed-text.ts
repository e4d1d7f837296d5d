import { JsonText } from './json-text.js';

/**
 * Bytes that stand in very many spans. Where spans are put together (assembly/span-bytes.ts) two characters stand for
 * them: they are neither written nor copied as strings.
 */
export class FixedText {
  readonly sign: string;

  constructor(readonly text: string) {
    this.sign = signOf(text);
  }
}

/** JSON that is always the same, for inside of a JSON string. */
export class FixedJson extends JsonText {
  private readonly sign: string;

  constructor(json: string) {
    super(json);
    this.sign = signOf(this.quoted);
  }

  override get quotedSign(): string {
    return this.sign;
  }
}

/** By the number of its sign. Those that are undefined stand for something else in each turn. */
export const fixedTexts: (string | undefined)[] = [];

/** The same numbers as in assembly/span-bytes.ts. */
const FIRST_SIGN = 6;
const FIRST_LETTER = 32;
const LETTERS = 96;

/** Something that is another in each turn. */
export function newSign(): string {
  return signAt(fixedTexts.push(undefined) - 1);
}

const signs = new Map<string, string>();

function signOf(text: string): string {
  let sign = signs.get(text);
  if (sign === undefined) {
    sign = signAt(fixedTexts.push(text) - 1);
    signs.set(text, sign);
  }
  return sign;
}

function signAt(number: number): string {
  return String.fromCharCode(FIRST_SIGN + Math.floor(number / LETTERS), FIRST_LETTER + (number % LETTERS));
}

export function numberOf(sign: string): number {
  return (sign.charCodeAt(0) - FIRST_SIGN) * LETTERS + sign.charCodeAt(1) - FIRST_LETTER;
}
