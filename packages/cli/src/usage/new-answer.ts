import { reportOf, type Sweep } from '@unspool/store';
import type { Io } from '../io.js';
import { requireDataFolder } from '../keep/usable-data-folder.js';
import { calendarOf } from './filters.js';
import { fromLedger } from './from-ledger.js';
import type { KeptAnswer } from './kept-answer.js';
import { pricesOf } from './own-prices.js';
import type { PlainRequest } from './plain-report.js';
import { printReport } from './print-report.js';

/** Works a report out from the index, and keeps what was said if that was all there was to say. */
export async function newAnswer(
  { kind, isJson }: PlainRequest,
  { swept, kept }: { swept: Sweep; kept: KeptAnswer },
  io: Io,
): Promise<number | undefined> {
  let said = '';
  let isAll = true;
  const out = (text: string) => {
    said += text;
    io.out(text);
  };
  const err = (text: string) => {
    isAll = false;
    io.err(text);
  };
  try {
    requireDataFolder('read', io);
    const prices = pricesOf(io);
    const calendar = calendarOf(undefined);
    // In JSON the sessions of a row are counted.
    const grain = isJson ? { edges: [] } : 'day';
    const usages = await fromLedger(grain, { prices, calendar, swept, isAtOnce: true }, { ...io, err });
    const report = reportOf(kind, usages, { prices, calendar, isWanted: () => true });
    const exitCode = printReport(report, calendar, { json: isJson }, { ...io, out, err });
    if (isAll && exitCode === 0) kept.keep(said);
    return exitCode;
  } catch {
    // The program meets it again, and says it.
    return undefined;
  }
}
