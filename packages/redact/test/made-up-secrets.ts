/**
 * Made-up secrets of every form. Put together here from parts, so that no scanner that guards this repository takes
 * them for real ones.
 */
const letters = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9nO2qR5tU8wX1zA4cD7fG0iJ3lM6oP9rS2uV5xY8';
const hex = '3f9a1c7e5b2d8046e1f7a9c3d5b08264917e3c5a8d0f2b46';
const take = (count: number) => letters.repeat(4).slice(0, count);
const takeHex = (count: number) => hex.repeat(4).slice(0, count);
const upper = (count: number) => take(count).toUpperCase();

export const PEM_BODY = Array.from({ length: 6 }, (_, line) => `M${take(80).slice(line, line + 63)}`).join('\n');
export const PEM = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${PEM_BODY}\n-----END RSA ${'PRIVATE'} KEY-----`;
export const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${take(43)}`;

/** Found anywhere in a text, by their form. */
export const SECRETS_BY_FORM: readonly (readonly [kind: string, secret: string])[] = [
  ['anthropic_api_key', `sk-ant-api03-${take(93)}AA`],
  ['anthropic_api_key', `sk-ant-oat01-${take(60)}`],
  ['openai_api_key', `sk-proj-${take(74)}T3BlbkFJ${take(74)}`],
  ['openai_api_key', `sk-${take(20)}T3BlbkFJ${take(20)}`],
  ['openrouter_api_key', `sk-or-v1-${takeHex(64)}`],
  ['langfuse_secret_key', `sk-lf-3f9a1c7e-5b2d-4046-a1f7-a9c3d5b08264`],
  ['aws_access_key', `AKIA${upper(16)}`],
  ['aws_access_key', 'AKIAIOSFODNN7EXAMPLE'],
  ['aws_access_key', `ASIA${upper(16)}`],
  ['github_token', `ghp_${take(36)}`],
  ['github_token', `gho_${take(36)}`],
  ['github_token', `github_pat_${take(22)}_${take(59)}`],
  ['gitlab_token', `glpat-${take(20)}`],
  ['slack_token', `xoxb-123456789012-1234567890123-${take(24)}`],
  ['stripe_key', `sk_live_${take(24)}`],
  ['stripe_key', `rk_test_${take(24)}`],
  ['google_api_key', `AIza${take(35)}`],
  ['google_oauth_secret', `GOCSPX-${take(28)}`],
  ['google_oauth_token', `ya29.${take(60)}`],
  ['npm_token', `npm_${take(36)}`],
  ['pypi_token', `pypi-AgEIcHlwaS5vcmc${take(70)}`],
  ['rubygems_token', `rubygems_${takeHex(48)}`],
  ['docker_token', `dckr_pat_${take(27)}`],
  ['huggingface_token', `hf_${take(34)}`],
  ['databricks_token', `dapi${takeHex(32)}`],
  ['shopify_token', `shpat_${takeHex(32)}`],
  ['groq_api_key', `gsk_${take(52)}`],
  ['xai_api_key', `xai-${take(80)}`],
  ['perplexity_api_key', `pplx-${take(48)}`],
  ['replicate_token', `r8_${take(37)}`],
  ['linear_token', `lin_api_${take(40)}`],
  ['notion_token', `ntn_12345678901${take(35)}`],
  ['notion_token', `secret_${take(43)}`],
  ['vercel_token', `vcp_${take(40)}`],
  ['cloudflare_token', `cfut_${take(40)}`],
  ['digitalocean_token', `dop_v1_${takeHex(64)}`],
  ['supabase_token', `sbp_${takeHex(40)}`],
  ['planetscale_token', `pscale_tkn_${take(43)}`],
  ['postman_token', `PMAK-${takeHex(24)}-${takeHex(34)}`],
  ['sentry_token', `sntryu_${takeHex(64)}`],
  ['grafana_token', `glsa_${take(32)}_${takeHex(8)}`],
  ['atlassian_token', `ATATT3xFfGF0${take(60)}`],
  ['figma_token', `figd_${take(40)}`],
  ['sendgrid_key', `SG.${take(22)}.${take(43)}`],
  ['twilio_key', `SK${takeHex(32)}`],
  ['twilio_account_sid', `AC${takeHex(32)}`],
  ['telegram_token', `123456789:AA${take(33)}`],
  ['discord_token', `M${take(25)}.${take(6)}.${take(38)}`],
  ['discord_token', `N${take(22)}.${take(6)}.${take(27)}`],
  ['discord_token', `O${take(27)}.${take(6)}.${take(40)}`],
  ['plaid_token', `access-sandbox-3f9a1c7e-5b2d-4046-a1f7-a9c3d5b08264`],
  ['vault_token', `hvs.${take(90)}`],
  ['doppler_token', `dp.pt.${take(43)}`],
  ['mailgun_key', `key-${takeHex(32)}`],
  ['mailchimp_key', `${takeHex(32)}-us12`],
  ['mailchimp_key', `e${takeHex(31)}-us12`],
  ['mailchimp_key', `${takeHex(32)}-us6`],
  ['airtable_token', `pat${take(14)}.${takeHex(64)}`],
  ['terraform_token', `${take(14)}.atlasv1.${take(67)}`],
  ['terraform_token', `M${take(13)}.atlasv1.${take(67)}`],
  ['terraform_token', `e${take(13)}.atlasv1.${take(67)}`],
  ['terraform_token', `r${take(13)}.atlasv1.${take(67)}`],
  ['resend_key', `re_${take(8)}_${take(24)}`],
  ['age_secret_key', `AGE-SECRET-KEY-1${upper(58)}`],
  ['azure_client_secret', `abc8Q~${take(34)}`],
  ['tailscale_key', `tskey-auth-${take(12)}-${take(32)}`],
  ['jwt', JWT],
  ['jwt', `eyJhbGciOiJkaXIifQ..${take(16)}.${take(40)}.${take(22)}`],
  ['private_key', PEM],
];

