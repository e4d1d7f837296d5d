import type { FindOptions } from './find-options.js';
import type { Finding, Span } from './finding.js';
import { ownRules } from './own-rules.js';
import { compilePatterns, matchesOf } from './patterns.js';
import { scan } from './scan.js';

export type { FindOptions } from './find-options.js';

/**
 * The secrets in a text, sorted and without overlap. A secret inside base64 is reported as the whole encoded block.
 *
 * Pass whole strings: a JSON string, a line, a file. A secret that is split over two chunks is found in neither.
 */
export function findSecrets(text: string, options: FindOptions = {}): Finding[] {
  return createFinder(options)(text).map(({ kind, start, end }) => ({ kind, start, end }));
}

export type Finder = (text: string) => Span[];

/** Returns a function for many texts. It compiles the options and the user's rules once, with the first text. */
export function createFinder(options: FindOptions): Finder {
  // Check the options now, so that a mistake shows where it was made.
  compilePatterns(options.patterns ?? []);
  let find: Finder | undefined;
  return (text) => {
    find ??= finderOf(options, ownRules());
    return find(text);
  };
}

function finderOf(options: FindOptions, own: FindOptions): Finder {
  const patterns = compilePatterns([...(options.patterns ?? []), ...(own.patterns ?? [])]);
  const allowed = new Set([...(options.allow ?? []), ...(own.allow ?? [])]);
  const extra = patterns.length > 0 ? (text: string) => matchesOf(text, patterns) : undefined;
  return (text) => withoutAllowed(text, scan(text, extra), allowed);
}

function withoutAllowed(text: string, spans: Span[], allowed: Set<string>): Span[] {
  if (allowed.size === 0) return spans;
  return spans.filter((span) => {
    if (allowed.has(text.slice(span.start, span.end))) return false;
    if (!span.encoded) return true;
    span.encoded.spans = withoutAllowed(span.encoded.decoded, span.encoded.spans, allowed);
    return span.encoded.spans.length > 0;
  });
}
