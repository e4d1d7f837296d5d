import type { Found } from './find-items.js';

/** The share of an item's words that a summary must contain. */
const ENOUGH = 0.6;
/** Higher for commands: they are short, and a different option makes a different command. */
const ENOUGH_OF_COMMAND = 0.8;

/** Returns the significant words of a text, in lower case. */
export function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter((word) => !COMMON.has(word)));
}

/** Whether a summary contains what an item says, judged by its words and numbers. */
export function isIn({ kind, text, values = [] }: Found, summary: string, words: ReadonlySet<string>): boolean {
  if (!values.every((value) => summary.includes(value))) return false;
  if (kind === 'number') return true;
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
