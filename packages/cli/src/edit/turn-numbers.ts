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
    const from = Number(match?.[1]);
    const to = match?.[2] === undefined ? from : match[3] ? Number(match[3]) : Math.max(from, count);
    if (!match || from > to)
      throw usage(`Cannot read "${text}" as ${name}s.`, 'Use numbers and ranges: 3, 3..5, 1,4..6, 7..');
    if (from < 1 || to > count)
      throw usage(`There is no ${name} ${from < 1 ? from : to}: the ${owner} has ${plural(count, name)}.`, hint);
    for (let number = from; number <= to; number++) numbers.add(number);
  }
  return numbers;
}

export function parseTurn(text: string, count: number): number {
  const [number] = /^\s*\d+\s*$/.test(text) ? parseTurns(text, count) : [];
  if (number === undefined) throw usage(`Cannot use "${text}" as a turn number.`, TURNS.hint);
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