/** Found even with letters and digits right before them. */
export const GLUED_SECRETS: readonly (readonly [kind: string, secret: string])[] = [
  ['anthropic_api_key', `sk-ant-api03-${take(93)}AA`],
  ['openrouter_api_key', `sk-or-v1-${takeHex(64)}`],
  ['langfuse_secret_key', `sk-lf-3f9a1c7e-5b2d-4046-a1f7-a9c3d5b08264`],
  ['openai_api_key', `sk-proj-${take(74)}T3BlbkFJ${take(74)}`],
  ['openai_api_key', `sk-proj-${take(20)}-${take(20)}`],
  ['openai_api_key', `sk-${take(20)}T3BlbkFJ${take(20)}`],
  ['aws_access_key', 'AKIAIOSFODNN7EXAMPLE'],
  ['aws_access_key', `ASIA${upper(16)}`],
  ['github_token', `ghp_${take(36)}`],
  ['github_token', `ghs_${take(36)}`],
  ['github_token', `github_pat_${take(22)}_${take(59)}`],
  ['gitlab_token', `glpat-${take(20)}`],
  ['slack_token', `xoxb-123456789012-1234567890123-${take(24)}`],
  ['stripe_key', `sk_live_${take(24)}`],
  ['stripe_key', `rk_test_${take(99)}`],
  ['stripe_key', `whsec_${take(32)}`],
  ['google_api_key', `AIzaSy${take(33)}`],
  ['google_oauth_secret', `GOCSPX-${take(28)}`],
  ['google_oauth_token', `ya29.${take(60)}`],
  ['npm_token', `npm_${take(36)}`],
  ['pypi_token', `pypi-AgEIcHlwaS5vcmc${take(70)}`],
  ['docker_token', `dckr_pat_${take(27)}`],
  ['huggingface_token', `hf_${take(34)}`],
  ['groq_api_key', `gsk_${take(52)}`],
  ['digitalocean_token', `dop_v1_${takeHex(64)}`],
  ['shopify_token', `shpat_${takeHex(32)}`],
  ['sendgrid_key', `SG.${take(22)}.${take(43)}`],
  ['vault_token', `hvs.${take(90)}`],
  ['jwt', JWT],
  ['private_key', PEM],
];

export const AWS_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
export const RANDOM_VALUE = take(32);
