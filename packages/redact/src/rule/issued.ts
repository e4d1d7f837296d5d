import type { Anchors } from '../anchor/anchors.js';
import {
  ALNUM,
  BASE64_ANY,
  BASE64_PADDED,
  type CharacterSet,
  endOfRun,
  HEX,
  HEX_DASH,
  UPPER_DIGIT,
  WORD,
  WORD_DASH,
  WORD_DASH_DOT,
} from '../characters.js';
import { isFiller, looksRandom } from '../randomness.js';

/**
 * Tokens that services issue, each with its own prefix. Not matched by regex: a miss reads two characters and a hit
 * reads the token, whatever the input.
 */
interface IssuedToken {
  kind: string;
  prefix: string;
  set: CharacterSet;
  /** The minimum number of characters after the prefix. Longer tokens are hidden in full: the rest would be a leak. */
  min: number;
  /** The exact number, for tokens of fixed length whose prefix proves too little. */
  exact?: true;
  /** Ordinary names also start with this prefix (`sk-loading-spinner`), so the rest must look random. */
  random?: true;
}

const issued = (kind: string, prefixes: string, set: CharacterSet, min: number, proof?: 'exact' | 'random' | 'both') =>
  prefixes.split(' ').map(
    (prefix): IssuedToken => ({
      kind,
      prefix,
      set,
      min,
      ...(proof === 'exact' || proof === 'both' ? { exact: true } : {}),
      ...(proof === 'random' || proof === 'both' ? { random: true } : {}),
    }),
  );

