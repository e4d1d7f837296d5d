import type { Anchors } from '../anchor/anchors.js';
import { ALL } from '../anchor/bytes.js';
import { ALNUM, BASE64_ANY, DIGIT, endOfRun, HEX, membersOf, WORD_DASH, WORD_DASH_DOT } from '../characters.js';
import { isFiller } from '../randomness.js';

/** Secrets of several parts. Every repetition in these regexes is short and bounded, so no input makes one slow. */
const DISCORD = /[MNO][A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-])/y;
const AIRTABLE = /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y;
const RESEND = /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,32}(?![A-Za-z0-9_])/y;
const PLAID = /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/y;
const TERRAFORM = /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/y;
const MAILGUN = /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9_+/=.-])/y;
const AZURE_DEVOPS = /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9_-])/y;
/** Azure puts a fixed signature into the middle of its service keys. */
const AZURE_KEY = /[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?![A-Za-z0-9_-])/y;
const AZURE_REDIS = /[A-Za-z0-9]{33}AzCa[A-Za-z0-9]{6}=/y;
const AZURE_SEARCH = /[A-Za-z0-9]{42}AzSe[A-Za-z0-9]{6}(?![A-Za-z0-9_-])/y;
const NEW_RELIC = /[0-9a-f]{36}NRAL(?![A-Za-z0-9_-])/y;
const MAILCHIMP = /[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9_-])/y;

/** For tests: every match of one of these must have an anchor. */
export const FORMS = [
  DISCORD,
  AIRTABLE,
  RESEND,
  PLAID,
  TERRAFORM,
  MAILCHIMP,
  MAILGUN,
  AZURE_DEVOPS,
  AZURE_KEY,
  AZURE_REDIS,
  AZURE_SEARCH,
  NEW_RELIC,
];

export function anchorFormed(anchors: Anchors): void {
  const { graph, afterStretch } = anchors;
  anchors.word('re_', { follow: { sets: [ALNUM], count: 8 } });
  anchors.word('access-', { follow: { sets: [WORD_DASH], count: 40 } });
  anchors.word('-us', { before: anchors.row(membersOf(HEX), 8), follow: { sets: [DIGIT], count: 1 } });
  // The end of three hexadecimal parts.
  const lastPart = graph.node();
  graph.lead(afterStretch, ALL.replace(/[\w+/=.-]/g, ''), lastPart);
  let part = lastPart;
  for (const length of [8, 8, 1]) {
    for (let left = length; left > 0; left--) {
      const next = graph.node();
      graph.lead(part, membersOf(HEX), next);
      part = next;
    }
    if (length === 1) graph.end(part);
    else {
      const dash = graph.node();
      graph.lead(part, '-', dash);
      part = dash;
    }
  }
  anchors.word('AZDO', { before: anchors.row(membersOf(ALNUM), 8) });
  anchors.word('JQQJ99', { before: anchors.row(membersOf(ALNUM), 8) });
  for (const word of ['AzSe', 'AzCa']) anchors.word(word, { before: anchors.row(membersOf(ALNUM), 8) });
  anchors.word('NRAL', { before: anchors.row(membersOf(HEX), 8) });
  // All others start with a long part and a dot.
  const dot = graph.node();
  graph.lead(afterStretch, '.', dot);
  graph.end(dot, { follow: { sets: [BASE64_ANY, WORD_DASH_DOT], count: 34 } });
  // A JSON Web Token may begin anywhere in that part.
  graph.search(dot, ['Jye'], membersOf(WORD_DASH));
}

/** Checks one position; `runEnd` is the end of the run of word characters around it. */
export function formedTokenAt(text: string, at: number, runEnd: number): { kind: string; end: number } | undefined {
  const length = runEnd - at;
  const beforeDot = text.charCodeAt(runEnd) === 46;
  switch (text.charCodeAt(at)) {
    case 101: // e
      if (beforeDot && text.startsWith('eyJ', at)) return named('jwt', at, endOfJwt(text, runEnd));
      break;
    case 77: // M
    case 78: // N
    case 79: // O
      // A Terraform token can also begin like this.
      if (beforeDot && length >= 23 && length <= 28) return named('discord_token', at, endOfForm(DISCORD, text, at));
      break;
    case 112: // p
      if (beforeDot && length === 17) return named('airtable_token', at, endOfForm(AIRTABLE, text, at));
      break;
    case 114: // r
      if (text.startsWith('re_', at)) return named('resend_key', at, endOfForm(RESEND, text, at));
      break;
    case 97: // a
      if (length >= 50) return named('plaid_token', at, endOfForm(PLAID, text, at));
      break;
  }
  return tokenOfLength(text, at, runEnd);
}

/** Tokens known by the length of their first part. */
function tokenOfLength(text: string, at: number, runEnd: number): { kind: string; end: number } | undefined {
  const length = runEnd - at;
  const beforeDot = text.charCodeAt(runEnd) === 46;
  if (beforeDot && length === 14) return named('terraform_token', at, endOfForm(TERRAFORM, text, at));
  if (length === 50) return named('mailgun_key', at, endOfForm(MAILGUN, text, at));
  if (length === 43) return named('azure_key', at, endOfForm(AZURE_REDIS, text, at));
  if (length === 52) return named('azure_key', at, endOfForm(AZURE_SEARCH, text, at));
  if (length === 84)
    return (
      named('azure_devops_token', at, endOfForm(AZURE_DEVOPS, text, at)) ??
      named('azure_key', at, endOfForm(AZURE_KEY, text, at))
    );
  if (length === 40) return named('new_relic_key', at, endOfForm(NEW_RELIC, text, at));
  if (length === 36 || length === 37) return named('mailchimp_key', at, endOfForm(MAILCHIMP, text, at));
  return undefined;
}

const named = (kind: string, at: number, end: number) => (end > at ? { kind, end } : undefined);

export function endOfForm(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  if (!form.test(text)) return -1;
  const end = form.lastIndex;
  return isFiller(text.slice(at + 3, at + 80)) ? -1 : end;
}

/** `header.payload.signature`, perhaps cut off after the payload, or the five parts of an encrypted token. */
function endOfJwt(text: string, headerEnd: number): number {
  const ends = [headerEnd];
  while (ends.length < 5) {
    const last = ends[ends.length - 1] ?? headerEnd;
    if (text.charCodeAt(last) !== 46) break;
    ends.push(endOfRun(text, last + 1, WORD_DASH));
  }
  const signed = text.startsWith('.eyJ', headerEnd);
  if (signed) return ends[Math.min(2, ends.length - 1)] ?? -1;
  return ends.length === 5 ? (ends[4] ?? -1) : -1;
}
