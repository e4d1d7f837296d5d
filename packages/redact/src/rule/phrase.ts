import type { Anchors } from '../anchor/anchors.js';
import type { Span } from '../finding.js';

// Every alternative begins with another character, so that a text can match in one way only.
const ESCAPED = '\\\\{1,16}["\'nrt]';
const NUMBER = '\\d{1,6}[→\\t.):]';
const BETWEEN = `(?:[\\s"'\`:=([*|+>•-]|${ESCAPED}|${NUMBER}|is |are |was )`;
const LIST = `(?:[\\s"'\`,*|+>•-]|${ESCAPED}|${NUMBER}){1,12}`;

/**
 * Secrets that people type and that do not look random, after a name for them: the 12 to 24 words of a wallet, codes to log in
 * or to recover an account, PINs, grouped keys. Unlike prose, the words of a wallet are never short.
 */
const NAMED: readonly { names: RegExp; kind: string; first: RegExp; next?: RegExp }[] = [
  {
    names: /(?:phrase|mnemonic|(?:seed|recovery|secret|backup)[ _-]?words)$/i,
    kind: 'recovery_phrase',
    first: new RegExp(`${BETWEEN}{0,8}((?:[a-z]{3,8}${LIST}){11,23}[a-z]{3,8})(?![a-z])`, 'y'),
  },
  {
    names:
      /(?:verification|security|backup|recovery|emergency|scratch|log-?in|access|confirmation|auth(?:entication|orization)?|one-?time|2fa|mfa|otp|sms|sign-?in|unlock|activation|pairing|bypass)[ _-]?codes?$/i,
    kind: 'code',
    first: new RegExp(`(?: \\([^()\\n]{1,40}\\))?${BETWEEN}{1,12}(${codeOf('{6,10}')})(?![\\w-])`, 'y'),
    next: new RegExp(`${LIST}(${codeOf('{6,10}')})(?![\\w-])`, 'y'),
  },
  {
    names: /(?:^|[^a-z0-9])(?:pin|otp|totp|2fa|mfa|passcode|one-?time pass(?:word|code))$/i,
    kind: 'code',
    first:
      /(?:\\{0,16}["'`])?(?: (?:is|was|code:?|code is)|\s?[:=]|(?<=otp|one-?time pass(?:word|code)) ?)\s?\\{0,16}["'`*]{0,3}(\d{4,8})(?![\w.-])/iy,
  },
  {
    names: /(?:unseal|recovery|master|root) key$/i,
    kind: 'key',
    first: / \d{1,2}(?: ?\([\w ]{1,16}\))?: ?([A-Za-z0-9+/]{43,44}={0,2}|[0-9a-f]{64,66})(?![\w+/])/y,
  },
  // A wallet of Solana
  { names: /solana\/id\.json$/, kind: 'private_key', first: /(?:\s|\\n){1,4}(\[(?:\d{1,3},\s?){63}\d{1,3}\])/y },
  {
    names:
      /(?:setup|secret|manual|entry|recovery|2fa|otp|authenticator|unlock|product|licen[cs]e|serial|activation) key$/i,
    kind: 'code',
    first: new RegExp(
      `${BETWEEN}{1,8}((?=[a-z -]{0,20}\\d)[a-z\\d]{4}(?:[ -][a-z\\d]{4}){3,15}|\\d{6}(?:-\\d{6}){7}|[a-z\\d]{5}(?:-[a-z\\d]{5}){3,6})(?![\\w-])`,
      'iy',
    ),
  },
];

/** Digits, perhaps in two groups, or groups of letters and digits with at least one digit. */
function codeOf(length: string): string {
  return `\\d{3,5}[ -]\\d{3,5}|\\d${length}|(?=[a-z-]{0,40}\\d)[a-z\\d]{4,6}(?:-[a-z\\d]{4,6}){1,5}|(?=[a-z]{0,12}\\d)(?=\\d{0,12}[a-z])[a-z\\d]{8,12}|(?=[A-Z-]{0,40}\\d)[A-Z\\d]{4,6}(?:-[A-Z\\d]{4,6}){1,5}`;
}

/** `480213 is your login code` */
const SAID_BEFORE = /(?<![\w.])(?:[A-Z]-)?(\d{4,8}) is (?:your|the|my)(?: [\w-]{1,16}){1,4}$/;

const MAX_ITEMS = 24;
const LONGEST_NAME = 40;

/** The secrets after a name that ends at `end`. */
export function* phrasesAfter(text: string, end: number): Generator<Span> {
  const words = BY_ENDING[((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 1) & 31)];
  if (!words?.some((word) => text.slice(end - word.length, end).toLowerCase() === word)) return;
  const before = text.slice(Math.max(0, end - LONGEST_NAME), end);
  for (const { names, kind, first, next } of NAMED) {
    if (!names.test(before)) continue;
    const said = kind === 'code' ? SAID_BEFORE.exec(text.slice(Math.max(0, end - 80), end))?.[1] : undefined;
    if (said) {
      const start = text.lastIndexOf(said, end);
      yield { kind, start, end: start + said.length, byName: true };
    }
    let form: RegExp | undefined = first;
    let at = end;
    for (let count = 0; form && count < MAX_ITEMS; count++) {
      form.lastIndex = at;
      const value = form.exec(text)?.[1];
      if (!value) break;
      at = form.lastIndex;
      yield { kind, start: at - value.length, end: at, byName: true };
      form = next;
    }
  }
}

const WORDS = [
  'phrase',
  'mnemonic',
  'words',
  'code',
  'codes',
  'pin',
  'otp',
  '2fa',
  'mfa',
  'passcode',
  'password',
  'key',
  'json',
];
/** The words by their last two letters, in any case, so that most runs cost one lookup. */
const BY_ENDING: (string[] | undefined)[] = [];
for (const word of WORDS) {
  const slot = ((word.charCodeAt(word.length - 2) & 31) << 5) | (word.charCodeAt(word.length - 1) & 31);
  BY_ENDING[slot] = [...(BY_ENDING[slot] ?? []), word];
}

export function anchorPhrases(anchors: Anchors): void {
  const { graph } = anchors;
  const followed = { sets: [], count: 0, node: anchors.anyOf(' \t\r\n=:"\'`\\([') };
  for (const word of ['phrase', 'mnemonic', 'words', 'pin', 'otp', '2fa', 'mfa'])
    for (const form of new Set([word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()]))
      anchors.word(form, { followedUpTo: followed });
  anchors.word('id.json');
  const sorts = graph.node();
  const before = graph.node();
  graph.lead(before, ' _-', sorts);
  for (const sort of 'verification security backup recovery emergency scratch login log-in access confirmation auth authentication authorization one-time onetime 2fa mfa otp sms signin sign-in unlock activation pairing bypass'.split(
    ' ',
  )) {
    graph.end(graph.wordInAnyCase(sorts, sort));
    graph.end(graph.wordInAnyCase(before, sort));
  }
  graph.end(graph.wordInAnyCase(anchors.places, 'code'), { before });
  for (const sort of 'setup secret manual entry recovery 2fa otp authenticator unlock product license licence serial activation'.split(
    ' ',
  ))
    anchors.word(`${sort} key`);
}
