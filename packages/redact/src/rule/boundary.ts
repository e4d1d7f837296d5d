import { ALL } from '../anchor/bytes.js';
import type { Graph } from '../anchor/graph.js';
import { ALNUM, DIGIT, HEX, isIn, membersOf } from '../characters.js';

/** Whether a word can begin here. After a letter or digit it cannot, unless that belongs to an escape or a colour. */
export function isBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isIn(ALNUM, before)) return true;
  return /(?:\\[nrtbf]|\\u[0-9a-f]{4}|%[0-9a-f]{2}|[[;]\d{1,3}m)$/i.test(text.slice(Math.max(0, at - 6), at));
}

/** The same as a graph, read backwards. It also accepts invalid escapes. */
export function leadToBoundary(graph: Graph, from: number): void {
  const end = graph.node();
  graph.end(end);
  graph.lead(from, [...ALL].filter((character) => !isIn(ALNUM, character.charCodeAt(0))).join(''), end);
  const letter = graph.node();
  graph.lead(letter, '\\', end);
  graph.lead(from, 'nrtNRT', letter);
  const hex = membersOf(HEX);
  const [one, two, three, four, unicode] = [graph.node(), graph.node(), graph.node(), graph.node(), graph.node()];
  graph.lead(from, hex, one);
  graph.lead(one, '\\', end);
  graph.lead(one, hex, two);
  graph.lead(two, '%', end);
  graph.lead(two, hex, three);
  graph.lead(three, hex, four);
  graph.lead(four, 'uU', unicode);
  graph.lead(unicode, '\\', end);
  const numbers = graph.node();
  graph.lead(from, 'mM', numbers);
  graph.lead(numbers, membersOf(DIGIT), numbers);
  graph.lead(numbers, '[;', end);
}
