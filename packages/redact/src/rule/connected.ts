import type { Anchors } from '../anchor/anchors.js';
import { characterSet, isIn, WORD_DASH_DOT } from '../characters.js';
import type { Span } from '../finding.js';
import { isNameLike, looksRandom } from '../randomness.js';
import type { Reader } from '../reader.js';
import { startOfName } from './assignment.js';
import { takeColumn } from './column.js';
import { BEYOND, CLOSE, CONNECTORS, type Connector } from './connector.js';
import { foreignPassword } from './foreign.js';
import { nearbyValue, valueSaidBefore } from './nearby.js';
import {
  LONGEST_NAME,
  leadToNames,
  mayEndSecretName,
  PASSWORD,
  type SecretName,
  SPOKEN,
  secretName,
  secretPhrase,
} from './secret-name.js';
import { hasDigitAndLetter, isCodeName, isOrdinary, isPlaceholder, isSecretValue, isWordy } from './secret-value.js';
import { type Value, valueFrom } from './value.js';

/** A value after the name in [start, end), joined by something other than a plain sign (connector.ts) or only near it. */
export function connectedValue(reader: Reader, start: number, end: number): Span | undefined {
  const { text } = reader;
  if (text.startsWith('ña', end) && text.endsWith('contrase', end)) return nearbyValue(text, end + 2, PASSWORD);
  const nameEnd = withoutSeparators(text, start, end);
  if (nameEnd <= reader.namedUntil || !mayEndName(text, end)) return undefined;
  if (!mayEndSecretName(text.charCodeAt(nameEnd - 2), text.charCodeAt(nameEnd - 1))) return undefined;
  const nameStart = startOfName(text, end);
  const name = nameBetween(text, nameStart, end);
  if (!name || name.proof === 'cookie') return undefined;
  const before = text.slice(Math.max(0, nameStart - 48), end);
  if (name.proof === 'session' && !COOKIE.test(before)) return undefined;
  const at = afterClosers(text, end);
  if (name.proof === 'key' && !isIn(AFTER_KEYS, text.charCodeAt(afterBlanks(text, at)))) return undefined;
  if (mayHeadColumn(text, end)) takeColumn(reader, { start: nameStart, end }, name);
  return (
    joinedValue(reader, { end, at, before }, name) ??
    valueBefore(text, nameStart, name) ??
    valueSaidBefore(text, nameStart, name) ??
    nearbyValue(text, end, name)
  );
}

/** `end` is the end of the name, `at` the end of the quotes and brackets after it, `before` the text up to its end. */
function joinedValue(
  reader: Reader,
  place: { end: number; at: number; before: string },
  name: SecretName,
): Span | undefined {
  const { end, at, before } = place;
  for (const connector of connectorsAt(reader.text, at) ?? []) {
    if (connector.before && !connector.before.test(before)) continue;
    connector.form.lastIndex = at;
    if (!connector.form.test(reader.text) || connector.form.lastIndex === end) continue;
    const found = secretFrom(reader, connector.form.lastIndex, name, connector);
    if (found) return found;
  }
  return undefined;
}

/** A full stop ends a sentence before a blank, and a part of a name elsewhere. */
const mayEndName = (text: string, end: number) =>
  text.charCodeAt(end) === DOT
    ? isIn(AFTER_FULL_STOP, text.charCodeAt(end + 1))
    : isIn(MAY_FOLLOW_NAME, text.charCodeAt(end));

const AFTER_FULL_STOP = characterSet(' \t\r\n"\'`)');
const DOT = 46;

function nameBetween(text: string, start: number, end: number): SecretName | undefined {
  const name = text.slice(start, end);
  // `pw` alone is also a common variable name, so it needs a sign.
  if (!TRIGGER.test(name) && !FOREIGN_NAMES.some((word) => name.endsWith(word))) return undefined;
  if (name.length < 3 && !/^ (?:is|was|for)\b/.test(text.slice(end, end + 5))) return undefined;
  return secretName(name) ?? secretPhrase(text, end) ?? (name === 'passe' ? foreignPassword(text, end) : undefined);
}

/** The remaining items of a list whose first item is a secret: `"tokens": ["…", "…"]`. */
export function* itemsAfter({ text }: Reader, first: Span): Generator<Span> {
  if (!LIST_START.test(text.slice(Math.max(0, first.start - 24), first.start))) return;
  let at = first.end;
  for (;;) {
    NEXT_ITEM.lastIndex = at;
    const value = NEXT_ITEM.exec(text)?.[1];
    if (!value || !isSecretValue({ kind: first.kind, proof: 'token' }, value, 'quoted')) return;
    at = NEXT_ITEM.lastIndex;
    yield { kind: first.kind, start: at - value.length, end: at, byName: true };
  }
}

