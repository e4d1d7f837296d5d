import { BASE64_ANY, characterSet, isIn } from './characters.js';
import { SHORTEST_BASE64 } from './encoding/base64.js';
import { encodedBlock } from './encoding/encoded-block.js';
import { joinOverlaps, type Span } from './finding.js';
import type { Reader } from './reader.js';
import { BLOCK, ESCAPE, OTHER, RUN, roleOf } from './roles.js';
import { assignmentAt } from './rule/assignment.js';
import { issuedTokenAt } from './rule/issued.js';
import { secretName } from './rule/secret-name.js';
import { azureSecretAt, telegramTokenAt, userOptionAt } from './rule/signed.js';
import { startOfAuthority, urlSecretAt } from './rule/url.js';
import { endRun } from './run.js';
import { type Judges, openKernel, type SkipKernel } from './skip-kernel.js';
import { endOfToken } from './token.js';

/** Base64 in JSON in base64 …: deeper than this nobody nests by accident. */
const DEEPEST_ENCODING = 5;

/** Finds secrets beside ours: of patterns that a user gave. */
export type FindMore = (text: string) => Span[];

/**
 * One pass over the characters. Only the end of a long run and a few signs are looked at closer, and each look is
 * bounded, so the whole is linear whatever the input. Clean text is passed over in WebAssembly.
 */
export function scan(text: string, more?: FindMore): Span[] {
  const reader = readerOf(text, more, 0);
  const kernel = kernelWith(text);
  if (kernel) scanWith(kernel, reader);
  else scanEach(reader);
  return joinOverlaps(reader.spans);
}

/**
 * Whether nothing can be found in any string of a JSON value, in UTF-8, names of members among them. False also where
 * what stands beside a string counts: then the value has to be read.
 */
export function isCleanJson(json: Buffer, start: number, end: number): boolean {
  return sharedKernel()?.isCleanJson(json, start, end, JUDGES) === true;
}

const JUDGES: Judges = {
  isClean(kernel, text, stop) {
    const reader = readerOf(text, undefined, 0);
    scanWith(kernel, reader, stop);
    return reader.spans.length === 0;
  },
  isName: (text) => text === 'value' || secretName(text.startsWith('--') ? text.slice(2) : text) !== undefined,
};

/** Whether nothing can be found in a short text. False also where only a closer look can tell. */
export function isSurelyClean(text: string): boolean {
  return sharedKernel()?.passesOver(text) === true;
}

/** The same without WebAssembly: for texts inside of texts, and to hold the kernel equal to. */
export function scanPlainly(text: string, more?: FindMore, depth = 0): Span[] {
  const reader = readerOf(text, more, depth);
  scanEach(reader);
  return joinOverlaps(reader.spans);
}

function readerOf(text: string, more: FindMore | undefined, depth: number): Reader {
  return {
    text,
    spans: more?.(text) ?? [],
    namedUntil: 0,
    linesUntil: 0,
    word: { from: 0, end: 0 },
    line: { from: 0, end: 0 },
    read: (decoded) => (depth < DEEPEST_ENCODING ? scanPlainly(decoded, more, depth + 1) : []),
  };
}

function scanEach(reader: Reader): void {
  const { text } = reader;
  const { length } = text;
  let runStart = 0;
  let blockStart = 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    const role = roleOf(code);
    if (role === RUN) continue;
    const next = endOfPart(reader, runStart, blockStart, at, code);
    if (next !== at) blockStart = next;
    else if (role !== BLOCK) blockStart = at + 1;
    at = Math.max(at, next - 1);
    runStart = at + 1;
  }
  endOfPart(reader, runStart, blockStart, length, 0);
}

/** Only at those characters where something can begin or end. `first`: where the kernel has stopped already. */
function scanWith(kernel: SkipKernel, reader: Reader, first?: number): void {
  const { text } = reader;
  const { length } = text;
  let from = 0;
  let stop = first;
  for (;;) {
    const at = stop ?? kernel.skip(from, length);
    stop = undefined;
    if (at === length) break;
    const code = text.charCodeAt(at);
    const next = endOfPart(reader, kernel.runStart, kernel.blockStart, at, code);
    if (next !== at) kernel.blockStart = next;
    else if (roleOf(code) !== BLOCK) kernel.blockStart = at + 1;
    from = Math.max(at + 1, next);
    kernel.runStart = from;
  }
  endOfPart(reader, kernel.runStart, kernel.blockStart, length, 0);
}

/** At a character that ends a run: returns where to go on, `at` itself when nothing was taken. */
function endOfPart(reader: Reader, runStart: number, blockStart: number, at: number, code: number): number {
  const role = roleOf(code);
  let next = at;
  if (at - runStart > 4) next = endRun(reader, runStart, at);
  if (role === BLOCK || next !== at) return next;
  if (at - blockStart >= SHORTEST_BASE64) next = encodedBlock(reader, blockStart, at);
  if (role === OTHER || next !== at) return next;
  return role === ESCAPE ? afterEscape(reader, at) : atSign(reader, at, code);
}

/** There is one: what a text holds encoded is read while the text is still in its memory, and so without it. */
function kernelWith(text: string): SkipKernel | undefined {
  if (text.length < WORTH_THE_KERNEL) return undefined;
  const kernel = sharedKernel();
  return kernel?.put(text) ? kernel : undefined;
}

function sharedKernel(): SkipKernel | undefined {
  shared ??= openKernel() ?? 'none';
  return shared === 'none' ? undefined : shared;
}

const WORTH_THE_KERNEL = 64;
let shared: SkipKernel | 'none' | undefined;

/** `\n`, `\\n`, `\u001b`: the escaped letter is no part of the word behind it. */
function afterEscape({ text, spans }: Reader, at: number): number {
  let next = at + 1;
  while (text.charCodeAt(next) === 92) next++;
  const letter = text.charCodeAt(next);
  if (letter === 117) return /^[0-9a-f]{4}/i.test(text.slice(next + 1, next + 5)) ? next + 5 : next;
  if (!(letter < 128) || LETTERS[letter] !== 1) return next;
  const found = issuedTokenAt(text, next);
  if (!found) return next + 1;
  spans.push({ kind: found.kind, start: next, end: found.end });
  return found.end;
}

const LETTERS = characterSet('nrtbf');

/** Returns where to go on: behind a redaction token, else at the sign itself. */
function atSign(reader: Reader, at: number, code: number): number {
  if (code === 91) return Math.max(at, endOfToken(reader.text, at));
  const found = secretAtSign(reader, at, code);
  if (!found) return at;
  reader.spans.push(found);
  if (found.byName) reader.namedUntil = found.end;
  return at;
}

function secretAtSign(reader: Reader, at: number, code: number): Span | undefined {
  const { text, namedUntil } = reader;
  if (code === 126) return azureSecretAt(text, at);
  if (code === 62) return at >= namedUntil ? elementAt(reader, at) : undefined;
  const authority = code === 58 ? startOfAuthority(text, at) : -1;
  if (authority > 0) return urlSecretAt(text, at, authority);
  const assigned = at >= namedUntil ? assignmentAt(reader, at) : undefined;
  return assigned ?? (code === 58 ? (telegramTokenAt(text, at) ?? userOptionAt(text, at)) : undefined);
}

/** `<password>hunter2</password>`; any other `>` compares or points. */
function elementAt(reader: Reader, at: number): Span | undefined {
  const { text } = reader;
  let start = at;
  while (at - start < 64 && isIn(BASE64_ANY, text.charCodeAt(start - 1))) start--;
  return text.charCodeAt(start - 1) === 60 && at - start > 2 ? assignmentAt(reader, at) : undefined;
}
