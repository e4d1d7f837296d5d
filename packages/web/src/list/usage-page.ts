import { totalTokens } from '@unspool/session/tokens';
import {
  blocksOf,
  Calendar,
  type Database,
  isOfClient,
  isUnrecorded,
  ledgerReplies,
  ledgerUsage,
  newSum,
  OWN_CLIENT,
  type Prices,
  type Sum,
  type Usage,
  UsageTally,
  unrecordedSessions,
} from '@unspool/store';
import { clientRef } from '../view/clients.js';
import { dollarsOf } from '../view/money.js';
import type { IndexState, UsagePage, UsageRow, UsageSum } from '../view/routes.js';
import type { ListedSession, SessionList } from './session-list.js';

export interface UsagePlaces {
  database: Database;
  prices: Prices;
  list: SessionList;
  index: IndexState;
  now: number;
}

export interface UsageQuery {
  since?: number;
  until?: number;
  /** A project key. */
  project?: string;
  /** An agent, `claude` for Claude Code. */
  client?: string;
}

const MAX_SESSIONS = 20;
const DAY = 86_400_000;

/** Cost and tokens, from the ledger. Today, the last days and the window are always current, whatever period is requested. */
export function usagePage({ database, prices, list, index, now }: UsagePlaces, query: UsageQuery): UsagePage {
  const calendar = new Calendar();
  const sessions = new Map(list.all().map((listed) => [keyOf(listed.indexed), listed] as const));
  const { asked, clients, periods, lastUsed } = gather({ database, sessions, calendar, now }, query);
  const period = (name: string): UsageSum => sumView(periods.sum(name, prices));
  const total = periods.sum('total', prices);
  const found = [...sessions.values()];
  return {
    timeZone: calendar.timeZone,
    now,
    day: calendar.day(now),
    lastUsed: lastUsed || null,
    total: sumView(total),
    today: period('today'),
    week: period('week'),
    month: period('month'),
    window: windowOf(database, prices, query, sessions, now),
    days: asked.days
      .rows(prices)
      .map((row) => ({ ...row, models: asked.dayModels.get(row.key)?.rows(prices) ?? [] }))
      .sort(byKey),
    models: asked.models.rows(prices).sort(byCost),
    projects: asked.projects
      .rows(prices)
      .sort(byCost)
      .map((row) => ({ ...row, project: projectOf(found, row.key) })),
    clients: clients
      .rows(prices)
      .sort(byCost)
      .map((row) => ({ ...row, label: clientRef(row.key).label })),
    sessions: largest(asked.sessions.rows(prices))
      .sort(byCost)
      .map((row) => {
        const listed = list.find(row.key);
        return { ...row, title: listed?.row.title ?? row.key, project: listed?.row.project ?? projectOf(found, '') };
      }),
    cacheHits: cacheHits(total),
    index,
  };
}

interface Gathered {
  asked: AskedUsage;
  /** The usage of every agent, whichever is chosen. */
  clients: TalliesByKey;
  /** `today`, `week`, `month`, and `total` for the requested period. */
  periods: TalliesByKey;
  lastUsed: number;
}

interface GatherPlaces {
  database: Database;
  sessions: ReadonlyMap<string, ListedSession>;
  calendar: Calendar;
  now: number;
}

function gather({ database, sessions, calendar, now }: GatherPlaces, query: UsageQuery): Gathered {
  const asked = new AskedUsage();
  const clients = new TalliesByKey();
  const periods = new TalliesByKey();
  const today = calendar.day(now);
  const firstDays = Object.entries({ today, week: calendar.firstOfLast(7, now), month: calendar.firstOfLast(30, now) });
  const periodsOf = (day: string) =>
    firstDays.flatMap(([name, firstDay]) => (day >= firstDay && day <= today ? [name] : []));
  let lastUsed = 0;
  for (const usage of [...ledgerUsage(database), ...unrecordedSessions(database)]) {
    const listed = sessions.get(keyOf(usage.session));
    if (!isOfProject(listed, query)) continue;
    const { client, sessionId, slug } = usage.session;
    const id = listed?.row.id ?? sessionId;
    if (isInTime(usage, query)) clients.add(client ?? OWN_CLIENT, usage, id);
    if (!isOfClient(client, query.client)) continue;
    if (usage.time <= now && usage.time > lastUsed) lastUsed = usage.time;
    const day = calendar.day(usage.time);
    for (const name of periodsOf(day)) periods.add(name, usage, id);
    if (!isInTime(usage, query)) continue;
    periods.add('total', usage, id);
    if (!usage.isUnrecorded) asked.add(usage, { day, id, project: listed?.row.project.key ?? slug });
  }
  return { asked, clients, periods, lastUsed };
}

