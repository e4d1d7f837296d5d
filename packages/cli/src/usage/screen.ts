import { projectName, totalTokens } from '@unspool/session';
import {
  type Block,
  type Calendar,
  projectLabel,
  type Report,
  type ReportRow,
  type Sum,
  shortDollars,
} from '@unspool/store';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { plural, shortNumber } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { type Column, table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { isUnpriced } from './json.js';

const BAR = 20;

export function reportOnScreen(report: Report, io: Io): string {
  const paint = colours(io.hasColour);
  const columns: Column[] = [...keyColumns(report, io), ...sumColumns(io)];
  const rows = report.rows.map((row) => [...keyCells(report, row, io), ...sumCells(row.sum)]);
  const total = [
    'total',
    ...keyColumns(report, io)
      .slice(1)
      .map(() => ''),
    ...sumCells(report.total),
  ];
  return (
    withBars(table(columns, [...rows, total], widthOf(io)), report.rows.map(tokensIn), io) +
    paint.dim(notes(report.total))
  );
}

const tokensIn = ({ sum }: { sum: Sum }) => totalTokens(sum.tokens);

function widthOf(io: Io): number | undefined {
  return io.columns === undefined ? undefined : Math.max(40, io.columns - BAR - 2);
}

/** A bar behind each row but the head and the total. */
function withBars(text: string, tokens: readonly number[], io: Io): string {
  const paint = colours(io.hasColour);
  const most = Math.max(...tokens, 1);
  const lines = text.trimEnd().split('\n');
  const width = Math.max(...lines.map((line) => line.length));
  return lines
    .map((line, at) => {
      const count = tokens[at - 1];
      if (count === undefined || count === 0) return `${line}\n`;
      const bar = '▇'.repeat(Math.max(1, Math.round((count / most) * BAR)));
      return `${line}${' '.repeat(Math.max(0, width - line.length) + 2)}${paint.dim(bar)}\n`;
    })
    .join('');
}

export function blocksOnScreen(blocks: readonly Block[], total: Sum, calendar: Calendar, io: Io): string {
  const paint = colours(io.hasColour);
  const columns: Column[] = [
    { head: 'block', paint: paint.cyan },
    { head: 'tokens/min', isRight: true },
    { head: 'projected', isRight: true },
    ...sumColumns(io),
  ];
  const rows = blocks.map((block) => [
    `${calendar.minute(block.start)}${block.isActive ? ' (now)' : ''}`,
    shortNumber(Math.round(block.burnRate)),
    block.projectedTokens === undefined ? '' : shortNumber(block.projectedTokens),
    ...sumCells(block.sum),
  ]);
  const text = table(columns, [...rows, ['total', '', '', ...sumCells(total)]], widthOf(io));
  return withBars(text, blocks.map(tokensIn), io) + paint.dim(notes(total));
}

function keyColumns(report: Report, io: Io): Column[] {
  const paint = colours(io.hasColour);
  switch (report.kind) {
    case 'daily':
    case 'weekly':
    case 'monthly':
      return [{ head: HEADS[report.kind], paint: paint.cyan }];
    case 'sessions':
      return [{ head: 'session' }, { head: 'project', paint: paint.cyan, isFlexible: true }, { head: 'when' }];
    case 'projects':
      return [
        { head: 'project', paint: paint.cyan, isFlexible: true },
        { head: 'sessions', isRight: true },
        { head: 'when' },
      ];
    case 'tools':
    case 'skills':
    case 'agents':
      return [
        { head: report.kind.slice(0, -1), paint: paint.cyan, isFlexible: true },
        { head: 'sessions', isRight: true },
      ];
    case 'models':
      return [{ head: 'model', paint: paint.cyan, isFlexible: true }];
  }
}

const HEADS = { daily: 'day', weekly: 'week of', monthly: 'month' };

function keyCells(report: Report, row: ReportRow, io: Io): string[] {
  const [first] = row.sessions;
  const last = Number.isFinite(row.lastTime) ? when(row.lastTime, io.now) : '';
  switch (report.kind) {
    case 'daily':
    case 'weekly':
    case 'monthly':
      return [row.key || '(no time)'];
    case 'sessions':
      return [safeLine(row.key).slice(0, 8), first ? safeLine(projectLabel(first)) : '', last];
    case 'projects':
      return [safeLine(projectName(row.key)), String(row.sessions.size), last];
    case 'tools':
    case 'skills':
    case 'agents':
      return [safeLine(row.key), String(row.sessions.size)];
    case 'models':
      return [safeLine(row.key) || '(no model)'];
  }
}

function sumColumns(io: Io): Column[] {
  const paint = colours(io.hasColour);
  return [
    { head: 'input', isRight: true },
    { head: 'output', isRight: true },
    { head: 'read', isRight: true },
    { head: 'written', isRight: true },
    { head: 'tokens', isRight: true, paint: paint.bold },
    { head: 'cost', isRight: true, paint: paint.green },
  ];
}

function sumCells(sum: Sum): string[] {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = sum.tokens;
  const total = totalTokens(sum.tokens);
  return [...[input, output, cacheRead, cacheWrite5m + cacheWrite1h, total].map(shortNumber), costCell(sum)];
}

function costCell(sum: Sum): string {
  if (isUnpriced(sum)) return 'unknown price';
  return sum.unpriced.size > 0 ? `${shortDollars(sum.cost)} + ?` : shortDollars(sum.cost);
}

function notes(total: Sum): string {
  const lines: string[] = [];
  for (const [model, tokens] of total.unpriced) {
    lines.push(`unknown price: ${safeLine(model) || '(no model)'}, ${shortNumber(tokens)} tokens`);
  }
  if (total.goneTokens > 0) {
    lines.push(
      `${shortNumber(total.goneTokens)} tokens are of transcripts that are gone; the ledger keeps their usage`,
    );
  }
  if (total.webSearches > 0) lines.push(plural(total.webSearches, 'web search', 'web searches'));
  return lines.map((line) => `${line}\n`).join('');
}
