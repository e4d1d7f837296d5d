import type { Anchors } from '../anchor/anchors.js';
import { ALL } from '../anchor/bytes.js';
import { backslashesBefore, type CharacterSet, characterSet, isIn, WORD_DASH, WORD_DASH_DOT } from '../characters.js';
import type { Span } from '../finding.js';
import type { Reader, Stretch } from '../reader.js';
import { afterColours, afterEndOfColour, leadOverColours, startOfColour } from './colour.js';
import {
  foreignPassword,
  LONGEST_NAME,
  leadToForeignPasswords,
  leadToNames,
  mayEndSecretName,
  type SecretName,
  secretName,
} from './secret-name.js';
import { isSecretValue, LONGEST_VALUE, type Writing } from './secret-value.js';

/**
 * A value beside the name of a secret: environment files, JSON at any depth of escaping, YAML, code, query strings,
 * HTTP headers, XML elements.
 */
export function assignmentAt(reader: Reader, separator: number): Span | undefined {
  const { text } = reader;
  const nameEnd = endOfName(text, separator);
  const name = nameBefore(text, nameEnd);
  if (!name) return undefined;
  const from = startOfValue(text, separator);
  if (from < 0) return undefined;
  const tight = text.charCodeAt(separator) === EQUALS && from === afterColours(text, separator + 1);
  if (!tight) return valueAt(reader, from, name, 'loose');
  return valueAt(reader, from, name, isVariable(text, nameEnd) ? 'literal' : 'tight');
}

function nameBefore(text: string, end: number): SecretName | undefined {
  const secondLast = text.charCodeAt(end - 2);
  const last = text.charCodeAt(end - 1);
  if (secondLast > 127 || last > 127) return foreignPassword(text, end);
  if (!mayEndSecretName(secondLast, last)) return undefined;
  const name = text.slice(startOfName(text, end), end);
  return name.endsWith('passe') ? foreignPassword(text, end) : secretName(name);
}

/** `PGPASSWORD=…` at the start of a word belongs to a shell or an environment file, where values are not code. */
function isVariable(text: string, end: number): boolean {
  const start = startOfName(text, end);
  const before = start === 0 ? SPACE : text.charCodeAt(start - 1);
  const isFirst = before <= SPACE || isIn(QUOTES, before) || backslashesBefore(text, start - 1) > 0;
  return (isFirst || startOfColour(text, start) < start) && VARIABLE.test(text.slice(start, end));
}

const SPACE = 32;
const VARIABLE = /^[A-Z][A-Z0-9_]{1,80}$/;

/**
 * `--password hunter2`, and `"--password", "hunter2"` as in a list of arguments. The flag's run ends at `flagEnd`.
 */
export function flagValueAt(reader: Reader, flagStart: number, flagEnd: number): Span | undefined {
  const { text } = reader;
  if (!mayEndSecretName(text.charCodeAt(flagEnd - 2), text.charCodeAt(flagEnd - 1))) return undefined;
  const from = startOfArgument(text, flagEnd);
  const name = from < 0 ? undefined : secretName(text.slice(flagStart + 2, flagEnd));
  return name ? valueAt(reader, from, name, 'tight') : undefined;
}

/** Returns -1 if none follows. */
function startOfArgument(text: string, flagEnd: number): number {
  if (text.charCodeAt(flagEnd) === SPACE) return flagEnd + 1;
  NEXT_IN_LIST.lastIndex = flagEnd;
  return NEXT_IN_LIST.test(text) ? NEXT_IN_LIST.lastIndex : -1;
}

