import { totalTokens } from '@unspool/session';
import { shortId } from '@unspool/session/show';
import { TOKEN_WORDS } from '@unspool/session/tokens';
import {
  type Block,
  type Calendar,
  isUnrecorded,
  projectLabel,
  type Report,
  type ReportRow,
  type Sum,
  shortDollars,
} from '@unspool/store';
import type { Io } from '../io.js';
import { agentLabel } from '../session/agent.js';
import { colours } from '../terminal/colour.js';
import { plural, shortNumber } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { type Column, table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { wrap } from '../terminal/wrap.js';
import { withBars } from './bars.js';
import { isOfTeam, isUnpriced, tokensWithoutTime } from './json.js';
import { projectNames } from './project-names.js';

export function reportOnScreen(report: Report, io: Io): string {
  const columns: Column[] = [...keyColumns(report, io), ...sumColumns(io)];
  const names = projectNames(report.kind === 'projects' ? report.rows.map((row) => row.key) : []);
  const rows = report.rows.map((row) => [...keyCells(report, row, { names, io }), ...sumCells(row.sum)]);
  const total = [
    'total',
    ...keyColumns(report, io)
      .slice(1)
      .map(() => ''),
    ...sumCells(report.total),
  ];
  return withBars(table(columns, [...rows, total], io.columns), report.rows, io) + notes(report.total, io);
}

export function blocksOnScreen(blocks: readonly Block[], total: Sum, calendar: Calendar, io: Io): string {
  const paint = colours(io.hasColour);
  const columns: Column[] = [
    { head: 'block', paint: paint.cyan },
    { head: 'tokens/min', isRight: true, leaves: 2 },
    { head: 'projected', isRight: true, leaves: 1 },
    ...sumColumns(io),
  ];
  const rows = blocks.map((block) => [
    `${calendar.minute(block.start)}${block.isActive ? ' (now)' : ''}`,
    shortNumber(Math.round(block.burnRate)),
    block.projectedTokens === undefined ? '' : shortNumber(block.projectedTokens),
    ...sumCells(block.sum),
  ]);
  const text = table(columns, [...rows, ['total', '', '', ...sumCells(total)]], io.columns);
  const untimed = tokensWithoutTime(blocks, total);
  const note =
    untimed > 0 ? `${shortNumber(untimed)} tokens belong to replies without a time, which are in no block\n` : '';
  return withBars(text, blocks, io) + note + notes(total, io);
}

function keyColumns(report: Report, io: Io): Column[] {
  const paint = colours(io.hasColour);
  switch (report.kind) {
    case 'daily':
    case 'weekly':
    case 'monthly':
      return [{ head: HEADS[report.kind], paint: paint.cyan }];
    case 'sessions':
      return [
        { head: 'session' },
        { head: 'project', paint: paint.cyan, isFlexible: true },
        { head: 'when', leaves: 2 },
      ];
    case 'projects':
      return [
        { head: 'project', paint: paint.cyan, isFlexible: true },
        { head: isOfTeam(report) ? 'people' : 'sessions', isRight: true, leaves: 1 },
        { head: 'when', leaves: 2 },
      ];
    case 'tools':
    case 'skills':
    case 'sub-agents':
      return [
        { head: report.kind.slice(0, -1), paint: paint.cyan, isFlexible: true },
        { head: 'sessions', isRight: true, leaves: 1 },
      ];
    case 'models':
      return [{ head: 'model', paint: paint.cyan, isFlexible: true }];
    case 'agents':
      return [
        { head: 'agent', paint: paint.cyan, isFlexible: true },
        { head: 'sessions', isRight: true, leaves: 1 },
      ];
    case 'people':
      return [{ head: 'person', paint: paint.cyan, isFlexible: true }];
  }
}

const HEADS = { daily: 'day', weekly: 'week of', monthly: 'month' };

function keyCells(
  report: Report,
  row: ReportRow,
  { names, io }: { names: ReadonlyMap<string, string>; io: Io },
): string[] {
  const [first] = row.sessions;
  const last = Number.isFinite(row.lastTime) ? when(row.lastTime, io.now) : '';
  switch (report.kind) {
    case 'daily':
    case 'weekly':
    case 'monthly':
      return [row.key || '(no time)'];
    case 'sessions':
      return [safeLine(shortId(row.key)), first ? safeLine(projectLabel(first)) : '', last];
    case 'projects':
      return [safeLine(names.get(row.key) ?? row.key), String(row.sessions.size), last];
    case 'tools':
    case 'skills':
    case 'sub-agents':
      return [safeLine(row.key), String(row.sessions.size)];
    case 'models':
      return [safeLine(row.key) || '(no model)'];
    case 'agents':
      return [agentLabel(row.key), String(row.sessions.size)];
    case 'people':
      return [safeLine(row.key)];
  }
}

function sumColumns(io: Io): Column[] {
  const paint = colours(io.hasColour);
  return [
    { head: TOKEN_WORDS.input, isRight: true, leaves: 6 },
    { head: TOKEN_WORDS.output, isRight: true, leaves: 3 },
    { head: TOKEN_WORDS.cacheRead, isRight: true, leaves: 4 },
    { head: TOKEN_WORDS.cacheWrite, isRight: true, leaves: 5 },
    { head: TOKEN_WORDS.total, isRight: true, paint: paint.bold },
    { head: 'cost', isRight: true, paint: paint.green },
  ];
}

function sumCells(sum: Sum): string[] {
  if (isUnrecorded(sum)) return ['–', '–', '–', '–', '–', '–'];
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = sum.tokens;
  const total = totalTokens(sum.tokens);
  return [...[input, output, cacheRead, cacheWrite5m + cacheWrite1h, total].map(shortNumber), costCell(sum)];
}

function costCell(sum: Sum): string {
  if (isUnpriced(sum)) return 'unknown price';
  return sum.unpriced.size > 0 ? `${shortDollars(sum.cost)} + ?` : shortDollars(sum.cost);
}

function notes(total: Sum, io: Io): string {
  const { dim } = colours(io.hasColour);
  const lines: string[] = [];
  for (const [model, tokens] of total.unpriced) {
    lines.push(`unknown price: ${safeLine(model) || '(no model)'}, ${shortNumber(tokens)} tokens`);
  }
  if (total.goneTokens > 0) {
    lines.push(`${shortNumber(total.goneTokens)} tokens belong to deleted transcripts; the ledger keeps their usage`);
  }
  if (total.unrecorded > 0) {
    lines.push(`not counted: ${plural(total.unrecorded, 'session')} whose agent recorded no tokens`);
  }
  if (total.webSearches > 0) lines.push(plural(total.webSearches, 'web search', 'web searches'));
  const wrapped = lines.flatMap((line) => (io.columns === undefined ? dim(line) : wrap(line, io.columns, dim)));
  return wrapped.map((line) => `${line}\n`).join('');
}
