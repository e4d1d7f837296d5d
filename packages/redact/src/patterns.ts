import type { Span } from './finding.js';
import { endOfToken } from './token.js';
import { whyUnsafe } from './unsafe-regex.js';

/** A pattern for secrets of your own. The secret is the first group or, without groups, the whole match. */
export interface SecretPattern {
  /** The kind shown in tokens and reports: letters, digits, `_`, `-`, `.`. */
  name: string;
  regex: RegExp | string;
}

export interface CompiledPattern {
  name: string;
  regex: RegExp;
}

/**
 * A user's regex never sees a whole text, only windows of this size that overlap by half. This bounds its cost and
 * limits a match to half a window.
 */
const WINDOW = 2048;
const STEP = WINDOW / 2;

/** Throws if a pattern cannot be used, with the reason, before any text is read. */
export function compilePatterns(patterns: readonly SecretPattern[]): CompiledPattern[] {
  return patterns.map(({ name, regex }) => {
    if (!/^[A-Za-z][\w.-]{0,63}$/.test(name)) {
      throw new TypeError(
        `Pattern name "${name}": use up to 64 letters, digits, "_", "-" or ".", beginning with a letter`,
      );
    }
    const source = typeof regex === 'string' ? regex : regex.source;
    const unsafe = whyUnsafe(source);
    if (unsafe) throw new TypeError(`Pattern "${name}" could take forever on some text: ${unsafe}`);
    const flags = typeof regex === 'string' ? '' : regex.flags.replace(/[gyd]/g, '');
    return { name, regex: new RegExp(source, `${flags}gd`) };
  });
}

export function matchesOf(text: string, patterns: readonly CompiledPattern[]): Span[] {
  const spans: Span[] = [];
  const tokens = redactionTokens(text);
  for (const pattern of patterns) {
    for (let from = 0; from === 0 || from + STEP < text.length; from += STEP) {
      const window = text.slice(from, from + WINDOW);
      for (const match of window.matchAll(pattern.regex)) {
        const [start, end] = match.indices?.[1] ?? match.indices?.[0] ?? [0, 0];
        const span = { kind: pattern.name, start: from + start, end: from + end };
        const touchesToken = tokens.some((token) => span.start < token.end && token.start < span.end);
        if (end > start && !touchesToken) spans.push(span);
      }
    }
  }
  return spans;
}

/** Text that is already redacted stays as it is, even if a pattern matches it. */
function redactionTokens(text: string): { start: number; end: number }[] {
  const tokens: { start: number; end: number }[] = [];
  for (let at = text.indexOf('[redacted:'); at >= 0; at = text.indexOf('[redacted:', at + 1)) {
    const end = endOfToken(text, at);
    if (end > 0) tokens.push({ start: at, end });
  }
  return tokens;
}
