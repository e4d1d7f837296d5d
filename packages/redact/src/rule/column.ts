import type { Span } from '../finding.js';
import type { Reader } from '../reader.js';
import type { SecretName } from './secret-name.js';
import { hasDigitAndLetter, isPlaceholder, isSecretValue } from './secret-value.js';

const VALUES = /[^()\n]{0,400}\)\s*VALUES\s*\(/iy;
/** A value of a list: quoted or not, and the comma after it. */
const ITEM = /\s{0,64}(?:N?\\{0,16}(["'])(.{0,512}?)\\{0,16}\1\s{0,64}|[^\s,()'"][^,()'"\n]{0,200})?(,|\)|$)/y;
const BREAK = '(?:\\r?\\n|\\\\{1,16}n)(?:[ \\t]*\\d{1,6}[→\\t])?[ \\t+>-]{0,24}';
const RULE = new RegExp(`[^\\n\\\\]{0,300}?${BREAK}\\|?[ :|-]{3,300}\\|?${BREAK}`, 'y');
const MOST_ROWS = 50;

/** Values in a column whose heading is the name: `INSERT INTO t (name, password) VALUES (…)` and Markdown tables. */
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

function* cellsBelow(text: string, { start, end }: Place): Generator<Place> {
  const before = text.slice(Math.max(0, start - 400), start);
  const head = before.slice(Math.max(before.lastIndexOf('\n') + 1, before.lastIndexOf('\\n') + 2, 0));
  if (!head.includes('|')) return;
  RULE.lastIndex = end;
  if (!RULE.test(text)) return;
  const column = head.split('|').length - 1;
  let at = RULE.lastIndex;
  for (let row = 0; row < MOST_ROWS; row++) {
    const line = /^[^\n\\]{0,600}/.exec(text.slice(at, at + 600))?.[0] ?? '';
    const cells = line.split('|');
    const cell = cells.length < 3 ? undefined : cells[/^[ \t]*\|/.test(line) ? column : column - 1];
    if (cell === undefined) return;
    const value = cell.trim().replace(/^[`*"']+|[`*"']+$/g, '');
    const index = cells.indexOf(cell);
    const from = at + cells.slice(0, index).join('|').length + (index > 0 ? 1 : 0) + cell.indexOf(value);
    if (value !== '') yield { start: from, end: from + value.length };
    const rest = text.slice(at + line.length, at + line.length + 60);
    const next = /^(?:\r?\n|\\{1,16}n)(?:[ \t]*\d{1,6}[→\t])?[ \t+>-]{0,24}/.exec(rest)?.[0];
    if (!next) return;
    at += line.length + next.length;
  }
}
