import { plainLetters, withoutAccents } from '@unspool/session/facts';
import type { Range } from './range.js';
import { UNSPACED, withoutColours } from './segment.js';

/**
 * Finds a word or a phrase as the index would: punctuation between words, case and accents do not matter. Written by hand,
 * since a pattern for "not a letter of any script" takes milliseconds to compile.
 */
export class Term {
  private readonly words: string[];
  private readonly isPrefix: boolean;
  private readonly plain: Patterns;
  private marked: Patterns | undefined;
  private seen = '';
  private seenPlain = '';
  private isSeenMarked = false;

  constructor({ text, isPrefix }: { text: string; isPrefix: boolean }) {
    this.words = wordsIn(withoutAccents(text));
    this.isPrefix = isPrefix;
    this.plain = patternsOf(this.words, '');
  }

  /** The first match from an offset on. */
  find(text: string, from: number): Range | undefined {
    const letters = this.lettersOf(text);
    const { first, others } = this.isSeenMarked ? this.withMarks() : this.plain;
    first.lastIndex = from;
    for (let match = first.exec(letters); match && match[0] !== ''; match = first.exec(letters)) {
      const end = this.endOf(letters, match.index, match.index + match[0].length, others);
      if (end !== undefined) return { start: match.index, end };
      first.lastIndex = after(letters, match.index);
    }
    return undefined;
  }

  /** Cached, since a text is searched several times. */
  private lettersOf(text: string): string {
    if (text !== this.seen) {
      this.seen = text;
      this.seenPlain = withoutColours(plainLetters(text));
      this.isSeenMarked = MARK.test(this.seenPlain);
    }
    return this.seenPlain;
  }

  private withMarks(): Patterns {
    this.marked ??= patternsOf(this.words, MARKS);
    return this.marked;
  }

  /** Where a phrase that starts here ends; undefined if it does not start here. */
  private endOf(text: string, start: number, endOfFirst: number, others: readonly RegExp[]): number | undefined {
    if (isWordBefore(text, start) && !isBorder(text, start)) return undefined;
    let at = endOfFirst;
    for (const word of others) {
      word.lastIndex = nextWord(text, at);
      if (word.lastIndex === at || !word.test(text)) return undefined;
      at = word.lastIndex;
    }
    const isEnd = this.isPrefix || !isWordAt(text, at) || isBorder(text, at);
    return isEnd ? at : undefined;
  }
}

/** In scripts without spaces there is a word boundary at every letter, also next to words of other scripts. */
function isBorder(text: string, at: number): boolean {
  return isUnspacedAt(text, at) || isUnspacedAt(text, lastUnit(text, at));
}

interface Patterns {
  first: RegExp;
  /** Sticky patterns, which match only at a given offset. */
  others: RegExp[];
}

const MARKS = '[\\u0300-\\u036f]*';
const MARK = /[\u0300-\u036f]/;

function patternsOf(words: readonly string[], behindLetters: string): Patterns {
  const pattern = (word: string, flags: string) =>
    new RegExp(
      [...word].map((letter) => escaped(letter) + behindLetters).join(''),
      isAscii(word) ? flags : `${flags}u`,
    );
  const [first = '', ...others] = words;
  return { first: pattern(first, 'gi'), others: others.map((word) => pattern(word, 'iy')) };
}

export function wordsIn(text: string): string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function nextWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordAt(text, at)) at = after(text, at);
  return at;
}

/** Where the next character begins, so that a pattern never starts in the middle of one. */
function after(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && isWordAt(text, lastUnit(text, at));
}

/** Where the character before an offset begins. */
function lastUnit(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 1 ? at - 2 : at - 1;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  if (code < 128) return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122);
  return LETTER.test(String.fromCodePoint(code));
}

/** In scripts without spaces a word ends anywhere. */
function isUnspacedAt(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code >= 0xe00 && UNSPACED.test(String.fromCodePoint(code));
}

const LETTER = /[\p{L}\p{N}]/u;

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
