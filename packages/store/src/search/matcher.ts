import { type Query, wantedTerms } from './query.js';

/** A place in a text, in UTF-16 units. */
export interface Range {
  start: number;
  end: number;
}

/** Decides whether a text is meant, and where in it. */
export interface Matcher {
  matches(text: string): boolean;
  ranges(text: string, limit: number): Range[];
  /** Texts of which every hit holds one, as they may be spelled; undefined when nothing is sure. */
  spellings: string[] | undefined;
}

export function wordMatcher(query: Query): Matcher {
  const terms = wantedTerms(query).map(termPattern);
  const pattern = new RegExp(terms.join('|'), 'giu');
  return {
    matches: (text) => holds(query, text),
    ranges: (text, limit) => rangesOf(pattern, text, limit),
    spellings: needed(query).flatMap(spellingsOf),
  };
}

export function exactMatcher(needle: string): Matcher {
  return {
    matches: (text) => text.includes(needle),
    ranges: (text, limit) => placesOf(needle, text, limit),
    spellings: [needle],
  };
}

/** Throws a SyntaxError for a pattern that is none. */
export function regexMatcher(source: string): Matcher {
  const pattern = new RegExp(source, 'gmu');
  return {
    matches: (text) => {
      pattern.lastIndex = 0;
      return pattern.test(text);
    },
    ranges: (text, limit) => rangesOf(pattern, text, limit),
    spellings: literalIn(source),
  };
}

/** As the index splits words: what stands between them does not matter. */
function termPattern({ text, isPrefix }: { text: string; isPrefix: boolean }): string {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const body = words.map(escaped).join('[^\\p{L}\\p{N}]+');
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
  const before = isUnspaced.test(words[0]?.[0] ?? '') ? '' : '(?<![\\p{L}\\p{N}])';
  const after = isPrefix || isUnspaced.test(words.at(-1)?.at(-1) ?? '') ? '' : '(?![\\p{L}\\p{N}])';
  return `${before}${body}${after}`;
}

function holds(query: Query, text: string): boolean {
  switch (query.kind) {
    case 'term':
      return new RegExp(termPattern(query), 'iu').test(text);
    case 'and':
      return query.parts.every((part) => holds(part, text));
    case 'or':
      return query.parts.some((part) => holds(part, text));
    case 'not':
      return holds(query.part, text) && !holds(query.except, text);
  }
}

/** Words of which at least one is in every text that is meant. */
function needed(query: Query): string[] {
  switch (query.kind) {
    case 'term':
      return [longest(query.text.match(/[\p{L}\p{N}]+/gu) ?? [query.text])];
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

/** Few and long words are found fastest. */
function weight(words: string[]): number {
  return Math.min(...words.map((word) => word.length)) / words.length;
}

function longest(words: readonly string[]): string {
  return words.reduce((best, word) => (word.length > best.length ? word : best), '');
}

/** The ways in which people spell a word; a byte search knows no other. */
function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  // Without its first letter a word is the same whether it stands at the beginning of a sentence or not.
  const from = /^[a-z]{5}/i.test(word) ? 1 : 0;
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  return [...new Set([word, lower, capital, word.toUpperCase()].map((each) => each.slice(from)))];
}

/** The longest run of plain characters outside of any group or choice: every match holds it. */
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
      pattern.lastIndex++;
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

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
