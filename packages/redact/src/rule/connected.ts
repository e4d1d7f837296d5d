import type { Anchors } from '../anchor/anchors.js';
import type { Span } from '../finding.js';
import { isNameLike, looksRandom } from '../randomness.js';
import type { Reader } from '../reader.js';
import { endOfQuoted, startOfName } from './assignment.js';
import { leadToNames, mayEndSecretName, type SecretName, secretName, secretPhrase } from './secret-name.js';
import { hasDigitAndLetter, isOrdinary, isPlaceholder, isSecretValue, isWordy } from './secret-value.js';

/**
 * How a value may follow the name of a secret other than by a sign. `bare` says what a value without quotes must look like:
 * `any` that is no word, or `random`; `none` takes quoted values only.
 */
interface Connector {
  form: RegExp;
  bare: 'any' | 'random' | 'none';
  /** What must come before the name. */
  after?: RegExp;
}

/** Escaped or not: a blank, a line break with what listings put before a line, a quote. */
const BLANK = '(?:[ \\t]|\\\\{1,16}t)';
const BREAK = '(?:\\r?\\n|\\\\{1,16}r?\\\\{0,16}n)(?:[ \\t]*\\d{1,6}[→\\t:])?[+>-]?';
const QUOTE = '\\\\{0,16}["\'`]';
const COLOUR = '(?:\\u001b|\\\\{1,16}u001[bB])\\[[\\d;]{0,16}[mK]';
/** What closes a name: its quote, emphasis, brackets, tags. */
const CLOSE = `(?:${QUOTE}|\\*{1,2}|_{1,2}(?![\\w])|\\]|<\\\\{0,4}/\\w{1,10}>|${COLOUR}){0,4}`;
const GAP = `(?:${BLANK}|${BREAK}){0,24}`;
/** The other half of a pair whose first half is the name. */
const VALUE_KEY = `${QUOTE}?(?:parameter_?)?(?:value|default|content|defaultvalue|string)${QUOTE}?`;

const connector = (form: string, bare: Connector['bare'], after?: RegExp): Connector => ({
  form: new RegExp(CLOSE + form, 'iy'),
  bare,
  ...(after ? { after } : {}),
});

