import { DIGIT, endOfRun, isIn, WORD_DASH } from '../characters.js';
import type { Span } from '../finding.js';
import { isPlaceholder } from './secret-value.js';

/** Secrets known by a sign in their middle. */

/** `123456789:AA…` of a Telegram bot. */
export function telegramTokenAt(text: string, colon: number): Span | undefined {
  if (text.charCodeAt(colon + 1) !== 65 || text.charCodeAt(colon + 2) !== 65) return undefined;
  let start = colon;
  while (colon - start < 11 && isIn(DIGIT, text.charCodeAt(start - 1))) start--;
  const digits = colon - start;
  const end = endOfRun(text, colon + 1, WORD_DASH, colon + 42);
  const length = end - colon - 1;
  return digits >= 8 && digits <= 10 && length >= 33 && length <= 37
    ? { kind: 'telegram_token', start, end }
    : undefined;
}

/** `…8Q~…`, the client secret of an Entra application. */
export function azureSecretAt(text: string, tilde: number): Span | undefined {
  if (text.charCodeAt(tilde - 1) !== 81 || !isIn(DIGIT, text.charCodeAt(tilde - 2))) return undefined;
  const start = tilde - 5;
  const found = /^[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w-]|[.~]+[\w-])/.exec(text.slice(Math.max(0, start), tilde + 40));
  return found && start >= 0 ? { kind: 'azure_client_secret', start, end: start + found[0].length } : undefined;
}

/** `curl -u name:password`. */
export function userOptionAt(text: string, colon: number): Span | undefined {
  const next = text.charCodeAt(colon + 1);
  if (next <= 34 || next === 39 || next === 47 || next === 92 || next === 58) return undefined;
  if (!/(?:^|\s)(?:-u|--user|--proxy-user)[ =]?\\?["']?[\w.@-]{1,64}$/.test(text.slice(Math.max(0, colon - 84), colon)))
    return undefined;
  const value = /^[^\s"'`\\;|&]{3,256}/.exec(text.slice(colon + 1, colon + 257))?.[0];
  if (!value || isPlaceholder(value) || /^\d{1,5}$/.test(value)) return undefined;
  return { kind: 'password', start: colon + 1, end: colon + 1 + value.length, byName: true };
}
