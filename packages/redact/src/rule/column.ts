import type { Span } from '../finding.js';
import type { Reader } from '../reader.js';
import { BREAK, endOfLine } from './line-break.js';
import type { SecretName } from './secret-name.js';
import { hasDigitAndLetter, isPlaceholder, isSecretValue } from './secret-value.js';

const VALUES = /[^()\n]{0,400}\)\s*VALUES\s*\(/iy;
/** A value of a list: quoted or not, and the comma after it. */
const ITEM = /\s{0,64}(?:N?\\{0,16}(["'])(.{0,512}?)\\{0,16}\1\s{0,64}|[^\s,()'"][^,()'"\n]{0,200})?(,|\)|$)/y;
const NEXT_LINE = new RegExp(BREAK, 'y');
const RULE = /^[\s|│┃║├┤┼╪╠╣╬┬┴╔╗╚╝└┘┌┐─━═+:=*-]*$/;
/** The quote that ends the string with the table, and what follows. */
const END_OF_STRING = /\\{0,16}"[\s,}\]].*$/;
const MAX_ROWS = 50;
const LONGEST_LINE = 600;

/** Values in a column whose heading is the name: `INSERT INTO t (name, password) VALUES (…)`, tables, CSV, output of databases. */
export function takeColumn({ text, spans }: Reader, place: Place, name: SecretName): void {
  const found = insertedValue(text, place);
  if (found && isSecretValue(name, text.slice(found.start, found.end), 'quoted')) spans.push(spanOf(found, name));
  for (const cell of cellsBelow(text, place)) {
    const value = text.slice(cell.start, cell.end);
    const isSecret = hasDigitAndLetter(value) && value.length >= 6 && !isPlaceholder(value);
    if (isSecret && isSecretValue(name, value, 'quoted')) spans.push(spanOf(cell, name));
  }
}

type Place = Pick<Span, 'start' | 'end'>;
const spanOf = (place: Place, { kind }: SecretName): Span => ({ kind, ...place, byName: true });

function insertedValue(text: string, { start, end }: Place): Place | undefined {
  VALUES.lastIndex = end;
  if (!VALUES.test(text)) return undefined;
  const open = text.lastIndexOf('(', start);
  if (open < 0 || start - open > 400) return undefined;
  let at = VALUES.lastIndex;
  for (let skipped = text.slice(open, start).split(',').length - 1; skipped >= 0; skipped--) {
    ITEM.lastIndex = at;
    const item = ITEM.exec(text);
    if (!item) return undefined;
    const [whole, quote, value = '', next] = item;
    if (skipped === 0 && quote) {
      const from = at + whole.indexOf(quote) + 1;
      return { start: from, end: from + value.length };
    }
    if (next !== ',') return undefined;
    at = ITEM.lastIndex;
  }
  return undefined;
}

/** The cells of the same column in the lines below. */
function* cellsBelow(text: string, { start, end }: Place): Generator<Place> {
  const lineStart = startOfLine(text, start);
  const lineEnd = endOfLine(text, end, LONGEST_LINE);
  const head = text.slice(lineStart, lineEnd);
  const cellOf = columnOf(head, start - lineStart, end - lineStart);
  if (!cellOf) return;
  let at = lineEnd;
  for (let row = 0; row < MAX_ROWS; row++) {
    NEXT_LINE.lastIndex = at;
    if (!NEXT_LINE.test(text)) return;
    const from = NEXT_LINE.lastIndex;
    at = endOfLine(text, from, LONGEST_LINE);
    const line = text.slice(from, at);
    if (line.trim() === '') return;
    if (RULE.test(line)) continue;
    const cell = cellOf(line);
    if (!cell) return;
    const value = cell.text
      .replace(END_OF_STRING, '')
      .trim()
      .replace(/^[`*"'\\]+|[`*"'\\]+$/g, '');
    const valueStart = from + cell.start + cell.text.indexOf(value);
    if (value !== '') yield { start: valueStart, end: valueStart + value.length };
  }
}

function startOfLine(text: string, at: number): number {
  const before = text.slice(Math.max(0, at - LONGEST_LINE), at);
  const lines = before.split(/\n|\\{1,16}n|: ?\\{0,16}"/);
  return at - (lines.at(-1)?.length ?? 0);
}

interface Cell {
  text: string;
  start: number;
}
type CellOf = (line: string) => Cell | undefined;

/** How to find the cell of a column in a line, judged by what separates the heading at [start, end) from its neighbours. */
function columnOf(head: string, start: number, end: number): CellOf | undefined {
  const after = /^["'`* ]*(\|\||[|│┃║,;\t]|\\{1,16}t)/.exec(head.slice(end))?.[1];
  const sign = after ?? /(\|\||[|│┃║,;\t]|\\{1,16}t)["'`*\\ ]*$/.exec(head.slice(0, start))?.[1];
  if (sign === undefined) return alignedAt(head, start, end);
  const isPlain = sign === ',' || sign === ';' || sign.endsWith('t') || sign === '\t';
  if (isPlain && !/^[\w\s,;."'/()#\\-]+$/.test(head)) return undefined;
  const headings = cellsOf(head, sign);
  const index = headings.findIndex((cell) => start >= cell.start && start <= cell.start + cell.text.length);
  const rowSign = sign === '||' ? '|' : sign;
  return (line) => {
    const cells = cellsOf(line, rowSign);
    // Only tables of Markdown may leave out the signs at both ends.
    if (cells.length < 2 || (isPlain && cells.length !== headings.length)) return undefined;
    const isOpen = rowSign === '|' && /^\s*\|/.test(head) && !/^\s*\|/.test(line);
    return cells[isOpen ? index - 1 : index];
  };
}

/** Commas inside quotes do not separate cells. */
function cellsOf(line: string, sign: string): Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at++) {
    if (line.charAt(at) === '"' && sign !== '|') isQuoted = !isQuoted;
    if (at < line.length && (isQuoted || !line.startsWith(sign, at))) continue;
    cells.push({ text: line.slice(start, at), start });
    start = at + sign.length;
    at = start - 1;
  }
  return cells;
}

/** Columns set apart by two or more spaces, as in the output of commands. */
function alignedAt(head: string, start: number, end: number): CellOf | undefined {
  const isSetApart = /^(?: {2,}|\s*$)/.test(head.slice(end)) && (start === 0 || / {2}$/.test(head.slice(0, start)));
  if (!isSetApart || !/\S {2,}\S/.test(head)) return undefined;
  const index = setApart(head.slice(0, start)).length;
  return (line) => {
    if (!/\S {2,}\S/.test(line)) return undefined;
    // A long cell moves those after it.
    const cells = setApart(line);
    if (cells.length === setApart(head).length) return cells[index];
    if (line.charAt(start - 1).trim() !== '') return undefined;
    return { text: /^\s?\S*/.exec(line.slice(start))?.[0] ?? '', start };
  };
}

const setApart = (line: string): Cell[] =>
  Array.from(line.matchAll(/\S+(?: \S+)*/g), ({ 0: text, index }) => ({ text, start: index }));