const LIST_START = /\[(?:\s|\\{1,16}n){0,16}\\{0,16}["'`]$/;
const NEXT_ITEM =
  /\\{0,16}["'`](?:\s|\\{1,16}n){0,16},(?:\s|\\{1,16}n){0,40}\\{0,16}["'`]([^"'`\\\s]{8,256})(?=\\{0,16}["'`])/y;

/** `{"value": "…", "name": "NAME"}` */
function valueBefore(text: string, nameStart: number, name: SecretName): Span | undefined {
  if (!isIn(OPENERS, text.charCodeAt(nameStart - 1))) return undefined;
  const from = Math.max(0, nameStart - 400);
  const found = VALUE_FIRST.exec(text.slice(from, nameStart));
  const value = found?.[1];
  if (!value || !isQuotedSecret(name, value, SURE)) return undefined;
  const start = from + found.index + found[0].indexOf(value, found[0].indexOf(':'));
  return { kind: name.kind, start, end: start + value.length, byName: true };
}

const OPENERS = characterSet('"\'');
const SURE = { isSure: true } as const;
const VALUE_FIRST =
  /(?:value|val|secret|result)\\{0,16}["']?\s?:\s?\\{0,16}["']([^"'\s\\]{4,256})\\{0,16}["']\s{0,8}\}?,\s{0,24}(?:\\{0,16}["']?\w{1,24}\\{0,16}["']?\s?:\s?[^,{}[\]]{0,80},\s{0,24}){0,4}\\{0,16}["']?(?:name|key|id|field|type)\\{0,16}["']?\s?:\s?\\{0,16}["']$/i;

/** Session names are common words. They name a cookie after `name:`, after `cookies.set(` and in a cookie jar. */
const COOKIE =
  /(?:name\\{0,16}["']?\s?[:=]\s?\\{0,16}["']|cookies?\.\w{1,12}\(\\{0,16}["']|(?:TRUE|FALSE)(?:\t|\\{1,16}t)\d{1,12}(?:\t|\\{1,16}t))[\w.-]*$/i;

/** `_Password_`, `__token__` */
function withoutSeparators(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isIn(SEPARATORS, text.charCodeAt(at - 1))) at--;
  return at;
}

/** The value of a key that is not known to be secret counts only as an argument, or after a remark. */
const AFTER_KEYS = characterSet(',(');
const SEPARATORS = characterSet('-_');
/** What comes after a heading: a sign, the end of the line or two spaces. */
const mayHeadColumn = (text: string, end: number) =>
  /^["'`*]{0,4}(?: ?(?:[,;)|\t\r\n]|\\[rnt])| {2}| ?[│┃║]|$)/.test(text.slice(end, end + 8));
const CLOSERS = characterSet('"\'`*_]&\\%<\u001b');

function afterClosers(text: string, end: number): number {
  if (!isIn(CLOSERS, text.charCodeAt(end))) return end;
  CLOSE.lastIndex = end;
  return CLOSE.test(text) ? CLOSE.lastIndex : end;
}

function connectorsAt(text: string, from: number): readonly Connector[] | undefined {
  const code = text.charCodeAt(afterBlanks(text, from));
  return code < 128 ? CONNECTORS[code] : code > 127 ? BEYOND : undefined;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at - from < 24 && isBlank(text.charCodeAt(at))) at++;
  return at;
}

const isBlank = (code: number) => code === 32 || code === 9 || code === 0xa0;

/** Every name that needs no sign before its value contains one of these. The kernel looks for them first. */
const TRIGGERS = [
  'ss',
  'SS',
  'sid',
  'SID',
  'pw',
  'wd',
  'PW',
  'cr',
  'CR',
  'ok',
  'OK',
  'ey',
  'EY',
  'tifi',
  'TIFI',
  'psk',
  'PSK',
];
/** Names without any of them. */
const FOREIGN_NAMES = ['contrase', 'senha', 'clave', 'woord'];
const TRIGGER = new RegExp(TRIGGERS.join('|'));

export function anchorConnected(anchors: Anchors): void {
  const { graph, places } = anchors;
  const names = graph.node();
  leadToNames(anchors, names, SPOKEN);
  const following = graph.node();
  graph.lead(following, AFTER_NAMES, names);
  const followedUpTo = { sets: [WORD_DASH_DOT], count: LONGEST_NAME, node: following };
  for (const word of FOREIGN_NAMES) anchors.word(word);
  for (const trigger of TRIGGERS) graph.end(graph.word(places, trigger), { followedUpTo });
}