/** Quotes may be escaped, as may new lines. */
const NEXT_IN_LIST = /\\{0,16}["'`](?:\s|\\{1,16}[nrt]){0,40},(?:\s|\\{1,16}[nrt]){0,40}(?=\\{0,16}["'`])/y;

const EQUALS = 61;
const LONGEST_BARE = 1024;
const LONGEST_HEADER = 16_384;
const QUOTES = characterSet('"\'`');
const LINE_END = characterSet('\r\n\\"\'`');
const BARE_END = characterSet(' \t\r\n"\'`,;(){}<>|&\\]');

/** What may come between a name and its sign. */
const NAME_GAPS = ' \\]"\'`';
const GAPS = characterSet(NAME_GAPS);
/** What may come right after a flag. */
const FLAG_ENDS = ' \\"\'`';

export function anchorNames(anchors: Anchors): void {
  const { graph, signs, afterDashes } = anchors;
  const names = graph.node();
  leadToNames(anchors, names);
  graph.lead(afterDashes, FLAG_ENDS, names);
  anchors.word('--', {
    before: anchors.anyOf(ALL.replace('-', '')),
    followedUpTo: { sets: [WORD_DASH], count: LONGEST_NAME + 2, node: afterDashes },
  });
  graph.share(signs, names);
  graph.lead(signs, NAME_GAPS, signs);
  leadOverColours(graph, signs, signs);
  leadToForeignPasswords(graph, signs);
}

/** Skips spaces, quotes with their backslashes, the bracket of `env["NAME"] =`, and colours. Bounded: names are close. */
function endOfName(text: string, separator: number): number {
  let at = separator;
  for (let steps = 0; steps < 24 && at > 0; steps++) {
    const before = isIn(GAPS, text.charCodeAt(at - 1)) ? at - 1 : startOfColour(text, at);
    if (before === at) break;
    at = before;
  }
  return at;
}

export function startOfName(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < 90 && isIn(WORD_DASH_DOT, text.charCodeAt(at - 1))) at--;
  const escaped = backslashesBefore(text, at) > 0 && 'nrt'.includes(text.charAt(at));
  return escaped ? at + 1 : afterEndOfColour(text, at);
}

function startOfValue(text: string, separator: number): number {
  let at = separator + 1;
  // `=>`, `:=`; but `==`, `=~` and `::` compare or qualify.
  const next = text.charCodeAt(at);
  if (next === 62 || (next === EQUALS && text.charCodeAt(separator) === 58)) at++;
  else if (next === EQUALS || next === 126 || next === 58) return -1;
  for (let steps = 0; steps < 16; steps++) {
    const isSpace = text.charCodeAt(at) === SPACE || text.charCodeAt(at) === 9;
    const next = isSpace ? at + 1 : afterColours(text, at);
    if (next === at) break;
    at = next;
  }
  return at;
}

function valueAt(reader: Reader, from: number, name: SecretName, bare: Writing): Span | undefined {
  const { text } = reader;
  let open = from;
  while (text.charCodeAt(open) === 92 && open - from < 64) open++;
  const backslashes = open - from;
  // Python and C# put a letter before the quote.
  if (open === from && /^[rbfu@]["']/.test(text.slice(from, from + 2))) open++;
  const quoted = isIn(QUOTES, text.charCodeAt(open));
  const start = quoted ? open + 1 : from;
  const end = quoted ? endOfQuoted(text, open, backslashes) : endOfBare(reader, from, name);
  if (end < 0) return undefined;
  const value = text.slice(start, Math.min(end, start + LONGEST_VALUE));
  if (!quoted && isCall(text, end)) return undefined;
  if (!isSecretValue(name, value, quoted ? 'quoted' : bare)) return undefined;
  const skip = name.proof === 'authorization' ? schemeLength(value) : 0;
  return { kind: name.kind, start: start + skip, end, byName: true };
}

/** A quote with more backslashes than the opening one belongs to the value; one with as many ends the value. */
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

/** Returns -1 if it is too long to be a value. */
function endOfBare({ text, word, line }: Reader, from: number, name: SecretName): number {
  const wholeLine = name.proof === 'authorization' || name.proof === 'cookie';
  let at = wholeLine ? endOfStretch(text, from, LINE_END, line) : endOfStretch(text, from, BARE_END, word);
  if (at - from > (wholeLine ? LONGEST_HEADER : LONGEST_BARE)) return -1;
  if (name.isAscii) at = endOfAscii(text, from, at);
  for (;;) {
    const before = /[.,:\s]/.test(text.charAt(at - 1)) ? at - 1 : startOfColour(text, at);
    if (before === at || before < from) return at;
    at = before;
  }
}

function endOfAscii(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) < 128) at++;
  return at;
}

/** Every place in a stretch has the same end, so `token=token=…` is read once, not once for each name. */
function endOfStretch(text: string, from: number, ends: CharacterSet, known: Stretch): number {
  if (from >= known.from && from < known.end) return known.end;
  let at = from;
  while (at < text.length && ends[text.charCodeAt(at)] !== 1) at++;
  known.from = from;
  known.end = at;
  return at;
}

const isCall = (text: string, end: number) => text.charCodeAt(end) === 40 || text.charCodeAt(end) === 123;

/** `Bearer `, `Basic `: the scheme stays readable. */
const schemeLength = (value: string) => /^[A-Za-z][\w-]{1,20} +(?=\S{6})/.exec(value)?.[0].length ?? 0;
