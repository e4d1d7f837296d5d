import { totalTokens } from '@unspool/session';
import { projectName } from '@unspool/session/locate';
import { OWN_CLIENT } from '../own-client.js';
import type { Calendar } from './calendar.js';
import type { Prices } from './prices.js';
import { newSum, type Sum } from './sum.js';
import type { SessionRef, Usage } from './usage.js';
import { UsageTally } from './usage-tally.js';

export type PeriodKind = 'daily' | 'weekly' | 'monthly';
export type GroupKind = PeriodKind | 'sessions' | 'projects' | 'models' | 'agents' | 'people';

export interface ReportRow {
  /** A day, a Monday, a month, a session id, a folder, a model, an agent or a person. */
  key: string;
  sum: Sum;
  /** For a session or a project. */
  sessions: Set<SessionRef>;
  lastTime: number;
}

export interface Report {
  kind: GroupKind | 'tools' | 'skills' | 'sub-agents';
  rows: ReportRow[];
  total: Sum;
}

export interface ReportOptions {
  prices: Prices;
  calendar: Calendar;
  isWanted(usage: Usage): boolean;
}

/** Periods are in order of time. Everything else is sorted by cost, the most expensive first. */
export function reportOf(kind: GroupKind, usages: Iterable<Usage>, options: ReportOptions): Report {
  const keyOf = keyFunction(kind, options.calendar);
  const rows = new Map<string, TalliedRow>();
  for (const usage of usages) if (options.isWanted(usage)) addToRow(rows, keyOf(usage), usage);
  const total = newSum();
  for (const { tally, sum } of rows.values()) {
    tally.addTo(sum, options.prices);
    tally.addTo(total, options.prices);
  }
  const order = isPeriod(kind) ? byKey : byCost;
  return { kind, rows: [...rows.values()].sort(order).map(({ tally: _, ...row }) => row), total };
}

function isPeriod(kind: GroupKind): kind is PeriodKind {
  return kind === 'daily' || kind === 'weekly' || kind === 'monthly';
}

const byKey = (a: ReportRow, b: ReportRow) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** The most expensive first. Of rows without a price, the one with the most tokens. */
export function byCost(a: ReportRow, b: ReportRow): number {
  if (a.sum.cost !== b.sum.cost) return a.sum.cost < b.sum.cost ? 1 : -1;
  return totalTokens(b.sum.tokens) - totalTokens(a.sum.tokens) || byKey(a, b);
}

/** A row whose sum is not computed yet. */
export type TalliedRow = ReportRow & { tally: UsageTally };

export function addToRow(rows: Map<string, TalliedRow>, key: string, usage: Usage): void {
  let row = rows.get(key);
  if (!row) {
    row = { key, sum: newSum(), sessions: new Set(), lastTime: Number.NEGATIVE_INFINITY, tally: new UsageTally() };
    rows.set(key, row);
  }
  row.tally.add(usage);
  row.sessions.add(usage.session);
  if (usage.time > row.lastTime) row.lastTime = usage.time;
}

function keyFunction(kind: GroupKind, calendar: Calendar): (usage: Usage) => string {
  switch (kind) {
    case 'daily':
      return (usage) => calendar.day(usage.time);
    case 'weekly':
      return (usage) => calendar.week(usage.time);
    case 'monthly':
      return (usage) => calendar.month(usage.time);
    case 'sessions':
      return (usage) => usage.session.sessionId;
    case 'projects':
      return (usage) => projectOf(usage.session);
    case 'models':
      return (usage) => usage.model;
    case 'agents':
      return (usage) => usage.session.client ?? OWN_CLIENT;
    case 'people':
      return (usage) => usage.session.person ?? '';
  }
}

/** The session's working folder; its slug if no line names the folder. */
export function projectOf(session: SessionRef): string {
  return session.cwd() ?? session.slug;
}

export function projectLabel(session: SessionRef): string {
  const cwd = session.cwd();
  return cwd === undefined ? session.slug : projectName(cwd);
}
