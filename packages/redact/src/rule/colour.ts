import type { Graph } from '../anchor/graph.js';

/**
 * The colours of a terminal, as they stand in its output (`ESC[31m`) and in JSON inside of a text (`\u001b[31m`). What
 * marks the words it found adds an `ESC[K` to each.
 */
const ESCAPE = 27;
const BACKSLASH = 92;
const BRACKET = 91;
const MOST_NUMBERS = 16;
const MOST_IN_A_ROW = 8;

/** A colour that ends at one node leads to the other. */
export function leadOverColours(graph: Graph, from: number, to: number): void {
  const numbers = graph.node();
  const open = graph.node();
  graph.lead(from, 'mK', numbers);
  graph.lead(numbers, '0123456789;', numbers);
  graph.lead(numbers, '[', open);
  graph.lead(open, '\u001b', to);
  graph.wordInAnyCase(open, '\\u001b', to);
}

/** Where the colour begins that ends at `end`, but for its backslashes; `end` for none. */
export function startOfColour(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last !== 109 && last !== 75) return end;
  let at = end - 1;
  while (end - at <= MOST_NUMBERS && isOfNumbers(text.charCodeAt(at - 1))) at--;
  if (text.charCodeAt(at - 1) !== BRACKET) return end;
  if (text.charCodeAt(at - 2) === ESCAPE) return at - 2;
  return /^\\u001b$/i.test(text.slice(Math.max(0, at - 7), at - 1)) ? at - 6 : end;
}

const isOfNumbers = (code: number) => code === 59 || (code >= 48 && code <= 57);

/** Behind the colours that begin at `from`. */
export function behindColours(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first !== ESCAPE && first !== BACKSLASH) return from;
  let at = from;
  for (let count = 0; count < MOST_IN_A_ROW; count++) {
    COLOUR.lastIndex = at;
    if (!COLOUR.test(text)) break;
    at = COLOUR.lastIndex;
  }
  return at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const COLOUR = /(?:\u001b|\\{1,64}u001[bB])\[[\d;]{0,16}[mK]/y;

/** The last letter of a colour, with digits before it, looks like a part of the word behind it. */
export function behindEndOfColour(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before !== BRACKET && before !== 59) return start;
  const length = /^\d{0,3}[mK]/.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  return startOfColour(text, start + length) < start ? start + length : start;
}
