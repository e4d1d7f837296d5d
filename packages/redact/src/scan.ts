import { type Kernel, openKernel } from './anchor/kernel.js';
import { BASE64_ANY, characterSet, isIn } from './characters.js';
import { SHORTEST_BASE64 } from './encoding/base64.js';
import { encodedBlock } from './encoding/encoded-block.js';
import { joinOverlaps, type Span } from './finding.js';
import type { Reader } from './reader.js';
import { BLOCK, ESCAPE, OTHER, RUN, roleOf } from './roles.js';
import { assignmentAt } from './rule/assignment.js';
import { issuedTokenAt } from './rule/issued.js';
import { azureSecretAt, telegramTokenAt, userOptionAt } from './rule/signed.js';
import { startOfAuthority, urlSecretAt } from './rule/url.js';
import { endRun } from './run.js';
import { endOfToken } from './token.js';

/** Base64 in JSON in base64 …: deeper than this nobody nests by accident. */
const DEEPEST_ENCODING = 5;

/** Finds secrets beside ours: of patterns that a user gave. */
export type FindMore = (text: string) => Span[];

/**
 * Looks for secrets from the first character to the last. Only the ends of long runs and a few signs are looked at closer,
 * and each look is bounded, so the whole is linear whatever the input. Clean text is passed over in WebAssembly.
 */
export function scan(text: string, more?: FindMore): Span[] {
  const kernel = kernelWith(text);
  if (!kernel) return scanPlainly(text, more);
  const reader = readerOf(text, more, 0);
  let from = 0;
  for (let anchor = kernel.next(0); anchor < text.length; anchor = kernel.next(anchor + 1)) {
    const end = kernel.anchorEnd;
    if (end >= from) from = scanPart(reader, startOfPart(text, anchor, from), end);
  }
  return joinOverlaps(reader.spans);
}

/** The same without WebAssembly: for texts inside of texts, and to hold the kernel equal to. */
export function scanPlainly(text: string, more?: FindMore, depth = 0): Span[] {
  const reader = readerOf(text, more, depth);
  scanPart(reader, 0, text.length);
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

/** Behind the last character before an anchor that belongs to nothing, but not before `from`. */
function startOfPart(text: string, anchor: number, from: number): number {
  let start = anchor;
  while (start > from && roleOf(text.charCodeAt(start - 1)) !== OTHER) start--;
  return Math.max(start, from);
}

/**
 * Looks at each character from a place where a run begins, up to the first one behind `past` that belongs to nothing.
 * Returns where to go on.
 */
function scanPart(reader: Reader, from: number, past: number): number {
  const { text } = reader;
  const { length } = text;
  let runStart = from;
  let blockStart = from;
  for (let at = from; at < length; at++) {
    const code = text.charCodeAt(at);
    const role = roleOf(code);
    if (role === RUN) continue;
    const next = endOfPart(reader, runStart, blockStart, at, code);
    if (next !== at) blockStart = next;
    else if (role === OTHER && at > past) return at + 1;
    else if (role !== BLOCK) blockStart = at + 1;
    at = Math.max(at, next - 1);
    runStart = at + 1;
  }
  endOfPart(reader, runStart, blockStart, length, 0);
  return length;
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
function kernelWith(text: string): Kernel | undefined {
  if (text.length < WORTH_THE_KERNEL) return undefined;
  const kernel = sharedKernel();
  return kernel?.put(text) ? kernel : undefined;
}

function sharedKernel(): Kernel | undefined {
  shared ??= openKernel() ?? 'none';
  return shared === 'none' ? undefined : shared;
}

const WORTH_THE_KERNEL = 20;
let shared: Kernel | 'none' | undefined;

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
