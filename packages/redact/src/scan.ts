import { type Kernel, openKernel } from './anchor/kernel.js';
import { BASE64_ANY, characterSet, isIn } from './characters.js';
import { SHORTEST_BASE64 } from './encoding/base64.js';
import { encodedBlock } from './encoding/encoded-block.js';
import { joinOverlaps, type Span } from './finding.js';
import type { Reader } from './reader.js';
import { BLOCK, ESCAPE, OTHER, RUN, roleOf } from './roles.js';
import { assignmentAt } from './rule/assignment.js';
import { issuedTokenAt } from './rule/issued.js';
import { lineSecretAt, querySecretAt } from './rule/line.js';
import { azureSecretAt, telegramTokenAt, userOptionAt } from './rule/signed.js';
import { startOfAuthority, urlSecretAt } from './rule/url.js';
import { endRun } from './run.js';
import { endOfToken } from './token.js';

/** Base64 inside JSON inside base64: real data is not nested deeper than this. */
const DEEPEST_ENCODING = 5;

/** Finds secrets by the user's own patterns. */
export type FindMore = (text: string) => Span[];

/**
 * Finds secrets. Rules run only at signs and at the ends of runs, and each has a bounded cost, so the total time is
 * linear for any input. WebAssembly skips clean text.
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

/** The same without WebAssembly, for decoded texts and for testing the kernel. */
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

/** The position after the last OTHER character before an anchor, but at least `from`. */
function startOfPart(text: string, anchor: number, from: number): number {
  let start = anchor;
  while (start > from && roleOf(text.charCodeAt(start - 1)) !== OTHER) start--;
  return Math.max(start, from);
}

/**
 * Scans from the start of a run to the first OTHER character after `past`. Returns where to continue.
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

/** Handles a character that ends a run. Returns where to continue, which is `at` if nothing was found. */
function endOfPart(reader: Reader, runStart: number, blockStart: number, at: number, code: number): number {
  const role = roleOf(code);
  let next = at;
  if (at - runStart > 1) next = endRun(reader, runStart, at);
  if (role === BLOCK || next !== at) return next;
  if (at - blockStart >= SHORTEST_BASE64) next = encodedBlock(reader, blockStart, at);
  if (role === OTHER || next !== at) return next;
  return role === ESCAPE ? afterEscape(reader, at) : atSign(reader, at, code);
}

/** There is one kernel. Decoded texts cannot use it, because its memory still holds the text around them. */
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

/** `\n`, `\\n`, `\u001b`: the escaped letter is not part of the next word. */
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

/** Returns where to continue: after a redaction token, or at the sign itself. */
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
  if (code === 62) return (at >= namedUntil ? elementAt(reader, at) : undefined) ?? lineSecretAt(text, at);
  const authority = code === 58 ? startOfAuthority(text, at) : -1;
  if (authority > 0) return urlSecretAt(text, at, authority);
  const inLine = code === 58 ? lineSecretAt(text, at) : querySecretAt(text, at);
  if (inLine) return inLine;
  const assigned = at >= namedUntil ? assignmentAt(reader, at) : undefined;
  return assigned ?? (code === 58 ? (telegramTokenAt(text, at) ?? userOptionAt(text, at)) : undefined);
}

/** `<password>hunter2</password>`. Elsewhere, `>` is a comparison or an arrow. */
function elementAt(reader: Reader, at: number): Span | undefined {
  const { text } = reader;
  let start = at;
  while (at - start < 64 && isIn(BASE64_ANY, text.charCodeAt(start - 1))) start--;
  return text.charCodeAt(start - 1) === 60 && at - start > 2 ? assignmentAt(reader, at) : undefined;
}
