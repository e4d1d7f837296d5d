import { isFiller, isNameLike, looksRandom } from '../randomness.js';
import type { SecretName } from './secret-name.js';

/**
 * How a value is written. A quoted string is certainly a value, and so is a literal in a shell or an environment file.
 * Any other unquoted word may be code, a type or prose.
 */
export type Writing = 'quoted' | 'literal' | 'tight' | 'loose';

export const LONGEST_VALUE = 4096;

export function isSecretValue(name: SecretName, value: string, writing: Writing): boolean {
  if (value.length < 4 || value.length > LONGEST_VALUE || isPlaceholder(value) || isOrdinary(value)) return false;
  if (writing === 'loose' && (name.isAssigned || isExpression(value))) return false;
  switch (name.proof) {
    case 'password':
      return !/\s/.test(value) && isPassword(value, writing);
    case 'secret':
      return isNotAName(value, writing);
    case 'unsure':
      return isUnlikeWords(value, writing);
    case 'key':
      return isKey(value, writing);
    case 'session':
      return (
        value.length >= 20 && /^[\w%.+/=:-]+$/.test(value) && !UUID.test(value) && !isWordy(value) && looksRandom(value)
      );
    case 'token':
      return isRandomValue(value, writing);
    case 'authorization':
      return isCredential(value.replace(/^[A-Za-z][\w-]{1,20} +/, ''));
    case 'cookie':
      return /^[\w.$-]{1,64}=[^\s;]{4,}/.test(value);
  }
}

