import { basename, dirname, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { type LockedFolder, sessionPaths, stampOrNothing } from '../indexing/sweep.js';
import type { ScanSource } from './scan-usage.js';

/**
 * All files, by their places alone: enough for reports that do not show sessions. A sub-agent of the 2.0 clients stands
 * beside its session, and only its lines say whose it is; here it is a session of its own. `onFound` is told the size
 * of each file as it is found; folders that may not be looked into go to `locked`.
 */
export function quickSources(
  configs: readonly ConfigFolder[],
  { onFound, locked = [] }: { onFound?: (size: number) => void; locked?: LockedFolder[] } = {},
): ScanSource[] {
  const sources = new Map<string, ScanSource>();
  for (const path of sessionPaths(configs, locked)) {
    const stamp = stampOrNothing(path);
    if (!stamp) continue;
    const { size } = stamp;
    onFound?.(size);
    const main = mainOf(path);
    let source = sources.get(main);
    if (!source) {
      const sessionId = basename(main, '.jsonl');
      source = { ref: { sessionId, slug: basename(dirname(main)), cwd: () => undefined }, files: [] };
      sources.set(main, source);
    }
    const isAgent = path !== main || basename(path).startsWith('agent-');
    if (isAgent) source.files.push({ file: path, isAgent, size });
    else source.files.unshift({ file: path, isAgent, size });
  }
  return [...sources.values()];
}

function mainOf(path: string): string {
  const at = path.lastIndexOf(`${sep}subagents${sep}`);
  return at < 0 ? path : `${path.slice(0, at)}.jsonl`;
}
