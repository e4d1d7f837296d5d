import { ALNUM, isIn } from './characters.js';
import { SEXTETS } from './encoding/base64.js';
import { fourCharacters } from './four-characters.js';
import { loadWasm } from './load-wasm.js';
import { BLOCK, ESCAPE, ROLES, RUN, SIGN } from './roles.js';
import { NAME_GAPS } from './rule/assignment.js';
import { LENGTHS_OF_WORDS, NAMES } from './rule/command-password.js';
import { FORMED_PREFIXES } from './rule/formed.js';
import { GLUED_TOKENS } from './rule/glued.js';
import { ISSUED_TOKENS } from './rule/issued.js';
import { ENDINGS_OF_NAMES, LAST_WORDS, weightOf } from './rule/secret-name.js';

/** The same numbers as in assembly/skip-clean.ts. */
const HEADER = 1024;
const GAPS = 2048;
const SEXTET_TABLE = 2304;
const RUN_SET = 2560;
const BLOCK_SET = RUN_SET + 16;
const SIGN_SET = BLOCK_SET + 16;
const HIGH_BITS = SIGN_SET + 16;
const FIRST_LETTERS = HIGH_BITS + 16;
const FOURTH_LETTERS = FIRST_LETTERS + 16;
const DASHES = FOURTH_LETTERS + 16;
const HALVES = DASHES + 16;
/** What the wide colon becomes, where all else beyond ASCII is 0x80. */
const WIDE_COLON = 0x81;
const ISSUED = 4096;
const PAIRS = 65_536;
const THIRDS = ISSUED + PAIRS;
const FOURTHS = THIRDS + 256 * 256;
const WORDS = FOURTHS + PAIRS;
const ENDINGS = WORDS + PAIRS;
const BEFORE_ENDINGS = ENDINGS + PAIRS;
const WORD_LISTS = BEFORE_ENDINGS + 4096;
const WORDS_LISTED = WORD_LISTS + 1536;
const LETTERS = 26;
const LETTERS_AND_DIGITS = Array.from(ALNUM.keys(), (code) => String.fromCharCode(code)).filter((_, code) =>
  isIn(ALNUM, code),
);
const ANY_LETTER = 1 << 31;
/** Of the last two characters before a sign: no name ends with them, but a colour. */
const COLOUR = 2;
/** Of the third character of a token: whether a fourth has to be looked at. */
const ENOUGH = 1;
const LOOK_ON = 2;
const GLUED = WORD_LISTS + 4096;
/** Behind zeros: rules look back from the first characters, too. */
const REGION = GLUED + PAIRS + 256;
/** It looks ahead: 16 bytes at a time, and behind `://` for what a URL can tell. */
const SLACK = 1024;
const PAGE = 65_536;
const FIRST_REGION = 256 * 1024;
/** What is longer is read without it rather than held twice. */
const LONGEST = 4 * 1024 * 1024;

/** Behind what `skip` leaves there, in words. */
const FOUND = (HEADER + 16) >> 2;
const TEXT = 1;
const NAME = 2;
const FLAG = 3;

export interface Judges {
  /**
   * Whether no rule finds anything in a text that the kernel holds. `stop`: the first place that is worth a look, where
   * that is known.
   */
  isClean(kernel: SkipKernel, text: string, stop?: number): boolean;
  /** Whether what it names is judged by it. */
  isName(text: string): boolean;
}

type Judge = (from: number, to: number, text: number) => number;
type Skip = (from: number, end: number, blockStart: number) => number;
type Narrow = (from: number, to: number, count: number) => void;

/** Passes over text where no rule can find a secret, in WebAssembly. It holds one text at a time. */
export class SkipKernel {
  /** Where the run and the block began that end where it stopped. */
  runStart = 0;
  blockStart = 0;
  private bytes: Uint8Array<ArrayBuffer>;
  private words: Uint32Array<ArrayBuffer>;
  private buffer: Buffer | undefined;
  private readonly memory: WebAssembly.Memory;
  private readonly run: Skip;
  private readonly narrow: Narrow;
  private readonly judge: Judge;