function isPassword(value: string, writing: Writing): boolean {
  if (writing === 'quoted') return !isLabel(value);
  if (writing === 'literal') return !/(?:passwor[dt]|passwd|_file)$/i.test(value);
  if (isCodeName(value) || isMember(value)) return false;
  return writing === 'tight' || /[\d!@#$%^&*]/.test(value) || looksRandom(value);
}

function isNotAName(value: string, writing: Writing): boolean {
  if (value.length < 6 || /\s/.test(value)) return false;
  if (writing === 'loose') return value.length >= 8 && (hasDigitAndLetter(value) || looksRandom(value));
  return !isNameLike(value) || (hasDigitAndLetter(value) && value.length >= 8);
}

function isUnlikeWords(value: string, writing: Writing): boolean {
  if (!/^[!-.0-~]{6,}$/.test(value)) return false;
  if (!hasDigitAndLetter(value)) return /^\w+$/.test(value) && looksRandom(value);
  return !isNameLike(value) || (writing !== 'loose' && /\d$/.test(value) && value.length >= 8);
}

function isKey(value: string, writing: Writing): boolean {
  return (
    (writing !== 'loose' || HEX_KEY.test(value)) &&
    value.length >= 20 &&
    (writing === 'literal' ? /^[\w+/=:-]+$/ : /^[\w+/=-]+$/).test(value) &&
    (writing === 'literal' || !UUID.test(value)) &&
    !isWordy(value) &&
    looksRandom(value)
  );
}

const isCredential = (value: string) => value.length >= 6 && !isPlaceholder(value) && !isNameLike(value);

/** `dev-only-secret-64-bytes`, `cmd/cli/strategy.go:12`: words and numbers joined by signs. */
export const isWordy = (value: string) =>
  /[-_./:]/.test(value) &&
  !TITLED.test(value) &&
  value.split(/[-_./:]+/).every((part) => /^(?:[A-Za-z]*|[A-Z]?[a-z]+\d{1,2}|\d{1,6})$/.test(part));

/** `Tundra.Glacier31`: how generators write passwords that people can read. */
const TITLED = /^(?:[A-Z][a-z]+[._-]){1,4}[A-Z][a-z]+\d{2,4}$/;

/** 16 to 64 bytes in hexadecimal. */
const HEX_KEY = /^(?:0x)?(?:[0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function isRandomValue(value: string, writing: Writing): boolean {
  // Tokens are printable ASCII. Anything else may be a sentence in a script without spaces.
  if (!/^[!-~]+$/.test(value) || value.length < 8) return false;
  if (writing === 'loose') return value.length >= 12 && !isWordy(value) && looksRandom(value);
  return looksRandom(value) || (hasDigitAndLetter(value) && !isNameLike(value));
}

export const hasDigitAndLetter = (value: string) => /\d/.test(value) && /[A-Za-z]/.test(value);

/** A variable, a template, a mask or a placeholder in angle brackets. */
export function isPlaceholder(value: string): boolean {
  if (isFiller(value, 3) || value.includes('[redacted:')) return true;
  if (IN_BRACES.test(value)) return false;
  if (/^(?:\$|<|\{|\[|#\{|@|\*\*|••|\.\.\.|…|xxx|__)/i.test(value)) return true;
  if (/\$\{|\{\{|\$\(|\*{3}|•{3}|\.{3}|…|x{6}/i.test(value)) return true;
  if (/^%[sd({]|%\w+%/i.test(value) && !isPercentEncoded(value)) return true;
  if (/process\.env|os\.environ|import\.meta|getenv|secrets\.|env\(|\benv\./i.test(value)) return true;
  return /^(?:your|insert|replace|enter|put|some|dummy|fake)[a-z_ -]*$/i.test(value) || BLANKS.has(value.toLowerCase());
}

/** Maven writes encrypted passwords in braces. */
const IN_BRACES = /^\{[A-Za-z0-9+/]{20,}(?:={1,2}|[A-Za-z0-9+/]{20})\}$/;

/** `p%40ss%21` is a password in a URL, but `%PASSWORD%` is a variable. */
const isPercentEncoded = (value: string) => /^(?:[^%]|%[0-9a-f]{2})+$/i.test(value);

const BLANKS = new Set(
  'password passwort passwd secret token string str null none undefined nil true false required optional hidden redacted masked text hash bearer example placeholder todo number boolean bool object any unknown void bytes secretstr varchar stdin prompt ask env file disabled enabled empty blank missing invalid wrong keychain'.split(
    ' ',
  ),
);

/** Ids, paths, addresses and checksums may have a secret's name without being secret. */
export function isOrdinary(value: string): boolean {
  return isId(value) || isAddress(value);
}

const isId = (value: string) =>
  /^(?:msg|toolu|srvtoolu|req|chatcmpl|call|run|resp|file|cus|evt|session|ses|user|org)_/.test(value);

export function isAddress(value: string): boolean {
  if (/^sha(?:1|256|384|512)[-:]/.test(value)) return true;
  if (/^(?:\.{0,2}\/|~\/|[A-Za-z]:[\\/]|file:|https?:\/\/)/.test(value))
    return !/^\/{0,2}[A-Za-z0-9+/]{40,}={0,2}$/.test(value) || !looksRandom(value);
  if (/^\d{4}-\d\d-\d\d|^\d+(?:\.\d+)*$/.test(value))
    return value.length < 4 || value.includes('.') || value.includes('-');
  return /\.(?:js|ts|tsx|jsx|py|json|ya?ml|md|txt|go|rs|java|html|css|sh|pem|key|env|php|rb)$/i.test(value);
}

/** Code to the right of a plain `=` or `:`. */
function isExpression(value: string): boolean {
  // Names in code hardly have numbers of three digits.
  if (TITLED.test(value) || /[A-Za-z]\d{3,}\b/.test(value)) return false;
  return (
    /^[A-Za-z_$][\w$]*(?:[.?]{1,2}[A-Za-z_$][\w$]*){1,20}$/.test(value) ||
    /^(?:new|await|this|self|os|str|func|fn|def)\b/.test(value) ||
    /^[&*][A-Za-z_][\w.]*$/.test(value)
  );
}

/** `password: userPassword2` is an identifier. Those have at most two digits, at the end; other digits mean a password. */
export const isCodeName = (value: string) =>
  /^[A-Za-z_$][A-Za-z_$]*\d{0,2}$/.test(value) &&
  (/pass|pwd|secret|field|input|value|param/i.test(value) || value.includes('$')) &&
  isNameLike(value);

/** A member access in code: `login(password=args.password)`, `password=self.pw`, `password=keys["db"]`. */
const isMember = (value: string) => /^[A-Za-z_$][\w$.]*\[$/.test(value) || isOwned(value);

const isOwned = (value: string) =>
  /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*){1,8}$/.test(value) &&
  (OWNERS.has(/^[A-Za-z_$]+/.exec(value)?.[0] ?? '') ||
    /(?:pass(?:wor[dt]|wd|phrase)?|pwd|secret|token)$/i.test(value));

const OWNERS = new Set(
  'self this cls super args kwargs opts options props params config conf cfg settings env ctx context creds credentials user account data body form payload event state input inputs values request req response res app db obj session client faker'.split(
    ' ',
  ),
);

/** A label or a message key rather than a password: `"password": "auth.password.label"`. */
export const isLabel = (value: string) =>
  /^[a-z]+(?:[._-][a-z]+){2,}$/i.test(value) || /^[A-Z][a-z]+$/.test(value) || /passwor[dt]$/i.test(value);