/** Longer prefixes with the same start come first. */
export const ISSUED_TOKENS: readonly IssuedToken[] = [
  ...issued('anthropic_api_key', 'sk-ant-', WORD_DASH, 20, 'random'),
  ...issued('openrouter_api_key', 'sk-or-v1- sk-or-', WORD_DASH, 32),
  ...issued('langfuse_secret_key', 'sk-lf-', HEX_DASH, 32),
  ...issued('openai_api_key', 'sk-proj- sk-svcacct- sk-admin- sk-None- sess-', WORD_DASH, 24, 'random'),
  ...issued('openai_api_key', 'sk-', WORD_DASH, 20, 'random'),
  ...issued('aws_access_key', 'AKIA ASIA ABIA ACCA A3T', UPPER_DIGIT, 16, 'exact'),
  ...issued('aws_bedrock_api_key', 'ABSK bedrock-api-key-', BASE64_PADDED, 80, 'random'),
  ...issued('github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', WORD_DASH_DOT, 30, 'random'),
  ...issued('github_token', 'github_pat_', WORD, 30, 'random'),
  ...issued(
    'gitlab_token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- GR1348941',
    WORD_DASH_DOT,
    20,
    'random',
  ),
  ...issued(
    'slack_token',
    'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe- xoxe.xoxp- xoxc- xoxd- xapp-',
    WORD_DASH,
    12,
    'random',
  ),
  ...issued('stripe_key', 'sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ whsec_', BASE64_PADDED, 16),
  ...issued('google_api_key', 'AIza', WORD_DASH, 30, 'random'),
  ...issued('google_oauth_secret', 'GOCSPX-', WORD_DASH, 20),
  ...issued('npm_token', 'npm_', ALNUM, 30, 'random'),
  ...issued('pypi_token', 'pypi-Ag', WORD_DASH, 30),
  ...issued('rubygems_token', 'rubygems_', HEX, 32),
  ...issued('crates_token', 'cio', ALNUM, 32, 'exact'),
  ...issued('nuget_token', 'oy2', ALNUM, 43, 'exact'),
  ...issued('docker_token', 'dckr_pat_ dckr_oat_', WORD_DASH, 20),
  ...issued('huggingface_token', 'hf_ api_org_', ALNUM, 30, 'random'),
  ...issued('databricks_token', 'dapi dkea', HEX_DASH, 32),
  ...issued('shopify_token', 'shpat_ shpca_ shppa_ shpss_ shptka_', ALNUM, 32),
  ...issued('square_token', 'sq0atp- sq0csp- sq0idp-', WORD_DASH, 22),
  ...issued('groq_api_key', 'gsk_', ALNUM, 32, 'random'),
  ...issued('xai_api_key', 'xai-', ALNUM, 40, 'random'),
  ...issued('perplexity_api_key', 'pplx-', ALNUM, 32),
  ...issued('replicate_token', 'r8_', ALNUM, 36, 'random'),
  ...issued('elevenlabs_api_key', 'sk_', HEX, 48, 'exact'),
  ...issued('tavily_api_key', 'tvly-', WORD_DASH, 24, 'random'),
  ...issued('langsmith_api_key', 'lsv2_pt_ lsv2_sk_ ls__', WORD, 32),
  ...issued('linear_token', 'lin_api_ lin_oauth_ lin_wh_', WORD, 30, 'random'),
  ...issued('notion_token', 'ntn_', ALNUM, 40, 'random'),
  ...issued('notion_token', 'secret_', ALNUM, 43, 'exact'),
  ...issued('vercel_token', 'vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_', WORD, 20, 'random'),
  ...issued('cloudflare_token', 'cfk_ cfut_ cfat_', WORD_DASH, 32, 'random'),
  ...issued('cloudflare_token', 'v1.0-', HEX_DASH, 100),
  ...issued('digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', HEX, 40),
  ...issued('fly_token', 'fm1_ fm1r_ fm1a_ fm2_ fo1_', BASE64_ANY, 32, 'random'),
  ...issued('render_token', 'rnd_', ALNUM, 24, 'random'),
  ...issued('netlify_token', 'nfp_ nfo_ nfc_ nfb_', ALNUM, 36, 'random'),
  ...issued('heroku_token', 'HRKU-', WORD_DASH, 36),
  ...issued('supabase_token', 'sbp_', HEX, 40),
  ...issued('supabase_token', 'sb_secret_ sbp_oauth_', WORD_DASH, 20, 'random'),
  ...issued('planetscale_token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', WORD_DASH_DOT, 32),
  ...issued('neon_token', 'napi_', ALNUM, 40, 'random'),
  ...issued('postman_token', 'PMAK-', HEX_DASH, 50),
  ...issued('new_relic_key', 'NRAK- NRII- NRJS- NRRA-', WORD_DASH, 19, 'random'),
  ...issued('sentry_token', 'sntrys_ sntryu_', BASE64_ANY, 40, 'random'),
  ...issued('grafana_token', 'glc_', BASE64_PADDED, 32, 'random'),
  ...issued('grafana_token', 'glsa_', WORD, 40, 'random'),
  ...issued('atlassian_token', 'ATATT3xFfGF0 ATCTT3xFfGN0 ATBB', BASE64_ANY, 24, 'random'),
  ...issued('figma_token', 'figd_ figo_ figr_', WORD_DASH, 32, 'random'),
  ...issued('mailgun_key', 'key-', HEX, 32, 'exact'),
  ...issued('brevo_key', 'xkeysib- xsmtpsib-', WORD_DASH, 60),
  ...issued('onepassword_token', 'ops_ey', BASE64_PADDED, 100),
  ...issued('onepassword_secret_key', 'A3-', WORD_DASH, 36, 'exact'),
  ...issued('age_secret_key', 'AGE-SECRET-KEY-1', UPPER_DIGIT, 40),
  ...issued('buildkite_token', 'bkua_ bkpt_', HEX, 40),
  ...issued('circleci_token', 'CCIPAT_ CCIPRJ_', WORD_DASH, 40),
  ...issued('tailscale_key', 'tskey-', WORD_DASH, 20, 'random'),
  ...issued('pulumi_token', 'pul-', HEX, 40, 'exact'),
  ...issued('prefect_token', 'pnu_ pnb_', ALNUM, 36, 'exact'),
  ...issued('contentful_token', 'CFPAT-', WORD_DASH, 40),
  ...issued('typeform_token', 'tfp_', WORD_DASH_DOT, 40, 'random'),
  ...issued('readme_token', 'rdme_', ALNUM, 60),
  ...issued('sourcegraph_token', 'sgp_', WORD, 40, 'random'),
  ...issued('artifactory_token', 'AKCp', ALNUM, 60),
  ...issued('facebook_token', 'EAACEdEose0cBA EAAG EAAB', ALNUM, 60, 'random'),
  ...issued('twilio_key', 'SK', HEX, 32, 'exact'),
  ...issued('twilio_account_sid', 'AC', HEX, 32, 'exact'),
  ...issued('mapbox_secret_token', 'sk.eyJ', WORD_DASH_DOT, 60),
  ...issued('sendgrid_key', 'SG.', WORD_DASH_DOT, 40, 'random'),
  ...issued('vault_token', 'hvs. hvb. hvr.', WORD_DASH, 24, 'random'),
  ...issued('google_oauth_token', 'ya29.', WORD_DASH, 20, 'random'),
  ...issued('doppler_token', 'dp.pt. dp.st. dp.sa. dp.ct. dp.scim. dp.audit.', WORD_DASH_DOT, 30, 'random'),
  ...issued('dropbox_token', 'sl.', WORD_DASH, 60, 'random'),
  ...issued('deepseek_api_key', 'sk-', HEX, 32, 'exact'),
  ...issued('together_api_key', 'tgp_v1_', WORD_DASH, 32),
  ...issued('fireworks_api_key', 'fw_', ALNUM, 20, 'random'),
  ...issued('cerebras_api_key', 'csk-', ALNUM, 40, 'random'),
  ...issued('nvidia_api_key', 'nvapi-', WORD_DASH, 40, 'random'),
  ...issued('pinecone_api_key', 'pcsk_', WORD, 40, 'random'),
  ...issued('firecrawl_api_key', 'fc-', HEX, 32, 'exact'),
  ...issued('jina_api_key', 'jina_', ALNUM, 40, 'random'),
  ...issued('voyage_api_key', 'pa-', WORD_DASH, 43, 'exact'),
  ...issued('e2b_api_key', 'e2b_', HEX, 40),
  ...issued('wandb_api_key', 'wandb_v1_', WORD_DASH, 40, 'random'),
  ...issued('browserbase_api_key', 'bb_live_', WORD_DASH, 20, 'random'),
  ...issued('llama_cloud_api_key', 'llx-', ALNUM, 40, 'random'),
  ...issued('alibaba_access_key', 'LTAI', ALNUM, 16, 'random'),
  ...issued('tencent_secret_id', 'AKID', ALNUM, 32, 'random'),
  ...issued('yandex_token', 'AQVN y0_AgAAAA t1.9eu', WORD_DASH, 35, 'random'),
  ...issued('square_token', 'EAAA', WORD_DASH, 56, 'random'),
  ...issued('instagram_token', 'IGQVJ IGQWR IGAA', WORD_DASH, 60, 'random'),
  ...issued('ibm_api_key', 'ApiKey-', HEX_DASH, 36),
  ...issued('sonar_token', 'sqp_ squ_ sqa_ sqb_', HEX, 40),
  ...issued('snyk_token', 'snyk_uat. snyk_sat. snyk_pat.', WORD_DASH_DOT, 32),
  ...issued('dynatrace_token', 'dt0c01. dt0s01. dt0s02. dt0s16. dt0a01. dt0w01. dt0e01.', WORD_DASH_DOT, 60),
  ...issued('axiom_token', 'xaat- xapt-', HEX_DASH, 36),
  ...issued('buildkite_token', 'bkat_ bkct_ bkpi_ bkaj_', WORD_DASH, 32, 'random'),
  ...issued('clojars_token', 'CLOJARS_', HEX, 60),
  ...issued('packagist_token', 'packagist_uut_ packagist_out_ packagist_ack_ packagist_acs_', HEX, 40),
  ...issued('jfrog_token', 'cmVmdGtu', ALNUM, 48, 'random'),
  ...issued('aiven_token', 'AVNS_', WORD_DASH, 15, 'random'),
  ...issued('mongodb_token', 'mdb_sa_sk_ mdb_sa_id_', WORD_DASH, 24, 'random'),
  ...issued('fauna_key', 'fnAE fnAF', WORD_DASH, 36, 'random'),
  ...issued('cockroach_token', 'CCDB1_', WORD, 40, 'random'),
  ...issued('easypost_key', 'EZAK EZTK', ALNUM, 50, 'random'),
  ...issued('shippo_key', 'shippo_live_ shippo_test_ shippo_', HEX, 40),
  ...issued('duffel_key', 'duffel_live_ duffel_test_', WORD_DASH, 40, 'random'),
  ...issued('frameio_token', 'fio-u-', WORD_DASH, 50, 'random'),
  ...issued('flutterwave_key', 'FLWSECK- FLWSECK_TEST- FLWPUBK_TEST-', WORD_DASH, 32),
  ...issued('razorpay_key', 'rzp_live_ rzp_test_', ALNUM, 14, 'random'),
  ...issued('clerk_key', 'sk_test_ sk_prod_', WORD_DASH, 40, 'random'),
  ...issued('launchdarkly_key', 'sdk- api- mob-', HEX_DASH, 36, 'exact'),
  ...issued('hubspot_token', 'pat-na1- pat-na2- pat-eu1- pat-ap1-', HEX_DASH, 36),
  ...issued('statsig_key', 'secret-', ALNUM, 40, 'random'),
  ...issued('stytch_secret', 'secret-live- secret-test-', BASE64_ANY, 36, 'random'),
  ...issued('trello_token', 'ATTA', HEX, 64),
  ...issued('intercom_token', 'dG9rO', BASE64_PADDED, 50, 'random'),
  ...issued('clickup_token', 'pk_', WORD, 36, 'random'),
  ...issued('shopify_token', 'atkn_ shpua_', HEX, 32),
  ...issued('dbt_token', 'dbtc_ dbtu_', WORD_DASH, 36, 'random'),
  ...issued('cursor_key', 'key_', HEX, 60),
  ...issued('tinybird_token', 'p.eyJ', WORD_DASH_DOT, 60),
  ...issued('mailersend_token', 'mlsn.', HEX, 60),
  ...issued('inngest_key', 'signkey-prod- signkey-test- signkey-branch-', HEX, 32),
  ...issued('knock_key', 'sk_', WORD_DASH, 40, 'random'),
  ...issued('pubnub_key', 'sec-c-', BASE64_PADDED, 40, 'random'),
  ...issued('minisign_key', 'RWRTY0Iy', BASE64_PADDED, 100),
  ...issued('adyen_key', 'AQE', BASE64_ANY, 60, 'random'),
  ...issued('harness_token', 'pat. sat.', WORD_DASH_DOT, 60, 'random'),
  ...issued('twitter_token', 'AAAAAAAAAAAAAAAAAAAAA', WORD_DASH, 60, 'random'),
  ...issued('octopus_key', 'API-', UPPER_DIGIT, 26, 'exact'),
  ...issued('teamcity_token', 'eyJ0eXAiOiAiVENWMiJ9.', WORD_DASH_DOT, 60),
  ...issued('linkedin_secret', 'WPL_AP1. WPL_AP0.', WORD_DASH_DOT, 18, 'random'),
  ...issued('svix_key', 'sk_', BASE64_ANY, 40, 'random'),
  ...issued('stripe_key', 'pk_live_ acct_live_ ek_live_ ek_test_', ALNUM, 20, 'random'),
  ...issued('anyscale_key', 'esecret_', ALNUM, 24, 'random'),
  ...issued('atlas_key', 'mdb_', WORD_DASH, 32, 'random'),
  ...issued('pinecone_api_key', 'pckey_', WORD, 32, 'random'),
  ...issued('qdrant_key', 'qdr_ eyJhcGkta2V5', WORD_DASH_DOT, 32, 'random'),
  ...issued('expo_token', 'expo_', WORD_DASH, 32, 'random'),
  ...issued('railway_token', 'rw_Fe26. railway_', WORD_DASH_DOT, 32, 'random'),
  ...issued('turso_token', 'turso_', WORD_DASH_DOT, 32, 'random'),
  ...issued('elastic_key', 'essu_ essa_', BASE64_PADDED, 30, 'random'),
  ...issued('intra42_secret', 's-s4t2ud- s-s4t2af-', HEX, 60),
  ...issued('defined_token', 'dnkey-', WORD_DASH, 50, 'random'),
  ...issued('duffel_key', 'duffel_', WORD_DASH, 43, 'random'),
  ...issued('maxmind_key', 'mmk_', WORD, 30, 'random'),
  ...issued('rootly_key', 'rootly_', HEX, 40),
  ...issued('workos_key', 'sk_a2V5', BASE64_ANY, 40, 'random'),
  ...issued('prisma_key', 'prsc_ psc_', WORD_DASH, 32, 'random'),
  ...issued('polar_token', 'polar_oat_ polar_pat_ polar_at_ polar_rt_', WORD, 32, 'random'),
  ...issued('onfido_key', 'api_live. api_sandbox. api_live_us. api_live_eu.', WORD_DASH_DOT, 32, 'random'),
  ...issued('crowdin_token', 'crowdin_', HEX, 60),
  ...issued('persona_key', 'persona_production_ persona_sandbox_', WORD_DASH, 32, 'random'),
  ...issued('canva_secret', 'cnvca', WORD_DASH, 40, 'random'),
  ...issued('google_refresh_token', '1//0', WORD_DASH, 35, 'random'),
  ...issued('oracle_credential', 'ocid1.credential.', WORD_DASH_DOT, 40, 'random'),
  ...issued('infisical_token', 'st.', WORD_DASH_DOT, 80, 'random'),
  ...issued('vault_token', 's.', ALNUM, 24, 'both'),
  ...issued('sanity_token', 'sk', ALNUM, 140, 'both'),
  ...issued('lob_key', 'live_', HEX, 35, 'exact'),
  ...issued('volcengine_access_key', 'AKLT', BASE64_PADDED, 36, 'random'),
  ...issued('google_hmac_key', 'GOOG1E', UPPER_DIGIT, 50),
  ...issued('aws_session_token', 'FwoGZXIvYXdz FQoGZXIvYXdz AQoDYXdz IQoJb3JpZ2luX2Vj', BASE64_PADDED, 100, 'random'),
  ...issued('confluent_key', 'cflt', BASE64_PADDED, 56, 'random'),
  ...issued('databricks_token', 'dose', HEX, 32, 'exact'),
  ...issued('facebook_token', 'EAAC EAAM EAAD EAAH EAAI EAAJ', ALNUM, 100, 'random'),
  ...issued('grafana_token', 'eyJrIjoi', BASE64_PADDED, 60, 'random'),
  ...issued('fernet_token', 'gAAAAAB', BASE64_ANY, 60, 'random'),
  ...issued(
    'paseto',
    'v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.',
    WORD_DASH_DOT,
    60,
    'random',
  ),
  ...issued('telnyx_key', 'KEY', WORD, 55, 'exact'),
  ...issued('baidu_key', 'ALTAK-', BASE64_ANY, 50, 'random'),
  ...issued('swarm_token', 'SWMKEY-1- SWMTKN-1-', BASE64_ANY, 40),
  ...issued('midtrans_key', 'Mid-server- SB-Mid-server-', WORD_DASH, 20, 'random'),
  ...issued('open_vsx_token', 'ovsxp_ ovsxat_', HEX_DASH, 36),
  ...issued('yandex_token', 'YC', WORD_DASH, 38, 'both'),
  ...issued('nostr_key', 'nsec1', ALNUM, 58, 'exact'),
  ...issued('wallet_key', 'xprv9 xprvA yprvA zprvA tprv8', ALNUM, 100, 'random'),
  ...issued('google_api_key', 'AQ.Ab8R', WORD_DASH_DOT, 40, 'random'),
  ...issued('luma_key', 'luma-', HEX_DASH, 60),
  ...issued('phoenix_token', 'SFMyNTY.', WORD_DASH_DOT, 80, 'random'),
  ...issued('ory_token', 'ory_at_ ory_rt_ ory_ac_ ory_st_ ory_pat_ ory_wak_', WORD_DASH_DOT, 32, 'random'),
  ...issued('cal_key', 'cal_live_', HEX, 32),
  ...issued('wakatime_key', 'waka_', HEX_DASH, 36, 'exact'),
];

