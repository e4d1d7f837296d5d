import { configFolders } from '@unspool/session';
import { type LockedFolder, quickSources, type ScannedUsage, type ScanSource } from '@unspool/store';
import { sayLocked } from '../index/say-locked.js';
import type { Io } from '../io.js';
import { UsageHelper } from './usage-helper.js';

/**
 * Usage from the files themselves, where there is no index. What reads them is loaded when they have been found: the
 * thread that helps gets ready meanwhile.
 */
export async function scanned(io: Io, options: { showsSessions: boolean; mayBeEmpty: boolean }): Promise<ScannedUsage> {
  const helper = new UsageHelper();
  try {
    const sources = options.showsSessions ? await sessionSources(helper, io) : quickSourcesOf(helper, io);
    if (sources.length === 0 && !options.mayBeEmpty) throw (await import('../session/find.js')).noSessions(io);
    return await (await import('./read-usage.js')).readUsage(sources, helper, io);
  } finally {
    helper.dismiss();
  }
}

/** Reports that show no sessions need not know which sub-agent belongs to which: finding that out takes its time. */
function quickSourcesOf(helper: UsageHelper, io: Io): ScanSource[] {
  const locked: LockedFolder[] = [];
  const onFound = (size: number) => helper.expect(size);
  const sources = quickSources(configFolders(io.env, io.home), { onFound, locked });
  sayLocked(locked, io);
  return sources;
}

async function sessionSources(helper: UsageHelper, io: Io): Promise<ScanSource[]> {
  const sources = (await import('./session-sources.js')).sessionSources(io);
  for (const { files } of sources) for (const { size } of files) helper.expect(size);
  return sources;
}
