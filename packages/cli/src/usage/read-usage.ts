import { type ScannedUsage, type ScanSource, scanSources } from '@unspool/store';
import type { Io } from '../io.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import type { UsageHelper } from './usage-helper.js';

/** Reads files for their usage, with the help of another thread where there is one. */
export async function readUsage(sources: readonly ScanSource[], helper: UsageHelper, io: Io): Promise<ScannedUsage> {
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
