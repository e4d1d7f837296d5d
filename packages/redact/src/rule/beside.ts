import type { Anchors } from '../anchor/anchors.js';
import { BASE64, characterSet, endOfRun, isIn } from '../characters.js';
import type { Span } from '../finding.js';
import { entropy, looksRandom } from '../randomness.js';
import { isOrdinary, isPlaceholder } from './secret-value.js';

/** A value introduced by words, without a sign: `Bearer eyJ…`, `the API key is …`. */
export function valueAfterSecretWord(text: string, start: number, end: number): Span | undefined {
  const before = text.charCodeAt(start - 1);
  if (before !== 32 && before !== 96 && before !== 34 && before !== 39) return undefined;
  if (!hasDigitAndLetter(text, start, end)) return undefined;
  const words = text.slice(Math.max(0, start - 32), start);
  if (!SCHEME.test(words) && !SAID.test(words)) return undefined;
  const stop = endOfRun(text, end, VALUE);
  const value = text.slice(start, Math.min(stop, start + 512));
  if (value.length < 16 || isPlaceholder(value) || isOrdinary(value) || isIdentifier(value) || !looksRandom(value))
    return undefined;
  return { kind: 'token', start, end: stop, byName: true };
}

const SCHEMES = ['bearer', 'basic', 'ssws'];
const NAMES = [
  ...['password', 'passphrase', 'secret', 'token', 'credential', 'my key', 'our key', 'your key', 'the key'],
  ...['api', 'access'].flatMap((word) => ['', ' ', '_', '-'].map((between) => `${word}${between}key`)),
];
const VERBS = ['is', 'was'];
const ADVERB = 'now';
const PREPOSITIONS = ['to', 'of', 'with', 'as'];
const QUOTES = '"\'`';

const SCHEME = new RegExp(`\\b(?:${SCHEMES.join('|')}) [${QUOTES}]?$`, 'i');
/** A quote may replace the verb: `password "…"`. */
const SAID = new RegExp(
  `(?<![\\w-])(?:${NAMES.join('|')})s?` +
    `(?: (?:${VERBS.join('|')})(?: ${ADVERB})?:? [${QUOTES}]?| (?:(?:${PREPOSITIONS.join('|')}) )?[${QUOTES}])$`,
  'i',
);

/** Accepts any number of these words in any order. The rule is stricter. */
export function anchorSaid({ graph, beforeStretch }: Anchors): void {
  const words = graph.node();
  graph.lead(beforeStretch, QUOTES, beforeStretch);
  graph.lead(beforeStretch, ' ', words);
  graph.lead(words, ':', words);
  for (const word of [...VERBS, ADVERB, ...PREPOSITIONS]) graph.wordInAnyCase(words, ` ${word}`, words);
  for (const name of [...SCHEMES, ...NAMES, ...NAMES.map((each) => `${each}s`)])
    graph.end(graph.wordInAnyCase(words, name));
}

const VALUE = characterSet('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~+/=-');

/** `sha256_of_input`, `utf8-decoder-v2`: words with a digit in them. */
const isIdentifier = (value: string) =>
  /^[a-z]+\d{0,3}(?:[-_.][a-z0-9]{1,12})*$/i.test(value) && entropy(value) < 3.7 && !/[A-Z]/.test(value.slice(1));

function hasDigitAndLetter(text: string, start: number, end: number): boolean {
  let digit = false;
  let letter = false;
  for (let at = start; at < end && at < start + 256; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) digit = true;
    else if ((code | 32) >= 97) letter = true;
    if (digit && letter) return true;
  }
  return false;
}

const NEAR = 240;

/** The secret of an AWS key pair is recognised by its length alone, so it must follow a key id. */
export function awsSecretAfter(text: string, from: number, spans: Span[]): void {
  const limit = Math.min(text.length, from + NEAR);
  for (let at = from; at < limit; at++) {
    if (!isIn(BASE64, text.charCodeAt(at))) continue;
    const end = endOfRun(text, at, BASE64, at + 64);
    const value = text.slice(at, end);
    if (
      end - at === 40 &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      /\d|[+/]/.test(value) &&
      entropy(value) > 3.8
    ) {
      spans.push({ kind: 'aws_secret_key', start: at, end });
      return;
    }
    at = end;
  }
}

/** `Client("SK…", "…")`: the secret of a key pair in a call or a list. */
export function argumentAfter(text: string, from: number, spans: Span[]): void {
  ARGUMENT.lastIndex = from;
  const value = ARGUMENT.exec(text)?.[1];
  if (!value || !looksRandom(value) || isPlaceholder(value) || isOrdinary(value)) return;
  spans.push({ kind: 'secret', start: ARGUMENT.lastIndex - value.length, end: ARGUMENT.lastIndex });
}

const ARGUMENT = /\\{0,16}["'],\s{0,8}\\{0,16}["']([A-Za-z0-9+/=_-]{24,128})(?=\\{0,16}["'])/y;

/** The key file of a Google service account is recognised by the fields before the key. */
export function isServiceAccount(text: string, keyStart: number): boolean {
  return text.slice(Math.max(0, keyStart - 400), keyStart).includes('service_account');
}
