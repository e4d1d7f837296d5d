import { join } from 'node:path';
import { makeFolder, replaceFile } from '@unspool/session/write';
import {
  addUsage,
  databaseFile,
  dataFolder,
  exactDollars,
  hasStore,
  ledgerSince,
  newSum,
  type Sum,
} from '@unspool/store';
import { bringUpToDate, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { pricesOf } from '../usage/own-prices.js';
import { type DayCosts, FILE, startOfDay } from './day-cost.js';

/** Records what sessions cost today, for status lines to read. Does nothing without an index. */
export async function noteDayCosts(io: Io): Promise<number> {
  if (!hasStore(databaseFile(io))) return 0;
  const prices = pricesOf(io);
  const costs = await withIndex(io, async (database): Promise<DayCosts> => {
    await bringUpToDate(database, prices, io);
    const today = new Map<string, Sum>();
    const day = startOfDay(io.now);
    for (const usage of ledgerSince(database, day)) {
      const sum = today.get(usage.session.sessionId) ?? newSum();
      today.set(usage.session.sessionId, sum);
      addUsage(sum, usage, prices);
    }
    const sessions = [...today].map(([id, sum]): [string, [number, number]] => {
      const ever = newSum();
      for (const usage of ledgerSince(database, 0, id)) addUsage(ever, usage, prices);
      return [id, [dollars(sum), dollars(ever)]];
    });
    return { time: io.now, day, sessions: Object.fromEntries(sessions) };
  });
  const folder = dataFolder(io);
  makeFolder(folder, 0o700);
  replaceFile(join(folder, FILE), (sink) => sink.write(Buffer.from(JSON.stringify(costs))));
  return 0;
}

function dollars(sum: Sum): number {
  return Number(exactDollars(sum.cost));
}