/** The usage of the requested period and agent. */
class AskedUsage {
  readonly days = new TalliesByKey();
  readonly dayModels = new Map<string, TalliesByKey>();
  readonly models = new TalliesByKey();
  readonly projects = new TalliesByKey();
  readonly sessions = new TalliesByKey();

  add(usage: Usage, { day, id, project }: { day: string; id: string; project: string }): void {
    const ofDay = this.dayModels.get(day) ?? new TalliesByKey();
    this.dayModels.set(day, ofDay);
    ofDay.add(usage.model, usage, id);
    this.days.add(day, usage, id);
    this.models.add(usage.model, usage, id);
    this.projects.add(project, usage, id);
    this.sessions.add(id, usage, id);
  }
}

/** A copy of a session in another project has the same id. */
export function keyOf({ sessionId, slug }: { sessionId: string; slug: string }): string {
  return `${slug}/${sessionId}`;
}

function isOfProject(listed: ListedSession | undefined, { project }: UsageQuery): boolean {
  return project === undefined || listed?.row.project.key === project;
}

export function isInTime({ time }: Usage, { since, until }: UsageQuery): boolean {
  if (since !== undefined && !(time >= since)) return false;
  return until === undefined || time <= until;
}

/** Usage by key, with the number of sessions of each. */
export class TalliesByKey {
  private readonly byKey = new Map<string, { tally: UsageTally; sessions: Set<string> }>();

  add(key: string, usage: Usage, session: string): void {
    let entry = this.byKey.get(key);
    if (!entry) {
      entry = { tally: new UsageTally(), sessions: new Set() };
      this.byKey.set(key, entry);
    }
    entry.tally.add(usage);
    entry.sessions.add(session);
  }

  sum(key: string, prices: Prices): Sum {
    const sum = newSum();
    this.byKey.get(key)?.tally.addTo(sum, prices);
    return sum;
  }

  rows(prices: Prices): UsageRow[] {
    return [...this.byKey].map(([key, { sessions }]) => ({
      key,
      sessionCount: sessions.size,
      ...sumView(this.sum(key, prices)),
    }));
  }
}

export function sumView(sum: Sum): UsageSum {
  const { tokens, replies, unrecorded, hasImpossible } = sum;
  const cost = isUnrecorded(sum) ? null : dollarsOf(sum);
  return { tokens, replies, cost, unknownPrices: [...sum.unpriced.keys()], unrecorded, hasImpossible };
}

/** A window begins with a reply, to the minute, so the ledger's quarters of an hour are too coarse. Only the last day matters. */
function windowOf(
  database: Database,
  prices: Prices,
  query: UsageQuery,
  sessions: ReadonlyMap<string, ListedSession>,
  now: number,
): UsagePage['window'] {
  const recent: Usage[] = [];
  for (const usage of ledgerReplies(database, now - DAY)) {
    const isAsked = isOfClient(usage.session.client, query.client);
    if (isAsked && isOfProject(sessions.get(keyOf(usage.session)), query)) recent.push(usage);
  }
  const block = blocksOf(recent, prices, now).findLast((each) => each.isActive);
  if (!block) return null;
  const { start, end, burnRate, sum } = block;
  return { ...sumView(sum), start, end, tokensPerMinute: Math.round(burnRate) };
}

function projectOf(sessions: readonly ListedSession[], key: string): UsagePage['projects'][number]['project'] {
  const project = sessions.find(({ row }) => row.project.key === key)?.row.project;
  return project ?? { key, name: key, path: key };
}

function cacheHits({ tokens }: Sum): number | null {
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h;
  return input === 0 ? null : tokens.cacheRead / input;
}

/** The most expensive sessions and those with most tokens, which may differ. */
function largest(rows: UsageRow[]): UsageRow[] {
  const most = (order: (a: UsageRow, b: UsageRow) => number) => [...rows].sort(order).slice(0, MAX_SESSIONS);
  return [...new Set([...most(byCost), ...most(byTokens)])];
}

function byTokens(a: UsageRow, b: UsageRow): number {
  const all = ({ tokens }: UsageRow) => totalTokens(tokens);
  return all(b) - all(a) || (a.key < b.key ? -1 : 1);
}

export function byCost(a: UsageRow, b: UsageRow): number {
  return (b.cost ?? 0) - (a.cost ?? 0) || (a.key < b.key ? -1 : 1);
}

export function byKey(a: UsageRow, b: UsageRow): number {
  return a.key < b.key ? -1 : 1;
}
