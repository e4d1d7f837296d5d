import { configFolders } from '@unspool/session';
import { quickSources, type ScannedUsage, scanSources, scanUsage } from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions, noSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';

/** Usage from the files themselves, where there is no index. */
export function scanned(io: Io, options: { showsSessions: boolean; mayBeEmpty: boolean }): ScannedUsage['usages'] {
  return options.showsSessions ? scannedSessions(options.mayBeEmpty, io) : scannedFiles(io);
}

/** Reports that show no sessions need not know which sub-agent belongs to which: finding that out takes its time. */
function scannedFiles(io: Io): ScannedUsage['usages'] {
  const sources = quickSources(configFolders(io.env, io.home));
  if (sources.length === 0) throw noSessions(io);
  return usagesIn(sources.length, (step) => scanSources(sources, step), io);
}

function scannedSessions(mayBeEmpty: boolean, io: Io): ScannedUsage['usages'] {
  const { sessions, problems } = allSessions(io);
  if (sessions.length === 0 && !mayBeEmpty) throw noSessions(io);
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  return usagesIn(sessions.length, (step) => scanUsage(sessions, step), io);
}

function usagesIn(count: number, scan: (step: () => void) => ScannedUsage, io: Io): ScannedUsage['usages'] {
  const progress = new Progress('Reading sessions', count, io);
  const result = scan(() => progress.step());
  progress.clear();
  for (const problem of result.problems) io.err(`${safeLine(problem.file)}: not read: ${safeLine(problem.message)}\n`);
  return result.usages;
}
