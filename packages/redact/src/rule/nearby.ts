import type { Span } from '../finding.js';
import { inWords, looksRandom } from '../randomness.js';
import { BREAK, endOfLine } from './line-break.js';
import { isDense } from './prefixed.js';
import type { SecretName } from './secret-name.js';
import { hasDigitAndLetter, isOrdinary, isPlaceholder, isWordy } from './secret-value.js';

/**
 * A value somewhere after the name of a secret, whatever comes between them: `the password for root@db is …`,
 * `API_TOKEN   …`, `cat master.key` with the key in the line below. The farther away it is, the more it must look like one.
 */
export function nearbyValue(text: string, end: number, name: SecretName): Span | undefined {
  if (name.proof === 'session' || name.proof === 'key' || isFolder(text, end)) return undefined;
  const lineEnd = endOfLine(text, end, LONGEST_LINE);
  if (name.proof === 'unsure') return inLine(text, end, lineEnd, name);
  return bytesAfter(text, end, name) ?? inLine(text, end, lineEnd, name) ?? inNextLine(text, lineEnd, name);
}

/** `aes_key[16] = { 0x58, 0xa0, … }`, `secretKey: [242, 202, …]` */
function bytesAfter(text: string, end: number, name: SecretName): Span | undefined {
  const open = FIRST_BYTE.exec(text.slice(end, end + 80));
  if (!open) return undefined;
  BYTES.lastIndex = end + open.index + open[0].length;
  const start = BYTES.lastIndex;
  return BYTES.test(text) ? { kind: name.kind, start, end: BYTES.lastIndex, byName: true } : undefined;
}

const FIRST_BYTE = /[[{(]\s{0,8}(?=(?:0x[\da-f]{1,2}|\d{1,3}),)/i;
const BYTES = /(?:0x[\da-f]{1,2}|\d{1,3})(?:,(?:\s|\\n){0,24}(?:0x[\da-f]{1,2}|\d{1,3})){15,511}/iy;

/** `pwd` is more often the working folder. */
const isFolder = (text: string, end: number) => text.slice(end - 3, end).toLowerCase() === 'pwd';

/** `use … as the password`, `… is the new root password` */
export function valueSaidBefore(text: string, start: number, name: SecretName): Span | undefined {
  const from = Math.max(0, start - 80);
  const found = SAID_BEFORE.exec(text.slice(from, start));
  const value = found?.[1];
  if (!value || !isSure(value, name)) return undefined;
  const first = from + found.index + found[0].indexOf(value);
  return { kind: name.kind, start: first, end: first + value.length, byName: true };
}

const SAID_BEFORE =
  /(?:^|[\s"'`(])([^\s"'`(]{8,64})["'`]? (?:as|is|for) (?:the|my|your|our|its|an?|their)(?: [\w-]{1,16}){0,3} $/;

const LONGEST_LINE = 200;
const MAX_WORDS = 16;
const WORD = /[^\s"'`\\|│┃<>]{4,256}/g;
/** Joins a name to its value in a table or a list. */
const ADJACENT = /^[\s|│┃:=→*_.`"'()-]{1,60}$/;

function inLine(text: string, from: number, to: number, name: SecretName): Span | undefined {
  const line = text.slice(from, to);
  let words = 0;
  for (const found of line.matchAll(WORD)) {
    if (words++ === MAX_WORDS) return undefined;
    if (found[0].includes('redacted:')) return undefined;
    const value = trimmed(found[0]);
    const isAdjacent = words === 1 && ADJACENT.test(line.slice(0, found.index));
    if (name.proof === 'unsure' && !isAdjacent && !SAID.test(line.slice(0, found.index))) return undefined;
    const isNear = isAdjacent ? isLikely(value, name) : isSure(value, name);
    if (isNear || (isForPeople(name) && DICED.test(value) && SAID.test(line.slice(0, found.index)))) {
      const start = from + found.index + found[0].indexOf(value);
      return { kind: name.kind, start, end: start + value.length, byName: true };
    }
  }
  return undefined;
}

/** The value alone in its line: what a command prints, a block of code, the next line of a message. */
const ALONE = new RegExp(
  `(?:${BREAK}[ \\t]*){1,3}(?:\`\`\`\\w{0,10}${BREAK}[ \\t]*)?[\`"']?([^\\s"'\`\\\\]{8,512})(?=[\`"']?[ \\t]*(?:[\\r\\n"\\\\]|$))`,
  'y',
);

function inNextLine(text: string, from: number, name: SecretName): Span | undefined {
  ALONE.lastIndex = from;
  const value = ALONE.exec(text)?.[1];
  if (!value || !isLikely(value, name)) return undefined;
  const start = text.indexOf(value, from);
  return { kind: name.kind, start, end: start + value.length, byName: true };
}

const trimmed = (word: string) => word.replace(/^[([{*_:=,]+|[)\]}*_:;,.]+$/g, '');

/** Enough right beside the name or alone in the next line. */
function isLikely(value: string, name: SecretName): boolean {
  if (value.length < 8 || isNoValue(value) || !hasDigitAndLetter(value)) return false;
  return HEXADECIMAL.test(value) || isSure(value, name) || (isForPeople(name) && isPassword(value));
}

/** Enough even if other words are between the name and the value. */
function isSure(value: string, name: SecretName): boolean {
  if (value.length < 8 || isNoValue(value)) return false;
  if (isForPeople(name) && isPassword(value)) return true;
  return value.length >= 16 && !HEXADECIMAL.test(value) && looksRandom(value) && isDense(value);
}

const isForPeople = ({ proof }: SecretName) => proof === 'password' || proof === 'secret' || proof === 'unsure';

/** A word with capitals, small letters and digits as people and generators of passwords write it, unlike a name in code. */
function isPassword(value: string): boolean {
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value) || !/^[\w!@#$%^&*+?~.=-]+$/.test(value))
    return false;
  if (/[!@#$%^&*+?~]/.test(value.slice(1)) || inWords(value) * 2 < value.length) return true;
  return /[.-]/.test(value) && /\d\d/.test(value) && !/\d\.\d/.test(value);
}

const isNoValue = (value: string) =>
  !/^[!-~]+$/.test(value) || isPlaceholder(value) || isOrdinary(value) || isWordy(value) || NO_VALUE.test(value);
/** `marble-meadow-jackal-96`, said to be the secret. */
const DICED = /^(?!.*(?:pass|secret|token|key))(?:[a-z]{3,10}-){3,}[a-z\d]{2,10}$/;
const SAID = /(?:\b(?:is|es|ist|est)|[:=]) ["'`]?$/;
/** UUIDs, names with a number, code, paths, times, addresses of mail. */
const NO_VALUE =
  /,.*,|:\/\/|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}|^[\w.-]+\/[\w./-]+$|\w\(|[({[]\w|\w=\w|::|->|=>|^\d[\d.,:%TZ+-]*$|^[\w.+-]+@[\w-]+\.[\w.-]+|^--?\w|\.\w{1,4}:\d|^[A-Z]+_[A-Z_\d]+$|^\$/;
/** Keys as printed by commands. Elsewhere in a line, these are more likely hashes. */
const HEXADECIMAL = /^(?:0x)?(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;
