import type { Graph } from '../anchor/graph.js';

/**
 * Terminal colours, as in output (`ESC[31m`) and in JSON inside a text (`\u001b[31m`). Programs that highlight matches also
 * write `ESC[K`.
 */
const ESCAPE = 27;
const BACKSLASH = 92;
const BRACKET = 91;
const MAX_NUMBERS = 16;
const MAX_IN_A_ROW = 8;

/** Lets a colour lead from one node to the other. */
export function leadOverColours(graph: Graph, from: number, to: number): void {
  // A name may end with the letter that ends a colour.
  const numbers = graph.next(from, 'K'.charCodeAt(0)) || graph.node();
  const open = graph.node();
  graph.lead(from, 'mK', numbers);
  graph.lead(numbers, '0123456789;', numbers);
  graph.lead(numbers, '[', open);
  graph.lead(open, '\u001b', to);
  graph.wordInAnyCase(open, '\\u001b', to);
}

/** The start of the colour that ends at `end`, without its backslashes; `end` if there is none. */
export function startOfColour(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last !== 109 && last !== 75) return end;
  let at = end - 1;
  while (end - at <= MAX_NUMBERS && isOfNumbers(text.charCodeAt(at - 1))) at--;
  if (text.charCodeAt(at - 1) !== BRACKET) return end;
  if (text.charCodeAt(at - 2) === ESCAPE) return at - 2;
  return /^\\u001b$/i.test(text.slice(Math.max(0, at - 7), at - 1)) ? at - 6 : end;
}

const isOfNumbers = (code: number) => code === 59 || (code >= 48 && code <= 57);

/** The end of the colours that begin at `from`. */
export function afterColours(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first !== ESCAPE && first !== BACKSLASH) return from;
  let at = from;
  for (let count = 0; count < MAX_IN_A_ROW; count++) {
    COLOUR.lastIndex = at;
    if (!COLOUR.test(text)) break;
    at = COLOUR.lastIndex;
  }
  return at;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one.
const COLOUR = /(?:\u001b|\\{1,64}u001[bB])\[[\d;]{0,16}[mK]/y;

/** Without this, the digits and letter at the end of a colour would look like part of the next word. */
export function afterEndOfColour(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before !== BRACKET && before !== 59) return start;
  const length = /^\d{0,3}[mK]/.exec(text.slice(start, start + 4))?.[0].length ?? 0;
  return startOfColour(text, start + length) < start ? start + length : start;
}
