import { totalTokens } from '@unspool/session';
import { exactDollars, type Report, type Sum } from '@unspool/store';
import { isUnpriced } from './json.js';

const COLUMNS = 'input,output,cache_read,cache_write_5m,cache_write_1h,total,replies,web_searches,cost_usd';

export function reportAsCsv(report: Report): string {
  const rows = report.rows.map((row) => `${quoted(row.key)},${cells(row.sum)}`);
  return [`${report.kind},${COLUMNS}`, ...rows].map((line) => `${line}\r\n`).join('');
}

export function cells(sum: Sum): string {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = sum.tokens;
  const cost = isUnpriced(sum) ? 'unknown price' : exactDollars(sum.cost);
  const counts = [input, output, cacheRead, cacheWrite5m, cacheWrite1h, totalTokens(sum.tokens)];
  return [...counts, sum.replies, sum.webSearches, cost].join(',');
}

/** A cell that a spreadsheet would run as a formula is disarmed. */
export function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
