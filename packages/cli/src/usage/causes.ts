import {
  type CauseKind,
  causesOf,
  filesWithoutCauses,
  forgetIndex,
  ledgerCauses,
  type Prices,
  type Report,
  sessionRef,
  type Usage,
} from '@unspool/store';
import { orFromFiles } from '../index/unwritable-index.js';
import { bringUpToDate, hasIndex, withIndex } from '../index/up-to-date.js';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';

/** What caused the tokens: from the index if there is one, otherwise from the whole transcripts. */
export async function causes(kind: CauseKind, options: CauseOptions, io: Io): Promise<Report> {
  const inFiles = () => fromFiles(kind, options, io);
  return hasIndex(io) ? orFromFiles(() => fromIndex(kind, options, io), inFiles, io) : inFiles();
}

interface CauseOptions {
  prices: Prices;
  isWanted: (usage: Usage) => boolean;
}

async function fromIndex(kind: CauseKind, { prices, isWanted }: CauseOptions, io: Io): Promise<Report> {
  return withIndex(io, async (database) => {
    await bringUpToDate(database, prices, io);
    if (filesWithoutCauses(database).length > 0) {
      io.err('The index was built by an older Unspool. Rebuilding it.\n');
      forgetIndex(database);
      await bringUpToDate(database, prices, io);
    }
    return ledgerCauses(kind, database, { prices, isWanted });
  });
}

function fromFiles(kind: CauseKind, { prices, isWanted }: CauseOptions, io: Io): Report {
  const { sessions, problems } = allSessions(io);
  const warn = (file: string, why: string) => io.err(`${safeLine(file)}: not read: ${safeLine(why)}\n`);
  for (const { path, message } of problems) warn(path, message);
  const progress = new Progress('Reading sessions', sessions.length, io);
  const report = causesOf(kind, sessions, sessionRef, {
    prices,
    isWanted,
    onSession: () => progress.step(),
    onProblem: warn,
  });
  progress.clear();
  return report;
}
