import type { Anchors } from '../anchor/anchors.js';
import { WORD_DASH_DOT } from '../characters.js';
import { looksRandom } from '../randomness.js';
import { formedTokenAt } from './formed.js';
import { type Issued, issuedTokenAt } from './issued.js';

/**
 * Tokens that are found even with letters or digits right before them (`tokenghp_…`). Such a prefix may be the end of a word
 * (`task_live_`, `highs_`), so the rest must meet more conditions than at the start of a word.
 */
interface GluedToken {
  kind: string;
  prefix: string;
  /** The minimum number of characters after the prefix. */
  least: number;
  /** Matches the start of the rest, short and bounded. Its group (or the whole match) must look random. */
  rest: RegExp;
  /** All others must have letters of both cases, unlike hashes and numbers. */
  isOfOneCase: boolean;
}

const glued = (kind: string, prefixes: string, least: number, rest: RegExp, letters?: 'one case') =>
  prefixes.split(' ').map((prefix): GluedToken => ({ kind, prefix, least, rest, isOfOneCase: letters === 'one case' }));

export const GLUED_TOKENS: readonly GluedToken[] = [
  ...glued('anthropic_api_key', 'sk-ant-', 38, /[a-z]{3,8}\d\d-[\w-]{32}/y),
  ...glued('openrouter_api_key', 'sk-or-v1-', 64, /[0-9a-f]{64}/y, 'one case'),
  ...glued('langfuse_secret_key', 'sk-lf-', 36, /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y, 'one case'),
  ...glued('openai_api_key', 'sk-proj- sk-svcacct- sk-admin-', 40, /(?=[\w-]{40})[\w-]{0,24}([A-Za-z0-9]{16})/y),
  // `OpenAI` in base64.
  ...glued('openai_api_key', 'sk-', 48, /[\w-]{20,90}T3BlbkFJ[\w-]{20}/y),
  // Base32 may contain this by chance, so a character outside base32 must come before or after it.
  ...glued(
    'aws_access_key',
    'AKIA ASIA ABIA ACCA',
    16,
    /(?<![A-Z0-9]A[A-Z]{3})[A-Z0-9]{16}|[A-Z0-9]{16}(?![A-Z0-9])/y,
    'one case',
  ),
  ...glued('github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', 36, /[A-Za-z0-9]{36}/y),
  ...glued('github_token', 'github_pat_', 53, /[A-Za-z0-9]{22}_[A-Za-z0-9]{30}/y),
  ...glued('gitlab_token', 'glpat- gldt- glrt- glcbt- glptt- glft- gloas-', 20, /[\w-]{20}/y),
  ...glued('slack_token', 'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxe-', 20, /[\w-]{20,48}/y, 'one case'),
  ...glued('stripe_key', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', 24, /[A-Za-z0-9]{24}/y),
  ...glued('google_api_key', 'AIza', 35, /Sy[\w-]{33}/y),
  ...glued('google_oauth_secret', 'GOCSPX-', 28, /[\w-]{28}/y),
  ...glued('npm_token', 'npm_', 36, /[A-Za-z0-9]{36}/y),
  ...glued('pypi_token', 'pypi-', 52, /Ag[\w-]{50}/y),
  ...glued('docker_token', 'dckr_pat_', 27, /[\w-]{27}/y),
  ...glued('huggingface_token', 'hf_', 34, /[A-Za-z0-9]{34}/y),
  ...glued('groq_api_key', 'gsk_', 52, /[A-Za-z0-9]{52}/y),
  ...glued('digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', 64, /[0-9a-f]{64}/y, 'one case'),
  ...glued('shopify_token', 'shpat_ shpca_ shppa_ shpss_', 32, /[0-9a-fA-F]{32}/y, 'one case'),
  ...glued('sendgrid_key', 'SG.', 66, /[\w-]{22}\.[\w-]{43}/y),
  ...glued('vault_token', 'hvs.', 60, /[\w-]{60}/y),
  ...glued('google_oauth_token', 'ya29.', 40, /[\w-]{40}/y),
];

/** JSON Web Tokens get their anchor in formed.ts. */
export function anchorGlued(anchors: Anchors): void {
  for (const { prefix, least } of GLUED_TOKENS) {
    anchors.word(prefix, { follow: { sets: [WORD_DASH_DOT], count: least } });
  }
}

const BEGINNINGS = new Uint8Array(128 * 128);
for (const prefix of ['eyJ', ...GLUED_TOKENS.map((token) => token.prefix)])
  BEGINNINGS[prefix.charCodeAt(0) * 128 + prefix.charCodeAt(1)] = 1;

/** Indexed by two characters, so that most positions cost one lookup. */
export const mayBeginGlued = (text: string, at: number) =>
  BEGINNINGS[text.charCodeAt(at) * 128 + text.charCodeAt(at + 1)] === 1;

/** `runEnd` is the end of the run of word characters around `at`. */
export function gluedTokenAt(text: string, at: number, runEnd: number): Issued | undefined {
  if (text.charCodeAt(at) === 101) return gluedJwtAt(text, at, runEnd);
  for (const token of GLUED_TOKENS) {
    if (!text.startsWith(token.prefix, at)) continue;
    const end = endOfToken(text, at, token);
    // As elsewhere, letters right after the token are included.
    if (end > 0) return { kind: token.kind, end: Math.max(end, issuedTokenAt(text, at)?.end ?? 0) };
  }
  return undefined;
}

const gluedJwtAt = (text: string, at: number, runEnd: number) =>
  text.startsWith('eyJ', at) && text.startsWith('.eyJ', runEnd) ? formedTokenAt(text, at, runEnd) : undefined;

function endOfToken(text: string, at: number, { prefix, rest, isOfOneCase }: GluedToken): number {
  rest.lastIndex = at + prefix.length;
  const found = rest.exec(text);
  const random = found?.[1] ?? found?.[0] ?? '';
  if (!looksRandom(random)) return -1;
  return isOfOneCase || (/[a-z]/.test(random) && /[A-Z]/.test(random)) ? rest.lastIndex : -1;
}
