import type { Anchors } from '../anchor/anchors.js';
import { BYTES } from '../anchor/bytes.js';
import { characterSet, isIn } from '../characters.js';
import { looksRandom } from '../randomness.js';
import { isPlaceholder, isWordy } from './secret-value.js';

/** A secret in a URL: the password before the host, or a whole webhook address, which acts as the key. */
export interface UrlSecret {
  kind: string;
  start: number;
  end: number;
}

const AUTHORITY_END = characterSet(' \t\r\n/?#"\'`<>\\|{}()[],;');
const PASSWORD_END = characterSet(' \t\r\n"\'`<>\\|');
const LONGEST_AUTHORITY = 512;

/** PHP's JSON escapes `/`, so backslashes may come before each one. */
const webhook = (kind: string, form: string) => ({ kind, form: new RegExp(form.replaceAll('/', '\\\\{0,8}/'), 'y') });

const WEBHOOKS: readonly { kind: string; form: RegExp }[] = [
  webhook('slack_webhook', 'hooks\\.slack\\.com/(?:services|workflows|triggers)/((?:[A-Za-z0-9+]|/){20,200})'),
  webhook(
    'discord_webhook',
    '(?:canary\\.|ptb\\.)?discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/(\\d{5,32}/[\\w-]{20,200})',
  ),
  webhook('teams_webhook', '[\\w-]{1,64}\\.webhook\\.office\\.com/webhookb2/((?:[\\w@-]|/){30,400})'),
  webhook('zapier_webhook', 'hooks\\.zapier\\.com/hooks/catch/((?:\\w|/){8,100})'),
  webhook('make_webhook', 'hook\\.(?:[\\w-]{1,12}\\.)?(?:make|integromat)\\.com/(\\w{20,80})'),
  webhook(
    'webhook',
    '[\\w.-]{1,80}(?::\\d{2,5})?/(?:[\\w.-]{1,40}/){0,6}?(?:web)?hooks?/((?:[\\w-]{1,40}/){0,3}?[\\w-]{20,120})',
  ),
  webhook('webhook', '[\\w.-]{1,80}/[\\w.%@/-]{0,120}?/(private-[0-9a-f]{32})'),
  // Links that let in whoever opens them.
  webhook('webhook', '[\\w.-]{1,60}\\.slack\\.com/join/shared_invite/(zt-[\\w~-]{16,100})'),
  webhook('webhook', 'chat\\.whatsapp\\.com/(\\w{20,24})'),
  webhook(
    'webhook',
    '[\\w.-]{1,80}(?::\\d{2,5})?/(?:[\\w.-]{1,40}/){0,6}?(?:invit\\w{1,6}|(?:password-?)?reset(?:[-_]password)?|verify(?:[-_]email)?|confirm(?:[-_]email)?|magic(?:[-_]link)?|activate|unsubscribe)s?/([\\w.~-]{20,200})',
  ),
  // Nodes and feeds: the last part of the address is the key.
  webhook('api_key', '[\\w.-]{1,60}\\.infura\\.io/(?:ws/)?v\\d/(\\w{32})'),
  webhook('api_key', '[\\w.-]{1,60}\\.alchemy(?:api)?\\.(?:com|io)/(?:v\\d|nft/v\\d)/([\\w-]{20,64})'),
  webhook('api_key', '[\\w.-]{1,60}\\.quiknode\\.pro/(\\w{32,64})'),
  webhook('api_key', 'rpc\\.ankr\\.com/[\\w/]{0,24}?/(\\w{32,64})'),
  webhook('webhook', 'hc-ping\\.com/([\\w-]{22,64})'),
  webhook('webhook', 'events\\.(?:eu\\.)?pagerduty\\.com/integration/(\\w{32})'),
  webhook('webhook', 'maker\\.ifttt\\.com/trigger/[\\w-]{1,64}/(?:json/)?with/key/([\\w-]{16,64})'),
];
/** Parts of the hosts whose paths hold a key: see WEBHOOKS. */
const KEYED = [
  'invit',
  'reset',
  'verify',
  'confirm',
  'magic',
  'activate',
  'unsubscribe',
  'whatsapp',
  'hook',
  'infura',
  'alchemy',
  'quiknode',
  'ifttt',
  'private-',
  'ankr',
  'hc-ping',
  'pagerduty',
];

const DATABASES =
  /^(?:postgres|postgresql|mysql|mysqlx|mariadb|mongodb|redis|rediss|amqp|amqps|mssql|sqlserver|clickhouse|cockroachdb|oracle|nats|kafka|ldap|ldaps|smtp|smtps)$/;

/** Read forwards: `://`, and after it an `@` (perhaps escaped) or a webhook. */
export function anchorUrls({ graph, ahead }: Anchors): void {
  const slash = graph.node();
  const second = graph.node();
  const host = graph.node();
  graph.lead(ahead, ':', slash);
  graph.lead(slash, '\\', slash);
  graph.lead(slash, '/', second);
  graph.lead(second, '\\', second);
  graph.lead(second, '/', host);
  const isInside = (code: number) => !isIn(PASSWORD_END, code) || code === BACKSLASH;
  const inside = Array.from({ length: BYTES }, (_, code) => (isInside(code) ? String.fromCharCode(code) : ''));
  graph.search(host, ['@', 'u0040', '%40', ...KEYED], inside.join(''));
  // `user:password@tcp(host)` has no slashes.
  graph.search(slash, ['@tcp(', '@udp(', '@unix('], inside.filter((each) => !'/\\\\'.includes(each)).join(''));
}

