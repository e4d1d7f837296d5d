import type { Anchors } from '../anchor/anchors.js';
import { ALNUM, BASE64, BASE64_PADDED, characterSet, endOfRun, HEX_DASH, isIn, membersOf } from '../characters.js';
import { inWords, isFiller } from '../randomness.js';

/**
 * Tokens of services without a rule of their own: a prefix or two, then random letters and digits (`acme_live_9fK2…`).
 * In 10,000 lines of public sessions only ids look like this; their prefixes are listed below.
 */
const LONGEST = 512;
const SHORTEST_BODY = 20;
/** The minimum number of letters and digits after the last separator. */
const SHORTEST_STRETCH = 14;
const SHORTEST_SINGLE_CASE = 28;

/** Words in one case or in camel case, perhaps with a digit or two: `acme`, `ctx7sk`, `NVIDIA`, `plainApiKey`. */
const PREFIX = /^(?:[a-z]{1,16}\d{0,2}[a-z]{0,3}|[A-Z]{1,16}\d{0,2}|[a-zA-Z][a-z]{1,12}(?:[A-Z][a-z]{1,12}){1,3})$/;

/** Prefixes of ids, which are not secret. */
const IDS = new Set(
  'toolu tooluse srvtoolu bdrk vrtx req msg agent agentmsg chatcmpl call run resp rs fc file ft ftjob batch thread asst step vs org proj project user team session ses sess cse env evt event cus sub price prod in ch pi pm seti txn acct card src price plan inv ii si cs trace span job task build deploy dpl commit sha sha1 sha256 sha512 md5 image img chunk asset doc page block row id uuid ref tag v test'.split(
    ' ',
  ),
);

/** A prefix that announces a secret. After it, hexadecimal digits are enough. */
const SAYS_SECRET =
  /(?:^|[_-])(?:sk|pk|pat|key|apikey|token|tok|secret|api|auth|access|oauth|at|rt|sec|priv|private)(?:$|[_-]|\d)|\dsk$|(?:Key|Token|Secret)$/;

export function prefixedTokenAt(
  text: string,
  start: number,
  runEnd: number,
): { kind: string; end: number } | undefined {
  if (runEnd - start > LONGEST || isInside(text, start)) return undefined;
  const bodyStart = startOfBody(text, start, runEnd);
  if (bodyStart < 0) return undefined;
  const end = endOfRun(text, runEnd, BASE64_PADDED, start + LONGEST);
  const body = text.slice(bodyStart, end);
  if (body.length < SHORTEST_BODY || isFiller(body)) return undefined;
  const prefix = text.slice(start, bodyStart - 1);
  const isRandom = (isDense(body) || isDenseSingleCase(body, prefix)) && hasStretch(text, start, runEnd);
  if (!isRandom && !(UUIDS.test(body) && SAYS_SECRET.test(prefix))) return undefined;
  if (isId(prefix, body)) return undefined;
  return { kind: 'token', end };
}

/** Anything shorter may be an id. */
const LONGEST_ID = 32;

function isId(prefix: string, body: string): boolean {
  if (body.length > LONGEST_ID || body.includes('_secret_')) return false;
  return prefix.split(/[_-]/).every((word) => IDS.has(word.toLowerCase()));
}

/** After `.`, `/` or a `+` within base64, the run is part of something longer. A `+` at the start of a line is a diff's. */
function isInside(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  return before === DOT || before === SLASH || (before === PLUS && isIn(BASE64, text.charCodeAt(start - 2)));
}

const DOT = 46;
const SLASH = 47;
const PLUS = 43;
const SEPARATORS = characterSet('_-');

/** The position after the prefixes; -1 if there are none. */
function startOfBody(text: string, start: number, end: number): number {
  let at = start;
  for (;;) {
    const wordEnd = endOfRun(text, at, ALNUM, Math.min(end, at + 24));
    if (wordEnd >= end || !isIn(SEPARATORS, text.charCodeAt(wordEnd))) break;
    if (!PREFIX.test(text.slice(at, wordEnd))) break;
    at = wordEnd + 1;
  }
  return at > start ? at : -1;
}

/** Every line of a session has some of these, so they must cost nothing: the kernel passes over them. */
const OWN_IDS = ['toolu', 'msg', 'req'];

/** Every match contains one, so the kernel looks for it. */
function hasStretch(text: string, start: number, end: number): boolean {
  for (let at = start + 1; at < end; at++) {
    if (!isIn(SEPARATORS, text.charCodeAt(at)) || !isIn(ALNUM, text.charCodeAt(at - 1))) continue;
    if (OWN_IDS.some((id) => text.endsWith(id, at))) continue;
    if (endOfRun(text, at + 1, ALNUM, at + 1 + SHORTEST_STRETCH) - at > SHORTEST_STRETCH) return true;
  }
  return false;
}

/** A part of a path. */
const WORD = /^(?:[a-z]{3,}|[A-Z]?[a-z]{3,}|[A-Z]{3,})$/;

/** Capitals, small letters and digits alternate as they do in random text but not in names. */
export function isDense(body: string): boolean {
  if (body.includes('/') && body.split('/').some((part) => WORD.test(part))) return false;
  const { digits, capitals, letters, changes } = count(body);
  return (
    digits >= 1 &&
    capitals >= 2 &&
    letters >= 2 &&
    changes * 25 >= body.length * 9 &&
    inWords(body) * 3 < body.length * 2
  );
}

/** Dense text in one case. Hexadecimal counts only after a prefix that announces a secret: otherwise it may be a hash. */
function isDenseSingleCase(body: string, prefix: string): boolean {
  if (!SAYS_SECRET.test(prefix) && /^[0-9a-f_-]*$/i.test(body)) return false;
  if (body.length < SHORTEST_SINGLE_CASE) return false;
  const { digits, capitals, letters, changes } = count(body);
  return digits >= 4 && !body.includes('/') && (capitals === 0 || letters === 0) && changes * 5 >= body.length;
}

const UUID_LENGTH = 36;
const UUIDS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-[0-9a-f-]{36})?$/i;

function count(body: string): { digits: number; capitals: number; letters: number; changes: number } {
  const counts = [0, 0, 0, 0];
  let changes = 0;
  let last = -1;
  for (let at = 0; at < body.length; at++) {
    const code = body.charCodeAt(at);
    const group = code < 48 || code === 95 ? 3 : code < 58 ? 0 : code < 91 ? 1 : 2;
    counts[group] = (counts[group] ?? 0) + 1;
    if (last >= 0 && group !== last) changes++;
    last = group;
  }
  const [digits = 0, capitals = 0, letters = 0] = counts;
  return { digits, capitals, letters, changes };
}

export function anchorPrefixed(anchors: Anchors): void {
  for (const before of membersOf(ALNUM)) {
    const id = OWN_IDS.find((each) => each.endsWith(before));
    const unlessId = id === undefined ? {} : { before: anchors.graph.unless(id.slice(0, -1)) };
    for (const sign of membersOf(SEPARATORS)) {
      anchors.word(before + sign, { follow: { sets: [ALNUM], count: SHORTEST_STRETCH }, ...unlessId });
      anchors.word(before + sign, { follow: { sets: [HEX_DASH], count: UUID_LENGTH } });
    }
  }
}
