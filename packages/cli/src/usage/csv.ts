import { totalTokens } from '@unspool/session';
import { type Block, exactDollars, isUnrecorded, projectOf, type Report, type Sum } from '@unspool/store';
import { isUnpriced } from './json.js';

/** `unpriced_tokens`: tokens of models without a price, which the cost does not include. */
const COLUMNS =
  'input,output,cache_read,cache_write_5m,cache_write_1h,total,replies,web_searches,cost_usd,unpriced_tokens';

export function reportAsCsv(report: Report): string {
  const isOfSessions = report.kind === 'sessions';
  const head = isOfSessions ? 'sessions,project' : report.kind;
  const rows = report.rows.map((row) => {
    const [session] = row.sessions;
    const keys = isOfSessions ? [row.key, session ? projectOf(session) : ''] : [row.key];
    return `${keys.map(quoted).join(',')},${cells(row.sum)}`;
  });
  return asLines([`${head},${COLUMNS}`, ...rows]);
}

const BLOCK_COLUMNS = 'start,end,first_reply,last_reply,is_active,tokens_per_minute,projected_tokens';

export function blocksAsCsv(blocks: readonly Block[]): string {
  const iso = (time: number) => new Date(time).toISOString();
  const rows = blocks.map(({ start, end, firstReply, lastReply, isActive, burnRate, projectedTokens, sum }) => {
    const times = [start, end, firstReply, lastReply].map(iso);
    return [...times, isActive, Math.round(burnRate), projectedTokens ?? '', cells(sum)].join(',');
  });
  return asLines([`${BLOCK_COLUMNS},${COLUMNS}`, ...rows]);
}

function asLines(rows: readonly string[]): string {
  return rows.map((row) => `${row}\r\n`).join('');
}

export function cells(sum: Sum): string {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = sum.tokens;
  if (isUnrecorded(sum)) return ',,,,,,0,0,unknown,0';
  const cost = isUnpriced(sum) ? 'unknown price' : exactDollars(sum.cost);
  const counts = [input, output, cacheRead, cacheWrite5m, cacheWrite1h, totalTokens(sum.tokens)];
  const unpriced = [...sum.unpriced.values()].reduce((all, tokens) => all + tokens, 0);
  return [...counts, sum.replies, sum.webSearches, cost, unpriced].join(',');
}

/** Disarms a cell that a spreadsheet would run as a formula. */
export function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
