import { configFolders } from '@unspool/session';
import {
  type LockedFolder,
  quickSources,
  type ScannedUsage,
  type ScanSource,
  scanSources,
  sourcesOf,
} from '@unspool/store';
import { sayLocked } from '../index/say-locked.js';
import type { Io } from '../io.js';
import { allSessions, noSessions } from '../session/find.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { UsageHelper } from './usage-helper.js';

/** Usage from the files themselves, where there is no index. */
export async function scanned(io: Io, options: { showsSessions: boolean; mayBeEmpty: boolean }): Promise<ScannedUsage> {
  const helper = new UsageHelper();
  try {
    const sources = options.showsSessions ? sessionSources(helper, io) : filesByPlace(helper, io);
    if (sources.length === 0 && !options.mayBeEmpty) throw noSessions(io);
    return await read(sources, helper, io);
  } finally {
    helper.dismiss();
  }
}

/** Reports that do not show sessions need not know which sub-agent belongs to which session: finding out takes time. */
function filesByPlace(helper: UsageHelper, io: Io): ScanSource[] {
  const locked: LockedFolder[] = [];
  const onFound = (size: number) => helper.expect(size);
  const sources = quickSources(configFolders(io.env, io.home), { onFound, locked });
  sayLocked(locked, io);
  return sources;
}

function sessionSources(helper: UsageHelper, io: Io): ScanSource[] {
  const { sessions, problems } = allSessions(io);
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  const sources = sourcesOf(sessions);
  for (const { files } of sources) for (const { size } of files) helper.expect(size);
  return sources;
}

async function read(sources: readonly ScanSource[], helper: UsageHelper, io: Io): Promise<ScannedUsage> {
  const files = sources.reduce((sum, source) => sum + source.files.length, 0);
  const progress = new Progress('Reading files', files, io);
  const result = await scanSources(sources, {
    onFile: (taken) => progress.reach(taken),
    help: (tasks) => helper.take(tasks),
  });
  progress.clear();
  for (const problem of result.problems) io.err(`${safeLine(problem.file)}: not read: ${safeLine(problem.message)}\n`);
  return result;
}
