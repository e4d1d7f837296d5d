import type { Word } from './script.js';

const MAX_WORDS = 64;
/** The innermost braces. For nested braces, expanding these first yields a superset of the shell's words. */
const ALTERNATIVES = /\{([^{},]*(?:,[^{},]*)+)\}/;

/** The words that brace expansion produces: `{.env,a.txt}` gives two. Keeps a word that it cannot expand. */
export function expandBraces(word: Word): Word[] {
  if (word.isLiteral || /[$`'"\\()]/.test(word.raw)) return [word];
  let texts = [word.raw];
  while (texts.some((text) => ALTERNATIVES.test(text))) {
    texts = texts.flatMap((text) => {
      const found = ALTERNATIVES.exec(text);
      if (!found) return [text];
      const rest = text.slice(found.index + found[0].length);
      return (found[1] ?? '').split(',').map((each) => `${text.slice(0, found.index)}${each}${rest}`);
    });
    if (texts.length > MAX_WORDS) return [word];
  }
  // `{a..c}` is a sequence.
  if (texts.some((text) => /\{[^}]*\.\./.test(text))) return [word];
  return texts.map((text) => ({ text, raw: text, isLiteral: true, hasGlob: word.hasGlob && /[*?[]/.test(text) }));
}
