import type { Anchors } from '../anchor/anchors.js';
import { ALL } from '../anchor/bytes.js';
import { backslashesBefore, characterSet, isIn, WORD_DASH, WORD_DASH_DOT } from '../characters.js';
import type { Span } from '../finding.js';
import type { Reader } from '../reader.js';
import { afterColours, afterEndOfColour, leadOverColours, startOfColour } from './colour.js';
import { foreignPassword, leadToForeignPasswords } from './foreign.js';
import { LONGEST_NAME, leadToNames, mayEndSecretName, type SecretName, secretName } from './secret-name.js';
import { isSecretValue, LONGEST_VALUE, type Writing } from './secret-value.js';
import { endOfHeader, valueFrom } from './value.js';

/**
 * A value next to the name of a secret: environment files, JSON at any depth of escaping, YAML, code, query strings,
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
  if (name === 'PWD' && text.charCodeAt(end - 4) === SEMICOLON) return secretName('pwd');
  return name.endsWith('passe') ? foreignPassword(text, end) : secretName(name);
}

/** `PGPASSWORD=…` at the start of a word belongs to a shell or an environment file, where values are not code. */
function isVariable(text: string, end: number): boolean {
  const start = startOfName(text, end);
  const before = start === 0 ? SPACE : text.charCodeAt(start - 1);
  const isFirst =
    before <= SPACE ||
    before > 127 ||
    before === PLUS ||
    before === DASH ||
    isIn(QUOTES, before) ||
    backslashesBefore(text, start - 1) > 0;
  return (isFirst || startOfColour(text, start) < start) && VARIABLE.test(text.slice(start, end));
}

const SPACE = 32;
/** Diffs put one of these at the start of a line; listings put an arrow there. */
const PLUS = 43;
const DASH = 45;
const VARIABLE = /^[A-Z][A-Z0-9_]{1,80}$/;

/**
 * `--password hunter2`, `-storepass hunter2`, and `"--password", "hunter2"` as in a list of arguments. The flag's run ends at `flagEnd`.
 */
export function flagValueAt(reader: Reader, flagStart: number, flagEnd: number): Span | undefined {
  const { text } = reader;
  if (!mayEndSecretName(text.charCodeAt(flagEnd - 2), text.charCodeAt(flagEnd - 1))) return undefined;
  const from = startOfArgument(text, flagEnd);
  const isLong = text.charCodeAt(flagStart + 1) === DASH;
  if (from < 0 || !(isLong || ONE_DASH.test(text.slice(flagStart, flagEnd)))) return undefined;
  const name = secretName(text.slice(flagStart + (isLong ? 2 : 1), flagEnd));
  if (!name) return undefined;
  // Erlang's `--cookie` is a password of its own, not a header.
  return valueAt(reader, from, name.proof === 'cookie' ? { ...name, proof: 'password' } : name, 'tight');
}

/** Java, OpenSSL and Erlang. */
const ONE_DASH = /^-(?:\w{0,8}(?:store|key)pass|pass(?:word|wd|phrase|in|out)?|setcookie)$/i;

/** Returns -1 if there is none. */
function startOfArgument(text: string, flagEnd: number): number {
  if (text.charCodeAt(flagEnd) === SPACE) return flagEnd + 1;
  NEXT_IN_LIST.lastIndex = flagEnd;
  return NEXT_IN_LIST.test(text) ? NEXT_IN_LIST.lastIndex : -1;
}