export function anchorIssued(anchors: Anchors): void {
  for (const { prefix, set, min } of ISSUED_TOKENS) {
    anchors.word(prefix, { follow: { sets: [set], count: min }, before: anchors.boundary });
  }
}

/** Indexed by the first two characters, so that most positions cost one lookup. */
const byBeginning: (IssuedToken[] | undefined)[] = new Array(128 * 128);
for (const token of ISSUED_TOKENS) {
  const slot = token.prefix.charCodeAt(0) * 128 + token.prefix.charCodeAt(1);
  const tokens = byBeginning[slot];
  if (tokens) tokens.push(token);
  else byBeginning[slot] = [token];
}

export interface Issued {
  kind: string;
  end: number;
}

export function mayBeginIssued(text: string, at: number): boolean {
  return tokensBeginningAt(text, at) !== undefined;
}

export function issuedTokenAt(text: string, at: number): Issued | undefined {
  const tokens = tokensBeginningAt(text, at);
  if (!tokens) return undefined;
  for (const token of tokens) {
    if (!text.startsWith(token.prefix, at)) continue;
    const end = endOfToken(text, at, token);
    if (end > 0) return { kind: token.kind, end };
  }
  return undefined;
}

function tokensBeginningAt(text: string, at: number): IssuedToken[] | undefined {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  return first < 128 && second < 128 ? byBeginning[first * 128 + second] : undefined;
}

/** Checks a short window first, so that a long run with many false starts is not reread each time. */
function endOfToken(text: string, at: number, token: IssuedToken): number {
  const from = at + token.prefix.length;
  const window = from + Math.max(256, token.min + 1);
  let end = endOfRun(text, from, token.set, window);
  if (end < window) while (text.charCodeAt(end - 1) === 46) end--;
  const length = end - from;
  if (length < token.min) return -1;
  if (token.exact && (length > token.min || WORD_DASH[text.charCodeAt(end)] === 1)) return -1;
  const body = text.slice(from, end);
  if (isFiller(body) || (token.random && !looksRandom(body))) return -1;
  return end < window ? end : endOfRun(text, end, token.set);
}
