import { type Needle, needlesOf, needlesOfWord } from '@unspool/session/facts';
import { type Query, wantedTerms } from './query.js';
import type { Range } from './range.js';
import { Term, wordsIn } from './term.js';

/** Decides whether and where a text matches. */
export interface Matcher {
  matches(text: string): boolean;
  ranges(text: string, limit: number): Range[];
  /** The user's own pattern, which may never finish. */
  isPattern?: boolean;
  /** Every line with a hit contains one of these; undefined if nothing is certain. */
  needles: Needle[] | undefined;
}

/** Every file with a hit contains one of these. */
export function needlesIn({ needles }: Matcher): Needle[] {
  return needles ?? [{ bytes: Buffer.from('"') }];
}

export function wordMatcher(query: Query): Matcher {
  const terms = wantedTerms(query).map((term) => new Term(term));
  return {
    matches: holder(query),
    ranges: (text, limit) => rangesOfTerms(terms, text, limit),
    needles: needed(query).flatMap(needlesOfWord),
  };
}

export function exactMatcher(needle: string): Matcher {
  return {
    matches: (text) => text.includes(needle),
    ranges: (text, limit) => placesOf(needle, text, limit),
    needles: needlesOf(needle),
  };
}

/** Throws a SyntaxError for an invalid pattern. */
export function regexMatcher(source: string): Matcher {
  const pattern = new RegExp(source, 'gmu');
  return {
    matches: (text) => {
      pattern.lastIndex = 0;
      return pattern.test(text);
    },
    ranges: (text, limit) => rangesOf(pattern, text, limit),
    isPattern: true,
    needles: literalIn(source)?.flatMap(needlesOf),
  };
}

/** The places of all terms, in order. */
function rangesOfTerms(terms: readonly Term[], text: string, limit: number): Range[] {
  const next = terms.map((term) => term.find(text, 0));
  const ranges: Range[] = [];
  while (ranges.length < limit) {
    const first = next.reduce((best, each) => (each && (!best || each.start < best.start) ? each : best), undefined);
    if (!first) break;
    ranges.push(first);
    terms.forEach((term, at) => {
      const place = next[at];
      if (place && place.start < first.end) next[at] = term.find(text, first.end);
    });
  }
  return ranges;
}

function holder(query: Query): (text: string) => boolean {
  switch (query.kind) {
    case 'term': {
      const term = new Term(query);
      return (text) => term.find(text, 0) !== undefined;
    }
    case 'and': {
      const parts = query.parts.map(holder);
      return (text) => parts.every((holds) => holds(text));
    }
    case 'or': {
      const parts = query.parts.map(holder);
      return (text) => parts.some((holds) => holds(text));
    }
    case 'not': {
      const part = holder(query.part);
      const except = holder(query.except);
      return (text) => part(text) && !except(text);
    }
  }
}

/** Words of which every matching text contains at least one. */
function needed(query: Query): string[] {
  switch (query.kind) {
    case 'term':
      return [longest(wordsIn(query.text))];
    case 'not':
      return needed(query.part);
    case 'or':
      return query.parts.flatMap(needed);
    case 'and': {
      const choices = query.parts.map(needed);
      return choices.reduce((best, each) => (weight(each) > weight(best) ? each : best));
    }
  }
}

/** Prefers few and long words, which are found fastest. */
function weight(words: string[]): number {
  return Math.min(...words.map((word) => word.length)) / words.length;
}

function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '');
}

/** The longest run of plain characters outside of groups and alternatives, which every match contains. */
function literalIn(source: string): string[] | undefined {
  if (/[|()[\]{}\\]/.test(source)) return undefined;
  const runs = source.split(/.[*?+]|[.^$+]/u);
  const best = longest(runs);
  return best.length >= 3 ? [best] : undefined;
}

function rangesOf(pattern: RegExp, text: string, limit: number): Range[] {
  const ranges: Range[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match && ranges.length < limit; match = pattern.exec(text)) {
    if (match[0] === '') {
      // Advance by a whole character: from inside one, the pattern would return to its start forever.
      pattern.lastIndex += (text.codePointAt(pattern.lastIndex) ?? 0) > 0xffff ? 2 : 1;
      continue;
    }
    ranges.push({ start: match.index, end: match.index + match[0].length });
  }
  return ranges;
}

function placesOf(needle: string, text: string, limit: number): Range[] {
  const ranges: Range[] = [];
  let at = text.indexOf(needle);
  while (at >= 0 && ranges.length < limit) {
    ranges.push({ start: at, end: at + needle.length });
    at = text.indexOf(needle, at + needle.length);
  }
  return ranges;
}