/** Quotes and line breaks may be escaped. */
const NEXT_IN_LIST =
  /(?:\r?\n|\\{1,16}n)[ \t]{0,24}(?:\d{1,6}[→\t])?[ \t+]{0,24}- (?=\S)|\\{0,16}["'`](?:\s|\\{1,16}[nrt]){0,40},(?:\s|\\{1,16}[nrt]){0,40}(?=\\{0,16}["'`])/y;

const EQUALS = 61;
const SEMICOLON = 59;
const BACKSLASH = 92;
const PERCENT = 37;
const QUOTES = characterSet('"\'`');

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

/** Skips spaces, escaped quotes, the bracket of `env["NAME"] =` and colours. Bounded, because names are close. */
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
  const before = text.charCodeAt(at - 1);
  if (before === BACKSLASH) return at + (/^(?:u[0-9a-fA-F]{4}|[nrt])/.exec(text.slice(at, at + 5))?.[0].length ?? 0);
  if (before === PERCENT) return at + (/^[0-9a-f]{2}/i.exec(text.slice(at, at + 2))?.[0].length ?? 0);
  return afterEndOfColour(text, at);
}

function startOfValue(text: string, separator: number): number {
  let at = separator + 1;
  // Accepts `=>` and `:=`, but not `==`, `=~` and `::`, which compare or qualify.
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
  if (name.proof === 'session' && isUuid(text, from)) return undefined;
  const value = valueFrom(reader, from);
  if (!value.isQuoted && (name.proof === 'authorization' || name.proof === 'cookie')) return header(reader, from, name);
  const { start, isQuoted } = value;
  const limit = (last: number) => (name.isAscii && !isQuoted && last > 0 ? endOfAscii(text, start, last) : last);
  const [end, shortEnd] = [limit(value.end), limit(value.shortEnd)];
  if (end < 0 || (!isQuoted && isCall(text, shortEnd))) return undefined;
  const writing = isQuoted ? 'quoted' : bare;
  const isSecret = (last: number) =>
    isSecretValue(name, text.slice(start, Math.min(last, start + LONGEST_VALUE)), writing);
  if (!isSecret(end) && (shortEnd === end || !isSecret(shortEnd))) return undefined;
  const stop = bare === 'literal' && !isQuoted ? endOfLiteral(text, start, end) : end;
  const skip = name.proof === 'authorization' ? schemeLength(text.slice(start, start + 40)) : 0;
  return { kind: name.kind, start: start + skip, end: stop, byName: true };
}

/** Every line of a session has its id. */
function isUuid(text: string, from: number): boolean {
  UUID.lastIndex = from;
  return UUID.test(text);
}

const UUID = /\\{0,16}"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\{0,16}"/y;

function header(reader: Reader, from: number, name: SecretName): Span | undefined {
  const { text } = reader;
  DIGEST.lastIndex = from;
  const end = DIGEST.test(text) ? DIGEST.lastIndex : endOfHeader(reader, from);
  const value = text.slice(from, Math.min(end, from + LONGEST_VALUE));
  if (end < 0 || !isSecretValue(name, value, 'loose')) return undefined;
  const skip = name.proof === 'authorization' ? schemeLength(value) : 0;
  return { kind: name.kind, start: from + skip, end, byName: true };
}

const DIGEST = /Digest (?:\w{1,20}=(?:\\{0,16}"[^"\n]{0,400}"|[\w-]{1,80})(?:, ?)?){2,16}/y;

/** In environment files and shells, a value ends only at a blank, a quote or the next command. */
function endOfLiteral(text: string, start: number, end: number): number {
  LITERAL.lastIndex = end;
  LITERAL.test(text);
  return Math.max(end, Math.min(LITERAL.lastIndex, start + LONGEST_VALUE));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const LITERAL = /(?:[^\s"'`\\;&|<>\u001b.,:]|[.,:;&|<>]{1,8}(?=[\w!#$%*@^~+]))*/y;

function endOfAscii(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) < 128) at++;
  return at;
}

const isCall = (text: string, end: number) => text.charCodeAt(end) === 40 || text.charCodeAt(end) === 123;

/** `Bearer `, `Basic `: the scheme stays readable. */
const schemeLength = (value: string) => /^[A-Za-z][\w-]{1,20} +(?=\S{6})/.exec(value)?.[0].length ?? 0;