/** How far from its colon an anchor can be. */
export const LONGEST_URL = LONGEST_AUTHORITY + 64;

/** `colon` is the position of `://`, `from` the position after it. */
export function urlSecretAt(text: string, colon: number, from: number): UrlSecret | undefined {
  const first = text.charCodeAt(from) | 32;
  const hook = isWebhookStart(first) ? webhookAt(text, from) : undefined;
  return hook ?? credentialsAt(text, colon, from);
}

/** The start of the host after the colon of `://` or `:\/\/`; -1 for any other colon. */
export function startOfAuthority(text: string, colon: number): number {
  const slash = afterBackslashes(text, colon + 1);
  if (text.charCodeAt(slash) !== SLASH) return -1;
  const second = afterBackslashes(text, slash + 1);
  return text.charCodeAt(second) === SLASH ? second + 1 : -1;
}

const SLASH = 47;
const BACKSLASH = 92;
const MAX_BACKSLASHES = 8;

function afterBackslashes(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === BACKSLASH && at - from < MAX_BACKSLASHES) at++;
  return at;
}

/** h(ooks), d(iscord), c(anary), p(tb), or the tenant's name of Teams. */
const isWebhookStart = (first: number) => first >= 97 && first <= 122;

function webhookAt(text: string, from: number): UrlSecret | undefined {
  const host = text.slice(from, from + 120);
  if (!KEYED.some((word) => host.includes(word))) return undefined;
  for (const { kind, form } of WEBHOOKS) {
    form.lastIndex = from;
    const path = form.exec(text)?.[1];
    if (path && !isPlaceholder(path) && (kind !== 'webhook' || isKey(path)))
      return { kind, start: form.lastIndex - path.length, end: form.lastIndex };
  }
  return undefined;
}

/** The path of any service may contain `hook`. */
const isKey = (path: string) => looksRandom(path.slice(path.lastIndexOf('/') + 1)) && !isWordy(path);

const FIXED = /^(?:x-oauth-basic|x-token-auth|x|api|token)?$/i;

function credentialsAt(text: string, colon: number, from: number): UrlSecret | undefined {
  const at = endOfUserInfo(text, from);
  if (at < 0) return undefined;
  const userInfo = text.slice(from, at);
  if (userInfo.includes('[redacted:')) return undefined;
  const split = userInfo.indexOf(':');
  if (split < 0) {
    return userInfo.length >= 20 && looksRandom(userInfo)
      ? { kind: 'basic_auth_url', start: from, end: at }
      : undefined;
  }
  const password = userInfo.slice(split + 1);
  // A token may also be the user name, with a plain word as the password.
  const isUser = split >= 20 && looksRandom(userInfo.slice(0, split));
  if (isUser)
    return {
      kind: 'basic_auth_url',
      start: from,
      end: isPlaceholder(password) || FIXED.test(password) ? from + split : at,
    };
  if (password.length < 2 || isPlaceholder(password) || /^(?:pass|password|pw)$/i.test(password)) return undefined;
  return {
    kind: DATABASES.test(schemeBefore(text, colon)) ? 'connection_string' : 'basic_auth_url',
    start: from + split + 1,
    end: at,
  };
}

/** The last `@` of the authority. Passwords may contain an unescaped `/`, `#` or `?`. */
function endOfUserInfo(text: string, from: number): number {
  const limit = Math.min(text.length, from + LONGEST_AUTHORITY);
  let at = -1;
  let position = from;
  for (; position < limit; position++) {
    const next = afterAt(text, position);
    if (next > position) {
      at = position;
      position = next - 1;
    } else if (isIn(AUTHORITY_END, text.charCodeAt(position))) break;
  }
  if (at >= 0) return at > from ? lastAt(text, at, position) : -1;
  if (text.charCodeAt(position) <= 32) return -1;
  if (position === from) return -1;
  const colon = text.slice(from, position).indexOf(':') + from;
  if (colon < from || /^\d{1,5}$/.test(text.slice(colon + 1, position))) return -1;
  const end = Math.min(limit, position + 64);
  for (; position < end; position++) {
    if (afterAt(text, position) > position) return position;
    if (isIn(PASSWORD_END, text.charCodeAt(position))) break;
  }
  return -1;
}

/** A password may contain both `@` and `#`: then the host comes after a later `@`. */
function lastAt(text: string, at: number, end: number): number {
  if (text.charCodeAt(end) !== HASH) return at;
  const rest = /^[^\s/"'`<>\\|@]{1,64}@(?=[\w.-]+)/.exec(text.slice(end, end + 80))?.[0];
  return rest ? end + rest.length - 1 : at;
}

const HASH = 35;

/** The end of the `@` (perhaps escaped) at `position`; `position` itself if there is none. */
function afterAt(text: string, position: number): number {
  const code = text.charCodeAt(position);
  if (code === 64) return position + 1;
  if (code !== BACKSLASH) return position;
  ESCAPED_AT.lastIndex = position;
  return ESCAPED_AT.test(text) ? ESCAPED_AT.lastIndex : position;
}

const ESCAPED_AT = /\\{1,8}u0040/y;

function schemeBefore(text: string, colon: number): string {
  const scheme = /[a-z][a-z0-9]*(?:\+[a-z0-9]+)?$/i.exec(text.slice(Math.max(0, colon - 24), colon))?.[0] ?? '';
  return scheme.toLowerCase().replace(/\+.*$/, '');
}
