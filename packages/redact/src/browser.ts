/** The part that runs without Node: finding secrets and masking them for display. */
export { type FindOptions, findSecrets } from './find-secrets.js';
export type { Finding } from './finding.js';
export { type MaskedRange, type MaskedText, mask, maskValue } from './mask.js';
export { maskFields } from './mask-fields.js';
export { parseRules, RulesError } from './own-rules.js';
export type { SecretPattern } from './patterns.js';
