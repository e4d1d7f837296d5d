import type { Found } from './find-items.js';

/** So much of an item's words has to stand in a summary. */
const ENOUGH = 0.6;
/** A command is short, and another option is another command. */
const ENOUGH_OF_COMMAND = 0.8;

/** The telling words of a text, in small letters. */
export function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !COMMON.has(word)));
}

/** Whether a summary says what an item says, as far as words tell. */
export function isIn({ kind, text, value }: Found, summary: string, words: ReadonlySet<string>): boolean {
  if (kind === 'number') return value !== undefined && summary.includes(value);
  if (kind === 'file') return summary.includes(text) || summary.includes(text.split(/[\\/]/).at(-1) ?? text);
  if (summary.includes(text)) return true;
  const own = [...wordsIn(text)];
  if (own.length === 0) return false;
  const share = own.filter((word) => words.has(word)).length / own.length;
  return share >= (kind === 'command' ? ENOUGH_OF_COMMAND : ENOUGH);
}

const COMMON: ReadonlySet<string> = new Set(
  "the and for that this with from are was were will would should could have has had not but you your our its it's they them then than there here what when which who how can may into onto over also just only very more most some any all each one two use used using let lets".split(
    ' ',
  ),
);
