import { plural } from '../terminal/numbers.js';
import { UserError } from '../user-error.js';

/** Turn numbers as people write them: `3`, `3..5`, `1,4..6`, `7..` to the end. */
export function parseTurns(text: string, count: number): Set<number> {
  return parseNumbers(text, count, TURNS);
}

/** The same for the numbered items of a list. */
export function parseItems(text: string, count: number): Set<number> {
  return parseNumbers(text, count, ITEMS);
}

interface Numbered {
  name: string;
  owner: string;
  hint: string;
}

const TURNS: Numbered = {
  name: 'turn',
  owner: 'session',
  hint: 'Turns are numbered from 1. See them with: unspool show SESSION',
};
const ITEMS: Numbered = { name: 'item', owner: 'list', hint: 'The number of an item is in the first column.' };

function parseNumbers(text: string, count: number, { name, owner, hint }: Numbered): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^\s*(\d+)\s*(?:(\.\.|-)\s*(\d*))?\s*$/.exec(part);
    if (!match) throw usage(`Cannot read "${text}" as ${name}s.`, 'Use numbers and ranges: 3, 3..5, 1,4..6, 7..');
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : match[3] ? Number(match[3]) : count;
    if (from < 1 || to > count || from > to)
      throw usage(`There is no ${name} ${part.trim()}: the ${owner} has ${plural(count, name)}.`, hint);
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}

export function parseTurn(text: string, count: number): number {
  const [number] = parseTurns(text, count);
  if (number === undefined || !/^\s*\d+\s*$/.test(text))
    throw usage(`Cannot read "${text}" as the number of a turn.`, TURNS.hint);
  return number;
}

function usage(message: string, hint: string): UserError {
  return new UserError(message, { hint, isUsage: true });
}

/** The value of --keep-last. */
export function turnCount(text: string): number {
  if (/^\d+$/.test(text.trim())) return Number(text);
  throw new UserError(`--keep-last takes a number of turns, not "${text}".`, {
    hint: 'With --keep-last 3, the last three turns stay as they are.',
    isUsage: true,
  });
}
