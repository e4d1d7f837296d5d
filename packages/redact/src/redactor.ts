import { createHmac, randomBytes } from 'node:crypto';
import { unescaped } from './encoding/escapes.js';
import { createFinder, type Finder, type FindOptions } from './find-secrets.js';
import type { Span } from './finding.js';
import { replaceInLines } from './lines.js';
import { ownRules } from './own-rules.js';
import { type Json, rewriteStrings } from './rewrite-strings.js';
import { kindByPlace } from './rule/field.js';
import { redactionToken } from './token.js';

export interface RedactorOptions extends FindOptions {
  /** The key for the hash in tokens. Random by default; pass one to get the same tokens in another run. */
  salt?: string | Uint8Array;
}

/** Counts of what was replaced. Contains no secret. */
export interface RedactionReport {
  /** How many were replaced. */
  found: number;
  /** How many of them are distinct. */
  distinct: number;
  kinds: Record<string, { found: number; distinct: number }>;
}

/** Replaces secrets with tokens. One redactor gives the same secret the same token everywhere. */
export interface Redactor {
  redactText(text: string): string;
  /**
   * Redacts every string and key of a JSON value. Unchanged parts keep their references. Each string is judged by its
   * content and by the name of its field.
   */
  redactValue<Value extends Json>(value: Value): Value;
  report(): RedactionReport;
}

/** Replacing one secret can expose another next to it. This many passes are enough for every known case. */
const MAX_PASSES = 4;

export function createRedactor(options: RedactorOptions = {}): Redactor {
  const find = createFinder(options);
  const ledger = createLedger(options.salt ?? randomBytes(32));
  const redactText = (text: string) => redactWith(find, ledger, text);
  const clean = new Set<string>();
  const redactNamed = (text: string, name: string) => {
    const kind = kindByPlace(text, name);
    if (!kind) return text;
    if (options.allow?.includes(text) || ownRules().allow?.includes(text) || isOneSecret(find(text), text))
      return redactText(text);
    return ledger.tokenFor(kind, text);
  };
  const redactString = (text: string, name: string) => {
    const redacted = redactNamed(text, name);
    return redacted === text ? redactShort(text, clean, redactText) : redacted;
  };
  const redactLines = (lines: readonly string[]) =>
    replaceInLines(lines, find, (kind, secret) => ledger.tokenFor(kind, unescaped(secret)));
  return {
    redactText,
    redactValue: <Value extends Json>(value: Value): Value =>
      typeof value === 'string'
        ? (redactShort(value, clean, redactText) as Value)
        : rewriteStrings(value, { text: redactString, named: redactNamed, lines: redactLines }),
    report: ledger.report,
  };
}

/** Longer strings, such as ids, rarely repeat. */
const SHORT = 20;
const MAX_CLEAN = 2000;

/** Remembers clean short strings, because names of fields, types and tools repeat. */
function redactShort(text: string, clean: Set<string>, redactText: (text: string) => string): string {
  if (text.length > SHORT) return isOwnId(text) ? text : redactText(text);
  if (clean.has(text)) return text;
  const redacted = redactText(text);
  if (redacted !== text) return redacted;
  if (clean.size >= MAX_CLEAN) clean.clear();
  clean.add(text);
  return text;
}

/** Ids of messages, requests and calls. Every line has some, and they are not secret. */
function isOwnId(text: string): boolean {
  if (text.length > LONGEST_ID || (text.charAt(3) !== '_' && text.charAt(5) !== '_')) return false;
  return OWN_ID.test(text);
}

const LONGEST_ID = 40;
const OWN_ID = /^(?:toolu|msg|req)_[0-9A-Za-z]{16,}$/;

/** If one form covers the whole value, it determines the kind better than the field's name. */
const isOneSecret = (spans: Span[], text: string) => spans[0]?.start === 0 && spans[0].end === text.length;

function redactWith(find: Finder, ledger: Ledger, text: string): string {
  let current = text;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const spans = find(current);
    if (spans.length === 0) return current;
    current = replaceSpans(current, spans, ledger);
  }
  return current;
}

function replaceSpans(text: string, spans: readonly Span[], ledger: Ledger): string {
  let result = '';
  let from = 0;
  for (const { kind, start, end, encoded } of spans) {
    result += text.slice(from, start);
    result += encoded
      ? encoded.encode(replaceSpans(encoded.decoded, encoded.spans, ledger))
      : ledger.tokenFor(kind, unescaped(text.slice(start, end)));
    from = end;
  }
  return result + text.slice(from);
}

interface Ledger {
  tokenFor(kind: string, secret: string): string;
  report(): RedactionReport;
}

/** Stores keyed hashes only, so that neither the report nor a heap dump reveals a secret. */
function createLedger(salt: string | Uint8Array): Ledger {
  const tokens = new Map<string, { token: string; kind: string; found: number }>();
  const taken = new Set<string>();
  return {
    tokenFor(kind, secret) {
      const digest = createHmac('sha256', salt).update(secret).digest('hex');
      const known = tokens.get(digest);
      if (known) {
        known.found++;
        return known.token;
      }
      const token = redactionToken(kind, freeHash(digest, taken));
      tokens.set(digest, { token, kind, found: 1 });
      return token;
    },
    report() {
      const report: RedactionReport = { found: 0, distinct: tokens.size, kinds: {} };
      for (const { kind, found } of tokens.values()) {
        const counts = report.kinds[kind] ?? { found: 0, distinct: 0 };
        report.kinds[kind] = { found: counts.found + found, distinct: counts.distinct + 1 };
        report.found += found;
      }
      return report;
    },
  };
}

/** The first eight digits of the digest that no other secret uses. */
function freeHash(digest: string, taken: Set<string>): string {
  for (let at = 0; at + 8 <= digest.length; at += 8) {
    const hash = digest.slice(at, at + 8);
    if (taken.has(hash)) continue;
    taken.add(hash);
    return hash;
  }
  return digest.slice(0, 8);
}
