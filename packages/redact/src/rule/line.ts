import type { Anchors } from '../anchor/anchors.js';
import { ALL } from '../anchor/bytes.js';
import type { Graph } from '../anchor/graph.js';
import { ALNUM, BASE64_PADDED, characterSet, DIGIT, HEX, isIn, membersOf, WORD_DASH_DOT } from '../characters.js';
import type { Span } from '../finding.js';
import { looksRandom } from '../randomness.js';
import { isOrdinary, isPlaceholder } from './secret-value.js';
import { USER_QUOTED } from './signed.js';

/**
 * Secrets without a name, in lines of a fixed form: the text before the sign tells what follows it.
 */
const LINES: readonly { before: RegExp; value: RegExp; sign: number }[] = [
  // `.pgpass`: host:port:database:user:password
  {
    sign: 58,
    before: /(?:^|[^\w.:*-])[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}$/,
    value: /(?!\d+(?:\s|$))(?:[^\s"'`\\:]|\\[:\\]){4,128}/y,
  },
  // `jdbc:oracle:thin:ada/…@`
  { sign: 58, before: /oracle:(?:thin|oci8?)$/, value: /[\w$#"]{1,64}\/([^\s"'`\\@]{3,128})(?=@)/y },
  // Postfix: `static:ada:…`
  { sign: 58, before: /static:[\w.+-]+(?:@[\w.-]+)?$/, value: /(?=[^\s"'`\\]{0,128}\d)[^\s"'`\\:/]{6,128}/y },
  // Postfix: `[smtp.example]:587 ada@x.example:…`
  { sign: 58, before: /\]:\d{2,5}[ \t]+[\w.+-]+@[\w.-]+$/, value: /(?=[^\s"'`\\]{0,128}\d)[^\s"'`\\:/]{6,128}/y },
  // Asana, Twitch, Rancher: a number or a word identifies the token that follows.
  { sign: 58, before: /(?:^|[^\w])[12]\/\d{10,20}(?:\/\d{10,20})?$/, value: /[0-9a-f]{32}(?!\w)/y },
  { sign: 58, before: /\boauth$/, value: /[a-z0-9]{28,32}(?!\w)/y },
  { sign: 58, before: /\btoken-[a-z0-9]{5}$/, value: /[a-z0-9]{50,60}(?!\w)/y },
  // Bundler: `BUNDLE_GEMS__EXAMPLE__COM: "ada:…"`
  { sign: 58, before: /BUNDLE_\w{3,80}\\{0,16}["']?[:=] ?\\{0,16}["']?[\w.-]{1,64}$/, value: /[^\s"'`\\:/]{6,128}/y },
  // Maven's encrypted passwords
  { sign: 62, before: /<[\w.-]{1,40}$/, value: /\{[\w+/]{24,200}={0,2}\}(?=<)/y },
  // Redis: `user default on >…`
  { sign: 62, before: /\b(?:set)?user[ \t]+\S{1,64}[ \t]+(?:\S{1,24}[ \t]+){0,6}$/i, value: /[^\s"'`\\]{4,256}/y },
];

/** The text before the sign ends with one of these. */
const ENDS: Record<number, RegExp> = { 58: /[\w*-]$/, 62: /[ \t\w]$/ };
const LONGEST_BEFORE = 200;

export function lineSecretAt(text: string, sign: number): Span | undefined {
  const code = text.charCodeAt(sign);
  if (!ENDS[code]?.test(text.charAt(sign - 1))) return undefined;
  const near = text.slice(Math.max(0, sign - LONGEST_BEFORE), sign);
  const before = near.slice(near.lastIndexOf('\n') + 1);
  for (const line of LINES) {
    if (line.sign !== code) continue;
    line.value.lastIndex = sign + 1;
    const found = line.value.exec(text);
    if (!found || !line.before.test(before)) continue;
    const value = found[1] ?? found[0];
    if (isPlaceholder(value) || /^[/(]/.test(value)) continue;
    return { kind: 'password', start: line.value.lastIndex - value.length, end: line.value.lastIndex, byName: true };
  }
  return undefined;
}

/** Names that mean a secret only as URL parameters: `?key=…`, `&code=…`, `&X-Amz-Signature=…`. */
const PARAMETERS = 'key code appid signature sig hmac assertion ticket'.split(' ');
const PARAMETER = new RegExp(`(?:[?&;#]|\\\\u0026|%26)(?:X-[A-Za-z]{2,8}-)?(?:${PARAMETERS.join('|')})$`, 'i');
const QUERY_VALUE = /[\w%.~+/-]{16,2048}={0,2}/y;
const EQUALS = 61;

export function querySecretAt(text: string, sign: number): Span | undefined {
  if (text.charCodeAt(sign) !== EQUALS || !isIn(LAST_LETTERS, text.charCodeAt(sign - 1))) return undefined;
  if (!PARAMETER.test(text.slice(Math.max(0, sign - 56), sign))) return undefined;
  QUERY_VALUE.lastIndex = sign + 1;
  const value = QUERY_VALUE.exec(text)?.[0];
  if (!value || isPlaceholder(value) || isOrdinary(value) || !looksRandom(value) || /^[\d.-]+$/.test(value))
    return undefined;
  return { kind: 'token', start: sign + 1, end: sign + 1 + value.length, byName: true };
}

const LAST_LETTERS = characterSet(PARAMETERS.map((name) => name.slice(-1) + name.slice(-1).toUpperCase()).join(''));

export function anchorLines(anchors: Anchors): void {
  const { graph, signs } = anchors;
  // The second colon of `:5432:` or `:*:`, then the fields up to the last colon of the line.
  const colon = anchors.anyOf(':');
  const port = graph.node();
  graph.lead(port, membersOf(DIGIT), port);
  graph.lead(port, ':', endOf(graph));
  // The last colon follows a letter.
  const following = graph.node();
  const last = graph.node();
  graph.lead(following, ALL.replace(/[\w.:*@-]/g, ''), last);
  graph.lead(last, ALL.replace(/[^\w.*@-]/g, ''), last);
  graph.lead(last, ':', anchors.anyOf(ALL.replace(/[^A-Za-z_]/g, '')));
  const rest = { sets: [WORD_DASH_DOT, IN_LINE], count: LONGEST_BEFORE, node: following };
  graph.end(graph.next(signs, ZERO), { before: port, followedUpTo: rest });
  const star = graph.node();
  graph.lead(signs, '*', star);
  graph.end(star, { before: colon, followedUpTo: rest });
  graph.end(graph.wordInAnyCase(signs, 'thin'));
  graph.end(graph.wordInAnyCase(signs, 'oci'));
  graph.end(graph.wordInAnyCase(signs, ' on'));
  const mail = { sets: [WORD_DASH_DOT, IN_MAIL], count: LONGEST_BEFORE, node: colon };
  const digits = graph.node();
  graph.lead(digits, membersOf(DIGIT), digits);
  graph.lead(digits, '/', endOf(graph));
  graph.end(graph.next(signs, ZERO), { before: digits, follow: { sets: [HEX], count: 32 } });
  anchors.word('token-', { followedUpTo: { sets: [ALNUM], count: 6, node: colon } });
  anchors.word('BUNDLE_', {
    followedUpTo: { sets: [WORD_DASH_DOT, IN_LINE, USER_QUOTED], count: 160, node: anchors.anyOf(ALL) },
  });
  anchors.word('>{', { follow: { sets: [BASE64_PADDED], count: 24 } });
  anchors.word('static:', { followedUpTo: mail });
  anchors.word(']:', { followedUpTo: mail });
  for (const name of PARAMETERS) graph.end(graph.wordInAnyCase(signs, name), { before: anchors.anyOf('?&;#-6') });
}

const ZERO = 48;
const IN_LINE = characterSet('*@:');
const IN_MAIL = characterSet('@ \t');

function endOf(graph: Graph): number {
  const end = graph.node();
  graph.end(end);
  return end;
}