/** Characters that may come right after a name. Signs are missing because they are anchors themselves. */
const AFTER_NAMES = ' \t\r\n\\"\'`*)]|,(<}{[?%&;$\u001b';
const MAY_FOLLOW_NAME = characterSet(`${AFTER_NAMES}:=>`);

function secretFrom(reader: Reader, from: number, name: SecretName, connector: Connector): Span | undefined {
  const value = valueFrom(reader, from);
  const { start } = value;
  const end = endOfSecret(reader.text, value, name, connector);
  return end > start ? { kind: name.kind, start, end, byName: true } : undefined;
}

/** Returns -1 if the value is not a secret. */
function endOfSecret(
  text: string,
  { start, end, shortEnd, isQuoted }: Value,
  name: SecretName,
  connector: Connector,
): number {
  if (isQuoted)
    return isQuotedSecret(connector.isPassword ? PASSWORD : name, text.slice(start, end), connector) ? end : -1;
  if (connector.bare === 'none' || end < 0 || text.charCodeAt(shortEnd) === 40) return -1;
  const last = text.slice(start, end).replace(/[:;)*\]]+$/, '').length + start;
  const meant = connector.isPassword ? PASSWORD : name;
  if (isBareSecret(meant, text.slice(start, last), connector.bare)) return last;
  return shortEnd < end && isBareSecret(meant, text.slice(start, shortEnd), connector.bare) ? end : -1;
}

function isQuotedSecret(name: SecretName, value: string, { isSure }: Pick<Connector, 'isSure'>): boolean {
  if (name.proof === 'session') return isSecretValue(name, value, 'quoted');
  if (/\s/.test(value) && name.proof !== 'authorization') return false;
  if (isSure) return isSecretValue(name, value, 'quoted');
  if (name.proof === 'authorization') return isSecretValue(name, value, 'quoted');
  if (name.proof === 'password' && /^[\w.-]+\/[\w./-]+$/.test(value)) return false;
  return isMoreThanAWord(name, value) && isSecretValue(name, value, 'quoted');
}

function isBareSecret(name: SecretName, value: string, bare: Connector['bare']): boolean {
  if (name.proof === 'session') return isSecretValue(name, value, 'tight');
  if (bare === 'long' && (value.length < 16 || !looksRandom(value) || isWordy(value))) return false;
  if (name.isAssigned || name.proof === 'unsure' || isCodeName(value)) return false;
  if (value.length < 8 || !isMoreThanAWord(name, value) || isPlaceholder(value) || isOrdinary(value)) return false;
  if (/[({[]|\w=\w|::|^[^\w!#$%*@^~+]/.test(value)) return false;
  if (
    IDENTIFIER.test(value) &&
    !looksRandom(value) &&
    (bare !== 'any' || TECHNICAL.test(value) || !isPasswordLike(name))
  )
    return false;
  if (name.proof === 'password' && value.includes('/')) return false;
  return bare === 'any' || isPasswordLike(name) || looksRandom(value);
}

const isPasswordLike = ({ proof }: SecretName) => proof === 'password' || proof === 'secret';

/** `step2_output`, `v1.2.3`, `utf-8`: words and numbers joined by signs, or one word that ends with a number. */
const IDENTIFIER = /^(?:[A-Za-z]*\d{0,3})(?:[_./:][A-Za-z]*\d{0,3})*$|^[\d.,:%-]+$|^[a-z]+-\d+$/;
/** Words that end with a number but are not passwords. */
const TECHNICAL =
  /^(?:sha|md|base|utf|oauth|argon|bcrypt|pbkdf|rsa|aes|ed|v|ipv|http|step|test|line|page|phase|part|version|user|field|value|param|auth|pass|token|key|secret)[\d_]/i;

/** Passwords often end with a number. After other names, such a word is more likely an identifier (`token: step2`). */
function isMoreThanAWord({ proof }: SecretName, value: string): boolean {
  if (/\.[A-Z][a-z]+[A-Z]?[a-z]+$/.test(value)) return false;
  if (!hasDigitAndLetter(value)) return value.length >= 10 && looksRandom(value);
  if (proof !== 'password' && proof !== 'secret') return !isNameLike(value) && !isWordy(value);
  return !isWordy(value) || /^[^/.:]{8,24}$/.test(value);
}
