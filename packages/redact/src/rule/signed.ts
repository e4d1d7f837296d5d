import type { Anchors } from '../anchor/anchors.js';
import { BEYOND_ASCII, OUTSIDE } from '../anchor/bytes.js';
import { characterSet, DIGIT, endOfRun, isIn, membersOf, WORD_DASH, WORD_DASH_DOT } from '../characters.js';
import type { Span } from '../finding.js';
import { isPlaceholder } from './secret-value.js';

/** Secrets known by a sign in the middle. */

export function anchorSigned(anchors: Anchors): void {
  const { graph, signs } = anchors;
  // Any digit before a sign leads to the same node.
  graph.end(graph.next(signs, ZERO), { follow: { sets: [WORD_DASH], count: SHORTEST_TELEGRAM } });
  anchors.word('Q~', { before: anchors.anyOf(membersOf(DIGIT)), follow: { sets: [TILDED], count: SHORTEST_AZURE } });
  anchors.word('sha256~', { follow: { sets: [WORD_DASH], count: 40 } });
  // Some blanks are beyond ASCII.
  const blank = anchors.anyOf(` \t\n\v\f\r${OUTSIDE}${BEYOND_ASCII}`);
  const followedUpTo = { sets: [WORD_DASH_DOT, USER_QUOTED], count: LONGEST_USER, node: anchors.anyOf(':') };
  for (const option of USER_OPTIONS) anchors.word(option, { before: blank, followedUpTo });
}

const ZERO = 48;
/** How many characters follow the sign. */
const SHORTEST_TELEGRAM = 33;
const SHORTEST_AZURE = 31;
const TILDED = characterSet(`${membersOf(WORD_DASH_DOT)}~`);
const USER_OPTIONS = ['-u', '--user', '--proxy-user'];
export const USER_QUOTED = characterSet(' =\\"\'@');
const LONGEST_USER = 84;

/** `123456789:AA…` of a Telegram bot. */
export function telegramTokenAt(text: string, colon: number): Span | undefined {
  if (text.charCodeAt(colon + 1) !== 65 || text.charCodeAt(colon + 2) !== 65) return undefined;
  let start = colon;
  while (colon - start < 11 && isIn(DIGIT, text.charCodeAt(start - 1))) start--;
  const digits = colon - start;
  const end = endOfRun(text, colon + 1, WORD_DASH, colon + 42);
  const length = end - colon - 1;
  return digits >= 8 && digits <= 10 && length >= SHORTEST_TELEGRAM && length <= 37
    ? { kind: 'telegram_token', start, end }
    : undefined;
}

/** `…8Q~…`, the client secret of an Entra application. */
export function azureSecretAt(text: string, tilde: number): Span | undefined {
  if (text.startsWith('sha256', tilde - 6)) {
    const end = endOfRun(text, tilde + 1, WORD_DASH, tilde + 64);
    return end - tilde > 40 ? { kind: 'openshift_token', start: tilde - 6, end } : undefined;
  }
  if (text.charCodeAt(tilde - 1) !== 81 || !isIn(DIGIT, text.charCodeAt(tilde - 2))) return undefined;
  const start = tilde - 5;
  const found = AZURE.exec(text.slice(Math.max(0, start), tilde + 40));
  return found && start >= 0 ? { kind: 'azure_client_secret', start, end: start + found[0].length } : undefined;
}

const AZURE = new RegExp(`^[\\w.~-]{3}\\dQ~[\\w.~-]{${SHORTEST_AZURE},34}(?![\\w-]|[.~]+[\\w-])`);
const USER_PASSWORD = /^(?:(["'])([^"'\n]{3,256})|([^\s"'`\\;|&]{3,256}))/;
const USER = new RegExp(`(?:^|\\s)(?:${USER_OPTIONS.join('|')})[ =]?\\\\?["']?[\\w.@-]{1,64}$`);

/** `curl -u name:password`. */
export function userOptionAt(text: string, colon: number): Span | undefined {
  const next = text.charCodeAt(colon + 1);
  if (next <= 32 || next === 47 || next === 92 || next === 58) return undefined;
  if (!USER.test(text.slice(Math.max(0, colon - LONGEST_USER), colon))) return undefined;
  const [, quote = '', quoted, bare] = USER_PASSWORD.exec(text.slice(colon + 1, colon + 260)) ?? [];
  const value = quoted ?? bare;
  if (!value || isPlaceholder(value) || /^\d{1,5}$/.test(value)) return undefined;
  const start = colon + 1 + quote.length;
  return { kind: 'password', start, end: start + value.length, byName: true };
}
