import { backslashesBefore, characterSet, isIn } from '../characters.js';
import type { Reader, Stretch } from '../reader.js';
import { startOfColour } from './colour.js';
import { LONGEST_VALUE } from './secret-value.js';

/** Where a value is, and how it is written. */
export interface Value {
  start: number;
  end: number;
  isQuoted: boolean;
  /** Where an unquoted value ends if a comma, bracket or similar character is taken as its end rather than as part of it. */
  shortEnd: number;
}

/** The value that begins at `from`. Its end is -1 if it is too long. */
export function valueFrom(reader: Reader, from: number): Value {
  const { text } = reader;
  const quoted = quotedFrom(text, from);
  if (quoted) return { ...quoted, isQuoted: true, shortEnd: quoted.end };
  return { start: from, ...endsOfBare(reader, from), isQuoted: false };
}

const QUOTES = characterSet('"\'`');
/** Letters that Python, Rust and C# put before a quote. */
const PREFIX = /[rbfuNL@$]{1,2}(?=\\{0,16}["'`])/y;
/** Quotes as escaped in HTML, JSON and URLs. */
const WRITTEN_QUOTE = /&(?:quot|apos|#3[49]|#x2[27]);|\\{1,8}u002[27]|%2[27]/iy;

function quotedFrom(text: string, from: number): { start: number; end: number } | undefined {
  let at = from;
  const first = text.charCodeAt(from);
  if (first === 38 || first === 37 || first === 92) {
    const written = matchAt(WRITTEN_QUOTE, text, from);
    if (written) return betweenWritten(text, from, written);
  }
  if (first >= 64) at += matchAt(PREFIX, text, from)?.length ?? 0;
  let open = at;
  while (text.charCodeAt(open) === 92 && open - at < 64) open++;
  const quote = text.charCodeAt(open);
  if (!isIn(QUOTES, quote)) return undefined;
  if (open === at && text.charCodeAt(open + 1) === quote && text.charCodeAt(open + 2) === quote) open += 2;
  return {
    start: open + 1,
    end: endOfQuoted(text, open, open > at && isIn(QUOTES, text.charCodeAt(at)) ? 0 : open - at),
  };
}

function betweenWritten(text: string, from: number, quote: string): { start: number; end: number } {
  const start = from + quote.length;
  const end = text.slice(start, start + 1024).indexOf(quote);
  return { start, end: end < 0 ? start : start + end };
}

function matchAt(form: RegExp, text: string, from: number): string | undefined {
  form.lastIndex = from;
  return form.exec(text)?.[0];
}

/** A quote with as many backslashes as the opening one ends the value; with more, it is part of the value. */
export function endOfQuoted(text: string, open: number, backslashes: number): number {
  const quote = text.charCodeAt(open);
  const limit = Math.min(text.length, open + 1 + LONGEST_VALUE);
  let at = open + 1;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return at;
    if (code !== quote) continue;
    const before = Math.min(backslashesBefore(text, at), at - open - 1);
    if (before <= backslashes || before % (2 * (backslashes + 1)) === backslashes)
      return at - Math.min(before, backslashes);
  }
  return at;
}

const LONGEST_BARE = 1024;
const LONGEST_HEADER = 16_384;
const LINE_END = characterSet('\r\n\\"\'`');
const SHORT_END = characterSet(' \t\r\n"\'`,;(){}<>|&\\]');
/** Characters that are part of a value only if the value continues after them. */
const SOFT = characterSet(',;)}]&>');
/** Follows a soft end if the value continues. */
const MORE = characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%*@^~+_');
/** The start of the next pair: `, port=`, `;Encrypt=`, `&x=`, `, "name":`. */
const NEXT_PAIR = /;[\w. -]{0,40}=|[^;]\s?[\w.-]{0,40}\\{0,8}["'`]?[=:]|&(?:amp|lt|gt|quot|#)/y;

function endsOfBare({ text, word }: Reader, from: number): { end: number; shortEnd: number } {
  const first = endOfStretch(text, from, SHORT_END, word);
  if (first - from > LONGEST_BARE) return { end: -1, shortEnd: -1 };
  const shortEnd = trimmed(text, from, first);
  const limit = Math.min(text.length, from + LONGEST_BARE);
  let at = first;
  // Every name inside a value shares its end, so remember it: each value is read once, not once per name.
  while (at < limit && goesOn(text, at)) {
    at++;
    while (at < limit && !isIn(SHORT_END, text.charCodeAt(at))) at++;
  }
  return { end: at === first ? shortEnd : trimmed(text, from, at), shortEnd };
}

function goesOn(text: string, at: number): boolean {
  if (!isIn(SOFT, text.charCodeAt(at)) || !isIn(MORE, text.charCodeAt(at + 1))) return false;
  NEXT_PAIR.lastIndex = at;
  return !NEXT_PAIR.test(text);
}

/** Drops punctuation and colours at the end. */
function trimmed(text: string, from: number, end: number): number {
  let at = end;
  while (at > from) {
    const before = isIn(PUNCTUATION, text.charCodeAt(at - 1)) ? at - 1 : startOfColour(text, at);
    if (before === at || before < from) return at;
    at = before;
  }
  return at;
}

const PUNCTUATION = characterSet('.,: \t\r\n');

/** The end of the line, for headers; -1 if it is too far away. */
export function endOfHeader({ text, line }: Reader, from: number): number {
  const end = endOfStretch(text, from, LINE_END, line);
  return end - from > LONGEST_HEADER ? -1 : trimmed(text, from, end);
}

/** All positions in a stretch share one end, so `token=token=…` is read once, not once per name. */
function endOfStretch(text: string, from: number, ends: Uint8Array, known: Stretch): number {
  if (from >= known.from && from < known.end) return known.end;
  let at = from;
  while (at < text.length && ends[text.charCodeAt(at)] !== 1) at++;
  known.from = from;
  known.end = at;
  return at;
}
