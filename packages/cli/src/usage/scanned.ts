import {
  type LockedFolder,
  quickSources,
  type ScannedUsage,
  type ScanSource,
  scanSources,
  sourcesOf,
} from '@unspool/store';
import { warnLocked } from '../index/warn-locked.js';
import type { Io } from '../io.js';
import { measuredSessions, noSessions } from '../session/find.js';
import { usageFolders } from '../session/folders.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';

/** Usage from the files, without an index. */
export function scanned(io: Io, options: { showsSessions: boolean; mayBeEmpty: boolean }): ScannedUsage {
  const sources = options.showsSessions ? sessionSources(io) : filesByPlace(io);
  if (sources.length === 0 && !options.mayBeEmpty) throw noSessions(io);
  const files = sources.reduce((sum, source) => sum + source.files.length, 0);
  const progress = new Progress('Reading files', files, io);
  const result = scanSources(sources, () => progress.step());
  progress.clear();
  for (const problem of result.problems) io.err(`${safeLine(problem.file)}: not read: ${safeLine(problem.message)}\n`);
  return result;
}

/** Reports without sessions do not need to know which sub-agent belongs to which session, which takes time to find out. */
function filesByPlace(io: Io): ScanSource[] {
  const locked: LockedFolder[] = [];
  const sources = quickSources(usageFolders(io), locked);
  warnLocked(locked, io);
  return sources;
}

function sessionSources(io: Io): ScanSource[] {
  const { sessions, problems } = measuredSessions(io);
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  return sourcesOf(sessions);
}
