import { type Money, shortDollars } from '@unspool/store';
import type { TurnTrace } from '@unspool/trace';
import type { Colours } from '../../terminal/colour.js';
import { shortDuration, shortNumber } from '../../terminal/numbers.js';
import type { Page } from '../../terminal/page.js';
import { safeLine } from '../../terminal/safe.js';
import { stamp } from '../../terminal/times.js';
import { fit, padEnd, padStart, widthOf } from '../../terminal/width.js';
import { bar } from './bar.js';
import { briefOf } from './brief.js';
import { rowsOf, type SpanRow } from './span-row.js';

/** The figures of a turn, for the total below. */
export interface TurnSum {
  spans: number;
  tokens: number;
  cost: number | undefined;
}

/** Prints a turn as a tree of spans, each with its duration, time, tokens and cost. */
export function printTurn(turn: TurnTrace, page: Page): TurnSum {
  const rows = rowsOf(turn.spans());
  const [root] = rows;
  if (!root) return { spans: 0, tokens: 0, cost: undefined };
  // Not by spreading the rows into one call: there can be too many.
  const whole = { start: root.start, end: root.end };
  for (const { start, end } of rows) {
    whole.start = Math.min(whole.start, start);
    whole.end = Math.max(whole.end, end);
  }
  page.gap();
  printHeading(turn, root, page);
  for (const row of rows) page.line(rowText(row, whole, page));
  return { spans: rows.length, tokens: root.all.input + root.all.output, cost: root.all.cost };
}

function printHeading(turn: TurnTrace, root: SpanRow, page: Page): void {
  const { paint } = page;
  const number = turn.number > 0 ? String(turn.number) : '–';
  const parts = [
    turn.state === 'open' ? `open: waits for ${turn.waitsFor ?? 'more'}` : '',
    root.start > 0 ? stamp(root.start) : '',
    `trace ${turn.traceId}`,
    turn.isCopy ? `copied from ${turn.sessionId}` : '',
  ];
  const text = fit(safeLine(parts.filter(Boolean).join(' · ')), page.columns - widthOf(number) - 1);
  page.line(`${paint.bold(paint.cyan(number))} ${turn.state === 'open' ? paint.yellow(text) : text}`);
}

const DURATION = 11;
const TOKENS = 15;
const COST = 8;
const SMALLEST_NAME = 24;
/** On narrower screens the columns on the right are dropped one by one: tokens, cost, duration. */
const TOKENS_FROM = SMALLEST_NAME + DURATION + TOKENS + COST;
const COST_FROM = TOKENS_FROM - TOKENS;
const DURATION_FROM = COST_FROM - COST;

function rowText(row: SpanRow, whole: { start: number; end: number }, { paint, columns }: Page): string {
  const { span } = row;
  const bars = columns < 72 ? 0 : Math.min(28, Math.max(10, columns - 72));
  const right = [
    { width: DURATION, from: DURATION_FROM },
    { width: TOKENS, from: TOKENS_FROM },
    { width: COST, from: COST_FROM },
  ].map(({ width, from }) => (columns >= from ? width : 0));
  const [duration = 0, forTokens = 0, forCost = 0] = right;
  const gap = columns < TOKENS_FROM + 3 ? 0 : 3;
  const nameWidth = columns - duration - forTokens - forCost - bars - gap;
  const isFailed = span.status.code === 'error';
  const look = isFailed ? paint.red : lookOf(span.kind, paint);
  // A deep tree must leave room for names, so its lines are cut on the left.
  const lead = row.lead.length > nameWidth / 2 ? `…${row.lead.slice(-Math.floor(nameWidth / 2))}` : row.lead;
  const name = fit(`${isFailed ? '✗ ' : ''}${safeLine(span.name)}`, nameWidth - widthOf(lead));
  const room = nameWidth - widthOf(lead) - widthOf(name) - 1;
  const brief = room > 4 ? fit(briefOf(span), room) : '';
  // A name that takes the whole width leaves no room for a space after it.
  const rest = room < 0 ? '' : ` ${paint.dim(padEnd(brief, room))}`;
  const left = `${paint.dim(lead)}${look(name)}${rest}`;
  const took = row.end > row.start ? shortDuration(row.end - row.start) : '';
  const used = span.kind === 'turn' || span.kind === 'agent' ? row.all : row.used;
  const tokens = used.input + used.output > 0 ? `${shortNumber(used.input)}→${shortNumber(used.output)}` : '';
  const cost = used.cost === undefined ? '' : dollars(used.cost);
  const when = bars > 0 ? ` ${look(bar(row, whole, bars))}` : '';
  const column = (text: string, width: number) => (width > 0 ? padStart(text, width) : '');
  return `${left}${column(took, duration)}${when}${column(tokens, forTokens)}${column(cost, forCost)}`;
}

function lookOf(kind: SpanRow['span']['kind'], paint: Colours): (text: string) => string {
  switch (kind) {
    case 'turn':
      return paint.bold;
    case 'agent':
      return paint.magenta;
    case 'generation':
      return paint.cyan;
    case 'tool':
      return paint.green;
    case 'event':
      return paint.yellow;
  }
}

/** Sums of fractions of a cent are rounded only here. */
export function dollars(cost: number): string {
  return shortDollars(BigInt(Math.round(cost * 1e9)) * NANO);
}

const NANO: Money = 1_000_000n;
