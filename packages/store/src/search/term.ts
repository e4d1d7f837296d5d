import type { Range } from './range.js';

/**
 * Finds a word or a phrase in texts as the index splits them: what stands between words does not matter, nor does case.
 * By hand, since a pattern that says "no letter of any script" takes milliseconds to compile.
 */
export class Term {
  private readonly words: string[];
  private readonly first: RegExp;
  private readonly isPrefix: boolean;

  constructor({ text, isPrefix }: { text: string; isPrefix: boolean }) {
    this.words = wordsIn(text);
    this.first = new RegExp(escaped(this.words[0] ?? ''), isAscii(text) ? 'gi' : 'giu');
    this.isPrefix = isPrefix;
  }

  /** The first place from here on. */
  find(text: string, from: number): Range | undefined {
    this.first.lastIndex = from;
    for (let match = this.first.exec(text); match && match[0] !== ''; match = this.first.exec(text)) {
      const end = this.endOf(text, match.index, match.index + match[0].length);
      if (end !== undefined) return { start: match.index, end };
      this.first.lastIndex = after(text, match.index);
    }
    return undefined;
  }

  /** Where the phrase ends whose first word stands here; undefined when it does not. */
  private endOf(text: string, start: number, endOfFirst: number): number | undefined {
    if (isWordBefore(text, start) && !isUnspacedAt(text, start)) return undefined;
    let at = endOfFirst;
    for (const word of this.words.slice(1)) {
      const next = nextWord(text, at);
      if (next === at || !startsWith(text, word, next)) return undefined;
      at = next + word.length;
    }
    const isEnd = this.isPrefix || !isWordAt(text, at) || isUnspacedAt(text, lastUnit(text, at));
    return isEnd ? at : undefined;
  }
}

export function wordsIn(text: string): string[] {
  return text.match(isAscii(text) ? /[A-Za-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function startsWith(text: string, word: string, at: number): boolean {
  const there = text.slice(at, at + word.length);
  return there === word || there.toLowerCase() === word.toLowerCase();
}

function nextWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isWordAt(text, at)) at = after(text, at);
  return at;
}

/** Where the next character begins: a pattern never stands in the middle of one. */
function after(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function isWordBefore(text: string, at: number): boolean {
  return at > 0 && isWordAt(text, lastUnit(text, at));
}

/** Where the character before a place begins. */
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
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\0-\x7f]*$/.test(text);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
