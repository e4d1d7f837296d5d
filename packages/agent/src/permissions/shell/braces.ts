import type { Word } from './script.js';

const MOST = 64;
/** Expands the innermost first: what it leaves is a superset of what a shell makes of nested ones. */
const ALTERNATIVES = /\{([^{},]*(?:,[^{},]*)+)\}/;

/** The words that brace expansion produces: `{.env,a.txt}` gives two. A word whose expansion is unknown is kept. */
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
    if (texts.length > MOST) return [word];
  }
  // `{a..c}` is a sequence.
  if (texts.some((text) => /\{[^}]*\.\./.test(text))) return [word];
  return texts.map((text) => ({ text, raw: text, isLiteral: true, hasGlob: word.hasGlob && /[*?[]/.test(text) }));
}
