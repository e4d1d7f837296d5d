import { BASE64_ANY, characterSet, isIn } from './characters.js';
import { SHORTEST_BASE64 } from './encoding/base64.js';
import { encodedBlock } from './encoding/encoded-block.js';
import { joinOverlaps, type Span } from './finding.js';
import type { Reader } from './reader.js';
import { assignmentAt } from './rule/assignment.js';
import { issuedTokenAt } from './rule/issued.js';
import { azureSecretAt, telegramTokenAt, userOptionAt } from './rule/signed.js';
import { urlSecretAt } from './rule/url.js';
import { endRun } from './run.js';
import { endOfToken } from './token.js';

/** Base64 in JSON in base64 …: deeper than this nobody nests by accident. */
const DEEPEST_ENCODING = 5;

/**
 * One pass over the characters. Clean text costs one table access a character; only the end of a long run and a few
 * signs are looked at closer, and each look is bounded, so the whole is linear whatever the input.
 */
export function scan(text: string, extra?: (text: string) => Span[], depth = 0): Span[] {
  const reader: Reader = {
    text,
    spans: extra?.(text) ?? [],
    namedUntil: 0,
    linesUntil: 0,
    word: { from: 0, end: 0 },
    line: { from: 0, end: 0 },
    read: (decoded) => (depth < DEEPEST_ENCODING ? scan(decoded, extra, depth + 1) : []),
  };
  const { length } = text;
  const isAscii = copyAscii(text, depth);
  let runStart = 0;
  let blockStart = 0;
  for (let at = 0; at < length; at++) {
    const code = isAscii ? (ascii[at] ?? 0) : text.charCodeAt(at);
    const role = code < 128 ? ROLES[code] : OTHER;
    if (role === RUN) continue;
    const next = endOfPart(reader, runStart, blockStart, at, code);
    if (next !== at) blockStart = next;
    else if (role !== BLOCK) blockStart = at + 1;
    at = Math.max(at, next - 1);
    runStart = at + 1;
  }
  endOfPart(reader, runStart, blockStart, length, 0);
  return joinOverlaps(reader.spans);
}

/** At a character that ends a run: returns where to go on, `at` itself when nothing was taken. */
function endOfPart(reader: Reader, runStart: number, blockStart: number, at: number, code: number): number {
  const role = code < 128 ? ROLES[code] : code === WIDE_COLON ? SIGN : OTHER;
  let next = at;
  if (at - runStart > 4) next = endRun(reader, runStart, at);
  if (role === BLOCK || next !== at) return next;
  if (at - blockStart >= SHORTEST_BASE64) next = encodedBlock(reader, blockStart, at);
  if (role === OTHER || next !== at) return next;
  return role === ESCAPE ? afterEscape(reader, at) : atSign(reader, at, code);
}

/**
 * Bytes are read twice as fast as the characters of a string. Only the outermost text is copied, and only if all of it
 * is ASCII, so that places in the copy are places in the text.
 */
const ascii = new Uint8Array(1 << 20);
const encoder = new TextEncoder();

function copyAscii(text: string, depth: number): boolean {
  if (depth > 0 || text.length < 64 || text.length > ascii.length) return false;
  return encoder.encodeInto(text, ascii).written === text.length;
}

const OTHER = 0;
const RUN = 1;
/** In base64, but not in tokens: ends a run, not a block. */
const BLOCK = 2;
const SIGN = 3;
const ESCAPE = 4;
/** As `:` is written in Chinese and Japanese. */
const WIDE_COLON = 0xff1a;
const ROLES = new Uint8Array(128);
for (let code = 0; code < 128; code++) if (isIn(BASE64_ANY, code)) ROLES[code] = RUN;
for (const sign of '+/') ROLES[sign.charCodeAt(0)] = BLOCK;
for (const sign of ':=>~[') ROLES[sign.charCodeAt(0)] = SIGN;
ROLES[92] = ESCAPE;

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
  if (code === 58 && text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47) return urlSecretAt(text, at);
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
