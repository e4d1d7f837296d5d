import { totalTokens } from '@unspool/session';
import {
  type Block,
  exactDollars,
  isUnrecorded,
  projectOf,
  type Report,
  type ReportRow,
  type Sum,
} from '@unspool/store';

/** Costs are strings, so that no digit is lost; null if a model has no price. */
function sumAsJson(sum: Sum) {
  return {
    tokens: isUnrecorded(sum) ? null : { ...sum.tokens, total: totalTokens(sum.tokens) },
    replies: sum.replies,
    webSearches: sum.webSearches,
    costUSD: isUnpriced(sum) || isUnrecorded(sum) ? null : exactDollars(sum.cost),
    unknownPrice: [...sum.unpriced].sort(byName).map(([model, tokens]) => ({ model, tokens })),
    tokensOfDeletedTranscripts: sum.goneTokens,
    ...(sum.unrecorded > 0 && { sessionsWithoutTokens: sum.unrecorded }),
    ...(sum.hasImpossible && { hasImpossibleCount: true }),
    models: [...sum.models].sort(byName).map(([model, part]) => ({
      model,
      tokens: { ...part.tokens, total: totalTokens(part.tokens) },
      replies: part.replies,
      costUSD: part.cost === undefined ? null : exactDollars(part.cost),
    })),
  };
}

/** Whether no part of it has a price. */
export function isUnpriced(sum: Sum): boolean {
  return sum.unpriced.size > 0 && sum.unpriced.size === sum.models.size;
}

export function reportAsJson(report: Report, timezone: string) {
  return {
    report: report.kind,
    timezone,
    rows: report.rows.map((row) => ({ ...keyAsJson(report, row), ...sumAsJson(row.sum) })),
    total: sumAsJson(report.total),
  };
}

function keyAsJson(report: Report, row: ReportRow) {
  const lastUsed = Number.isFinite(row.lastTime) ? new Date(row.lastTime).toISOString() : null;
  const [first] = row.sessions;
  switch (report.kind) {
    case 'daily':
    case 'weekly':
    case 'monthly':
      return { period: row.key || null, ...counted(row) };
    case 'sessions':
      return { sessionId: row.key, project: first ? projectOf(first) : null, lastUsed };
    case 'projects':
      return { project: row.key, ...counted(row), lastUsed };
    case 'tools':
    case 'skills':
      return { [report.kind.slice(0, -1)]: row.key, sessions: row.sessions.size };
    case 'sub-agents':
      return { subAgent: row.key, sessions: row.sessions.size };
    case 'models':
      return { model: row.key, ...counted(row) };
    case 'agents':
      return { agent: row.key, ...counted(row) };
    case 'people':
      return { person: row.key };
  }
}

/** The number of sessions in a row; in a team's report, the number of people. */
function counted({ sessions }: ReportRow): { sessions: number } | { people: number } {
  const people = new Set([...sessions].map(({ person }) => person));
  return people.has(undefined) || people.size === 0 ? { sessions: sessions.size } : { people: people.size };
}

/** Whether this is a team's report. */
export function isOfTeam({ rows }: Report): boolean {
  return rows.some((row) => [...row.sessions].some(({ person }) => person !== undefined));
}

export function blocksAsJson(blocks: readonly Block[], total: Sum, timezone: string) {
  const iso = (time: number) => new Date(time).toISOString();
  return {
    report: 'blocks',
    timezone,
    rows: blocks.map((block) => ({
      start: iso(block.start),
      end: iso(block.end),
      firstReply: iso(block.firstReply),
      lastReply: iso(block.lastReply),
      isActive: block.isActive,
      tokensPerMinute: Math.round(block.burnRate),
      projectedTokens: block.projectedTokens ?? null,
      ...sumAsJson(block.sum),
    })),
    total: sumAsJson(total),
    tokensWithoutTime: tokensWithoutTime(blocks, total),
  };
}

/** Replies without a time are in the total but in no block. */
export function tokensWithoutTime(blocks: readonly Block[], total: Sum): number {
  return blocks.reduce((left, { sum }) => left - totalTokens(sum.tokens), totalTokens(total.tokens));
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