  constructor(code: WebAssembly.Module) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((REGION + FIRST_REGION + SLACK) / PAGE) });
    const { exports } = new WebAssembly.Instance(code, { env: { memory: this.memory } });
    this.run = exports['skip'] as Skip;
    this.narrow = exports['narrow'] as Narrow;
    this.judge = exports['judge'] as Judge;
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
    this.writeTables();
  }

  /** Takes a text to go through. False for one that it cannot hold. */
  put(text: string): boolean {
    const { length } = text;
    if (length > LONGEST) return false;
    this.runStart = 0;
    this.blockStart = 0;
    this.putWide(text);
    return true;
  }

  /**
   * The next place at which a rule could find something; `end`, the text's length, when there is none. A run begins at
   * `from`.
   */
  skip(from: number, end: number): number {
    const at = this.run(REGION + from, REGION + end, REGION + this.blockStart) - REGION;
    this.readStop();
    return at;
  }

  private readStop(): void {
    this.runStart = (this.words[HEADER >> 2] ?? 0) - REGION;
    this.blockStart = (this.words[(HEADER >> 2) + 1] ?? 0) - REGION;
  }

  /** True when no rule can find anything in a text, its end included. Of ASCII only; of others it says no. */
  passesOver(text: string): boolean {
    const { length } = text;
    this.makeRoom(length * 3);
    this.buffer ??= Buffer.from(this.memory.buffer);
    if (this.buffer.write(text, REGION, 'utf8') !== length) return false;
    const end = REGION + length;
    this.buffer[end] = 0;
    return this.run(REGION, end + 1, REGION) > end;
  }

  /**
   * Goes through a JSON value in UTF-8, in [start, end) of some bytes. Asks the judges of strings in which a rule could
   * find something, while their text is in its memory. False when they find it, or when more has to be known.
   */
  isCleanJson(json: Buffer, start: number, end: number, judges: Judges): boolean {
    const size = end - start;
    if (size > LONGEST) return false;
    const from = (REGION + size + SLACK) & ~15;
    this.makeRoom(from - REGION + size);
    this.buffer ??= Buffer.from(this.memory.buffer);
    json.copy(this.buffer, from, start, end);
    const to = from + size;
    for (let at = this.judge(from, to, REGION); at < to; at = this.judge(at, to, REGION)) {
      const kind = this.words[FOUND + 3];
      const behind = this.words[FOUND] ?? to;
      const text = this.textAt(at, behind);
      if (kind === FLAG || (kind === NAME && judges.isName(text))) return false;
      this.readStop();
      const isStopped = kind === TEXT;
      if (!isStopped) {
        this.runStart = 0;
        this.blockStart = 0;
      }
      if (!judges.isClean(this, text, isStopped ? this.words[FOUND + 4] : undefined)) return false;
      at = behind;
    }
    return true;
  }

  /** Of the string at which it stopped. */
  private textAt(at: number, behind: number): string {
    const { words, buffer = Buffer.alloc(0) } = this;
    if (words[FOUND + 2] === 1) return buffer.toString('latin1', REGION, REGION + (words[FOUND + 1] ?? 0));
    return JSON.parse(buffer.toString('utf8', at, behind)) as string;
  }

  /** As UTF-16 a text is copied fastest, whatever is in it; then each character is made one byte. */
  private putWide(text: string): void {
    const { length } = text;
    const source = (REGION + length + SLACK) & ~15;
    this.makeRoom(source - REGION + length * 2);
    this.buffer ??= Buffer.from(this.memory.buffer);
    this.buffer.write(text, source, 'utf16le');
    this.narrow(source, REGION, length);
  }

  private makeRoom(length: number): void {
    const missing = REGION + length + SLACK - this.bytes.length;
    if (missing <= 0) return;
    this.memory.grow(Math.ceil(missing / PAGE));
    this.bytes = new Uint8Array(this.memory.buffer);
    this.words = new Uint32Array(this.memory.buffer);
    this.buffer = undefined;
  }

  private writeTables(): void {
    const { bytes } = this;
    this.writeSets();
    bytes.fill(255, SEXTET_TABLE, SEXTET_TABLE + 256);
    bytes.set(SEXTETS, SEXTET_TABLE);
    bytes.set(LENGTHS_OF_WORDS, WORDS);
    bytes.set(ENDINGS_OF_NAMES, ENDINGS);
    // Beyond ASCII any may end one.
    bytes.fill(1, ENDINGS + PAIRS / 2, ENDINGS + PAIRS);
    for (let row = ENDINGS; row < ENDINGS + PAIRS / 2; row += 256) bytes.fill(1, row + 128, row + 256);
    for (const gap of NAME_GAPS) bytes[GAPS + gap.charCodeAt(0)] = 1;
    for (const before of '0123456789;[') for (const last of 'mK') bytes[ENDINGS + pairOf(before + last)] = COLOUR;
    for (const word of LAST_WORDS) this.writeEnding(word);
    this.writeWords();
    this.writeGlued();
    let last = 0;
    // The short ones first: where three characters are enough, they stay so.
    const issued = ISSUED_TOKENS.map(({ prefix }) => prefix);
    const prefixes = [...issued, ...FORMED_PREFIXES].sort((a, b) => a.length - b.length);
    for (const prefix of prefixes) {
      const pair = ISSUED + pairOf(prefix);
      const tokens = bytes[pair] || ++last;
      bytes[pair] = tokens;
      const thirds = THIRDS + tokens * 256;
      if (prefix.length > 3) bytes[FOURTHS + fourCharacters(prefix, 0)] = 1;
      if (prefix.length === 2) bytes.fill(ENOUGH, thirds, thirds + 256);
      else bytes[thirds + prefix.charCodeAt(2)] ||= prefix.length > 3 ? LOOK_ON : ENOUGH;
    }
  }

  /** By the lower half of a character a bit for each higher half. */
  private writeSets(): void {
    const { bytes } = this;
    for (let high = 0; high < 8; high++) bytes[HIGH_BITS + high] = 1 << high;
    // No sign is a control character: their bit is free for those beyond ASCII.
    bytes[HIGH_BITS + (WIDE_COLON >> 4)] = 1 << 1;
    bytes[SIGN_SET + (WIDE_COLON & 15)] = 1 << 1;
    for (const [code, role] of ROLES.entries()) {
      if (role === RUN) this.addTo(RUN_SET, code);
      if (role === RUN || role === BLOCK) this.addTo(BLOCK_SET, code);
      if (role === SIGN || role === ESCAPE) this.addTo(SIGN_SET, code);
    }
    for (const name of NAMES) {
      this.addTo(FIRST_LETTERS, name.charCodeAt(0));
      this.addTo(FOURTH_LETTERS, name.charCodeAt(3));
    }
    bytes.fill(45, DASHES, DASHES + 16);
    bytes.fill(15, HALVES, HALVES + 16);
  }

  private addTo(set: number, code: number): void {
    const at = set + (code & 15);
    this.bytes[at] = (this.bytes[at] ?? 0) | (1 << (code >> 4));
  }

  /** By the end of the prefix up to its first dash. Before a short one any letter or digit may stand. */
  private writeGlued(): void {
    for (const { prefix, least } of GLUED_TOKENS) {
      const dash = prefix.search(/[-_]/);
      if (dash < 0) continue;
      const behind = prefix.length - dash - 1 + least;
      const ending = prefix.slice(Math.max(0, dash - 3), dash + 1);
      for (const each of ending.length < 4 ? LETTERS_AND_DIGITS.map((before) => before + ending) : [ending]) {
        const at = GLUED + fourCharacters(each, 0);
        this.bytes[at] = Math.min(this.bytes[at] || 255, behind);
      }
    }
  }

  /** Words that end with digits are found by these. */
  private writeEnding(word: string): void {
    if (!/[a-z]{2}$/.test(word)) return;
    const at = (BEFORE_ENDINGS >> 2) + letterAt(word, -2) * LETTERS + letterAt(word, -1);
    const before = word.length > 2 ? 1 << letterAt(word, -3) : ANY_LETTER;
    this.words[at] = (this.words[at] ?? 0) | before;
  }

  /** Of words with the same two last letters a list. The first one is empty, for all other letters. */
  private writeWords(): void {
    const words = LAST_WORDS.filter((word) => /^[a-z]{2,}$/.test(word)).sort((a, b) =>
      ending(a) < ending(b) ? -1 : 1,
    );
    let at = WORDS_LISTED + 1;
    let list = 0;
    let last = '';
    for (const word of words) {
      if (ending(word) !== last) {
        last = ending(word);
        list = at++;
        const index = WORD_LISTS + (letterAt(word, -2) * LETTERS + letterAt(word, -1)) * 2;
        new DataView(this.memory.buffer).setUint16(index, list - WORDS_LISTED, true);
      }
      this.bytes[list] = (this.bytes[list] ?? 0) + 1;
      this.bytes[at++] = word.length;
      this.bytes[at++] = weightOf(word);
      for (let index = word.length - 1; index >= 0; index--) this.bytes[at++] = word.charCodeAt(index);
    }
  }
}

const pairOf = (word: string) => (word.charCodeAt(0) << 8) | word.charCodeAt(1);
const ending = (word: string) => word.slice(-2);
const letterAt = (word: string, at: number) => (word.at(at)?.charCodeAt(0) ?? 0) - 97;

/** Undefined in a browser, which has no files to load it from. */
export function openKernel(): SkipKernel | undefined {
  const code = loadWasm(new URL('../assembly/judge-json.wasm', import.meta.url));
  return code && new SkipKernel(code);
}
