import { databaseFile, forgetIndex, indexFacts } from '@unspool/store';
import type { Io } from '../io.js';
import { bringUpToDate, openIndex } from '../search/up-to-date.js';
import { plural, shortDuration, shortSize } from '../terminal/numbers.js';
import { pricesOf } from '../usage/own-prices.js';

export interface IndexOptions {
  rebuild?: boolean;
  watch?: boolean;
  json?: boolean;
}

/** Brings the index up to date; what is done stays done when it is interrupted. */
export async function indexSessions(options: IndexOptions, io: Io): Promise<number> {
  const prices = pricesOf(io);
  const database = await openIndex(io);
  try {
    if (options.rebuild) forgetIndex(database);
    const started = performance.now();
    const result = await bringUpToDate(database, prices, io);
    const facts = { ...indexFacts(database), file: databaseFile(io) };
    const ms = Math.round(performance.now() - started);
    if (options.json) io.out(`${JSON.stringify({ ...result, ...facts, ms }, null, 2)}\n`);
    else {
      const gone = result.gone > 0 ? `, ${plural(result.gone, 'file')} gone` : '';
      io.out(
        `${plural(result.changed, 'file')} read (${shortSize(result.bytesRead)})${gone} in ${shortDuration(ms)}\n` +
          `${plural(facts.sessions, 'session')}, ${plural(facts.replies, 'reply', 'replies')}, ${plural(facts.texts, 'text')} in ${facts.file}\n`,
      );
    }
    while (options.watch) {
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
      const { changed, bytesRead, gone } = await bringUpToDate(database, prices, io);
      if (changed + gone > 0 && !options.json) io.out(`${plural(changed, 'file')} read (${shortSize(bytesRead)})\n`);
    }
    return 0;
  } finally {
    database.close();
  }
}

/** Looking at the stamps of some thousand files takes a few hundredths of this. */
const WATCH_MS = 2000;
