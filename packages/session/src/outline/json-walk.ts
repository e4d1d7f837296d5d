const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const COMMA = 44;
const OPEN = 123;
const CLOSE = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const LETTER_U = 117;

/** Deeper values are left to the parser. */
const DEEPEST = 100;

/** Whether four bytes make a word with the first one lowest, as on every machine that counts. */
export const canWalk = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/**
 * Steps through JSON in bytes, and is exact: where it comes to the end of a value, `JSON.parse` would too. Every method
 * gives the index behind what it read, or -1 when it will not say: then the bytes may be wrong, or merely written as the
 * client does not write them (blanks, great depth), and the line is parsed.
 */
export class JsonWalk {
  bytes: Buffer = Buffer.alloc(0);
  end = 0;
  /** Bytes that escapes take beyond the one character each of them stands for, counted on from string to string. */
  surplus = 0;
  /** Whether an escape was passed that is half of a surrogate pair. */
  hasSurrogate = false;
  /** Where the values of members named `uuid` and `sessionId` begin, at any depth. */
  readonly uuidsAt: number[] = [];
  readonly sessionIdsAt: number[] = [];
  private words: Int32Array = new Int32Array(0);

  /** The memory to walk in. It must begin at a multiple of four and have room for a whole last word. */
  use(bytes: Buffer): void {
    if (this.bytes === bytes) return;
    this.bytes = bytes;
    this.words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  }

  startLine(end: number): void {
    this.end = end;
    this.hasSurrogate = false;
    this.uuidsAt.length = 0;
    this.sessionIdsAt.length = 0;
  }

  /** From the byte behind an opening quote to the byte behind the closing one. */
  string(from: number): number {
    const { bytes, words, end } = this;
    let at = from;
    for (;;) {
      let word = at >> 2;
      const before = (at & 3) << 3;
      let marks = (marksIn(words[word] ?? 0) >>> before) << before;
      while (marks === 0) {
        word++;
        if (word << 2 >= end) return -1;
        marks = marksIn(words[word] ?? 0);
      }
      at = (word << 2) + ((31 - Math.clz32(marks & -marks)) >> 3);
      if (at >= end) return -1;
      const byte = bytes[at] ?? 0;
      if (byte === QUOTE) return at + 1;
      at = byte === BACKSLASH ? this.escape(at + 1) : behindPlain(byte, at);
      if (at < 0) return -1;
    }
  }

  private escape(at: number): number {
    const { bytes } = this;
    const kind = bytes[at] ?? 0;
    if (kind !== LETTER_U) {
      this.surplus++;
      return SIMPLE_ESCAPES[kind] === 1 ? at + 1 : -1;
    }
    for (let digit = 1; digit <= 4; digit++) if (HEX_DIGITS[bytes[at + digit] ?? 0] === 0) return -1;
    // D8 to DF.
    if (((bytes[at + 1] ?? 0) | 32) === 100 && (bytes[at + 2] ?? 0) >= 56) this.hasSurrogate = true;
    this.surplus += 5;
    return at + 5;
  }

  value(at: number, depth = 0): number {
    switch (this.bytes[at]) {
      case QUOTE:
        return this.string(at + 1);
      case OPEN:
        return depth > DEEPEST ? -1 : this.object(at + 1, depth + 1);
      case OPEN_LIST:
        return depth > DEEPEST ? -1 : this.list(at + 1, depth + 1);
      case 116:
        return this.literal(at, TRUE);
      case 102:
        return this.literal(at, FALSE);
      case 110:
        return this.literal(at, NULL);
      default:
        return this.number(at);
    }
  }

  private object(from: number, depth: number): number {
    const { bytes } = this;
    if (bytes[from] === CLOSE) return from + 1;
    for (let at = from; ; at++) {
      at = this.key(at);
      if (at < 0) return -1;
      at = this.value(at, depth);
      if (at < 0) return -1;
      const byte = bytes[at];
      if (byte === CLOSE) return at + 1;
      if (byte !== COMMA) return -1;
    }
  }

  /** From a member's opening quote to its value. */
  key(at: number): number {
    const { bytes } = this;
    if (bytes[at] !== QUOTE) return -1;
    const close = this.string(at + 1);
    if (close < 0 || bytes[close] !== COLON) return -1;
    const length = close - at;
    if (length === 6 && isIdKey(bytes, at + 1, UUID)) this.uuidsAt.push(close + 1);
    else if (length === 11 && isIdKey(bytes, at + 1, SESSION_ID)) this.sessionIdsAt.push(close + 1);
    return close + 1;
  }

  private list(from: number, depth: number): number {
    const { bytes } = this;
    if (bytes[from] === CLOSE_LIST) return from + 1;
    for (let at = from; ; at++) {
      at = this.value(at, depth);
      if (at < 0) return -1;
      const byte = bytes[at];
      if (byte === CLOSE_LIST) return at + 1;
      if (byte !== COMMA) return -1;
    }
  }

  /** How many units of UTF-16 well-formed UTF-8 comes to: one a character, two for those of four bytes. */
  utf16Length(start: number, end: number): number {
    const { bytes, words } = this;
    let length = end - start;
    for (let at = start; at < end; at++) {
      // Most text is plain: four bytes at once.
      while ((at & 3) === 0 && at + 4 <= end && ((words[at >> 2] ?? 0) & 0x80808080) === 0) at += 4;
      const byte = at < end ? (bytes[at] ?? 0) : 0;
      if (byte >= 0x80 && byte < 0xc0) length--;
      else if (byte >= 0xf0) length++;
    }
    return length;
  }

  private literal(at: number, word: Buffer): number {
    for (let index = 0; index < word.length; index++) if (this.bytes[at + index] !== word[index]) return -1;
    return at + word.length;
  }

  private number(from: number): number {
    const { bytes } = this;
    let at = bytes[from] === 45 ? from + 1 : from;
    // No number begins with a zero that another digit follows.
    at = bytes[at] === 48 ? at + 1 : this.digits(at);
    if (at >= 0 && bytes[at] === 46) at = this.digits(at + 1);
    if (at < 0 || ((bytes[at] ?? 0) | 32) !== 101) return at;
    const sign = bytes[at + 1];
    return this.digits(sign === 43 || sign === 45 ? at + 2 : at + 1);
  }

  private digits(from: number): number {
    let at = from;
    for (let byte = this.bytes[at] ?? 0; byte >= 48 && byte <= 57; byte = this.bytes[at] ?? 0) at++;
    return at > from ? at : -1;
  }
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');
const UUID = Buffer.from('uuid');
const SESSION_ID = Buffer.from('sessionId');

const SIMPLE_ESCAPES = tableOf('"\\/bfnrt');
const HEX_DIGITS = tableOf('0123456789abcdefABCDEF');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}

/** No control character may stand in a string. A mark on any other one was false (see marksIn). */
function behindPlain(byte: number, at: number): number {
  return byte < 32 ? -1 : at + 1;
}

function isIdKey(bytes: Buffer, at: number, name: Buffer): boolean {
  for (let index = 0; index < name.length; index++) if (bytes[at + index] !== name[index]) return false;
  return true;
}

/**
 * The high bit of each of four bytes that is a quote, a backslash or a control character, found for all four at once.
 * The lowest mark is always right; one above it can be false, where a subtraction borrowed from the byte below.
 */
function marksIn(word: number): number {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  return (
    (((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes) | ((word - 0x20202020) & ~word)) &
    0x80808080
  );
}