const CONNECTORS: readonly Connector[] = [
  // `const NAME: &str = "…"`, `NAME string = "…"`, `NAME[] = "…"`, `name = SecretStr("…")`
  connector(
    `${BLANK}{0,8}:?${BLANK}{0,8}[\\w&'<>[\\].:?]{0,24}(?: ?[\\w<>[\\]]{1,16})?${BLANK}{0,8}:?=${BLANK}{0,8}(?=${QUOTE})`,
    'none',
  ),
  connector(`${BLANK}{0,8}(?:[:=]|=>)${BLANK}{0,8}(?:new |!)?[\\w:.]{1,24}[({ ]${BLANK}{0,4}(?=${QUOTE})`, 'none'),
  // `{"name": "NAME", "value": "…"}`, `variable "name" { default = "…" }`, `name="password" value="…"`
  connector(
    `${GAP}[,;{)]?(?:${GAP}${QUOTE}?(?:type|description|sensitive|secure|domain|ephemeral)${QUOTE}?${BLANK}{0,12}[=:][^\\n,;{}]{0,80}?(?:[,;]|${BREAK}|${BLANK})){0,4}${GAP}(?:- )?${VALUE_KEY}${BLANK}{0,12}[=:]${BLANK}{0,8}`,
    'any',
  ),
  // `env.NAME || "…"`, `getenv("NAME") ?: "…"`, `name === "…"`, `toBe("…")`, `unwrap_or("…")`, `fetch("NAME") { "…" }`
  connector(
    `\\)?${BLANK}{0,4}(?:\\|\\|=?|\\?\\?=?|\\?:|[!=]==?|\\bor\\b|\\{|\\)?\\.\\w{2,24}\\()${BLANK}{0,4}(?:default${BLANK}{0,2}=${BLANK}{0,2})?(?=${QUOTE})`,
    'none',
  ),
  // `getenv("NAME", "…")`, `define('NAME', '…')`
  connector(
    `${BLANK}{0,4},${GAP}(?:default${BLANK}{0,2}[=:]${BLANK}{0,2})?(?=${QUOTE})`,
    'none',
    /(?:[\w)\]]\(|\[|, ?)\s*\\{0,16}["'`][\w. -]*$/,
  ),
  // `setPassword("…")`, `PASSWORD('…')`, `the password (…)`
  connector(`${BLANK}{0,2}\\(${BLANK}{0,2}`, 'random'),
  // `${NAME:-…}`
  connector('\\}?:-', 'any', /\$\{\w*$/),
  // A table: `| Password | … |`; `<td>Password</td><td>…`
  connector(`${BLANK}{0,24}\\|${BLANK}{0,24}(?=[^|\\n]{1,200}\\|)${QUOTE}?`, 'any', /\|\s*[`*\w .-]*$/),
  connector(`${GAP}<\\w{1,10}>`, 'any', />[\w .-]*$/),
  // `**Password:** …`, `<b>Password:</b> …`, `Password → …`
  connector(`:(?:\\*{1,2}|_{1,2}|<\\\\{0,4}/\\w{1,10}>)${BLANK}{0,4}(?:${COLOUR})?`, 'any'),
  connector(`${BLANK}{1,4}(?:->|→|[–—-]{1,2})${BLANK}{1,4}`, 'random'),
  // A block below: `token:` and the value alone on its line
  connector(
    `:?${BLANK}{0,4}(?:[|>][-+]?)?(?:${BREAK}[ \\t]*){1,3}(?:\`\`\`\\w{0,10}${BREAK})?(?=\\S{16,}(?:\\s|\\\\|$))`,
    'random',
    /(?:^|[^\w.])[\w -]*$/,
  ),
  // `IDENTIFIED BY '…'`, `ENV NAME …`, `requirepass …`, `password is …`, `set to`, `password of ada to …`
  connector(
    `${BLANK}{1,4}(?:(?:with \\w{1,40} )?by |(?:is|was|now|set|to|as|of \\w{1,24} to|0|7|--plaintext|RO) ){0,3}:?`,
    'random',
  ),
];

/** A value that follows the name in [start, end) in any other way than by a sign right after it. */
export function connectedValue(reader: Reader, start: number, end: number): Span | undefined {
  const { text } = reader;
  if (end <= reader.namedUntil) return undefined;
  if (!mayEndSecretName(text.charCodeAt(end - 2), text.charCodeAt(end - 1))) return undefined;
  const nameStart = Math.max(start, startOfName(text, end));
  const name = secretName(text.slice(nameStart, end)) ?? secretPhrase(text, end);
  if (!name || name.proof === 'cookie') return undefined;
  const before = text.slice(Math.max(0, nameStart - 48), end);
  for (const { form, bare, after } of CONNECTORS) {
    if (after && !after.test(before)) continue;
    form.lastIndex = end;
    if (!form.test(text) || form.lastIndex === end) continue;
    const found = valueFrom(text, form.lastIndex, name, bare);
    if (found) return found;
  }
  return undefined;
}

export function anchorConnected(anchors: Anchors): void {
  const { graph, places } = anchors;
  const names = graph.node();
  leadToNames(anchors, names);
  graph.lead(places, AFTER_NAMES, names);
}

/** What may come right after a name that has no sign. */
export const AFTER_NAMES = ' \t\r\n\\"\'`*)]|,(<}\u001b';

function valueFrom(text: string, from: number, name: SecretName, bare: Connector['bare']): Span | undefined {
  const quote = QUOTED.exec(text.slice(from, from + 20));
  if (quote) {
    const open = from + quote[0].length - 1;
    const end = endOfQuoted(text, open, quote[1]?.length ?? 0);
    const value = text.slice(open + 1, end);
    return isQuotedSecret(name, value) ? { kind: name.kind, start: open + 1, end, byName: true } : undefined;
  }
  if (bare === 'none') return undefined;
  BARE.lastIndex = from;
  const value = BARE.exec(text)?.[0].replace(/(?:\*\*|[.,:;)*]|\\+[nrt])+$/, '') ?? '';
  if (!isBareSecret(name, value, bare)) return undefined;
  return { kind: name.kind, start: from, end: from + value.length, byName: true };
}

const QUOTED = /^(?:[rbfuN@](?=["']))?(\\{0,16})["'`]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const BARE = /[^\s"'`<>|\\\u001b]{4,1024}/y;

const isQuotedSecret = (name: SecretName, value: string) =>
  !/\s/.test(value) &&
  isMoreThanAWord(name, value) &&
  !(name.proof === 'password' && /^[\w.-]+\/[\w./-]+$/.test(value)) &&
  isSecretValue(name, value, 'quoted');

function isBareSecret(name: SecretName, value: string, bare: Connector['bare']): boolean {
  if (
    name.proof === 'session' ||
    value.length < 8 ||
    !isMoreThanAWord(name, value) ||
    isPlaceholder(value) ||
    isOrdinary(value)
  )
    return false;
  if (/[({[]|\w=|::|^\W/.test(value) || IDENTIFIER.test(value)) return false;
  if (name.proof === 'password' && value.includes('/')) return false;
  return bare === 'any' || name.proof === 'password' || name.proof === 'secret' || looksRandom(value);
}

/** `step2_output`, `v1.2.3`, `utf-8`: words and numbers joined by signs, or one word with a number at its end. */
const IDENTIFIER = /^(?:[A-Za-z]*\d{0,3})(?:[_./:][A-Za-z]*\d{0,3})*$|^[\d.,:%-]+$|^[a-z]+-\d+$/;

/** People end a password with a number; names of other secrets are followed by names in code (`token: step2`). */
function isMoreThanAWord({ proof }: SecretName, value: string): boolean {
  if (!hasDigitAndLetter(value) || /\.[A-Z][a-z]+[A-Z]?[a-z]+$/.test(value)) return false;
  if (proof !== 'password' && proof !== 'secret') return !isNameLike(value) && !isWordy(value);
  return !isWordy(value) || /^[^/.:]{8,24}$/.test(value);
}
