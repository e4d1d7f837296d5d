import { basename, dirname, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { type LockedFolder, sessionPaths } from '../indexing/sweep.js';
import type { ScanSource } from './scan-usage.js';

/**
 * All files, found by their paths alone: enough for reports that do not show sessions. Clients 2.0 put a sub-agent into the
 * folder of its session, and only its lines name the session; here it counts as a session of its own. Folders that
 * cannot be read are added to `locked`.
 */
export function quickSources(configs: readonly ConfigFolder[], locked: LockedFolder[]): ScanSource[] {
  return configs.flatMap((config) => sourcesIn(config, locked));
}

function sourcesIn(config: ConfigFolder, locked: LockedFolder[]): ScanSource[] {
  const { client } = config;
  const sources = new Map<string, ScanSource>();
  for (const path of sessionPaths([config], locked)) {
    const main = mainOf(path);
    let source = sources.get(main);
    if (!source) {
      const ref = { sessionId: basename(main, '.jsonl'), slug: basename(dirname(main)), cwd: () => undefined };
      source = { ref: { ...ref, ...(client !== undefined && { client }) }, files: [] };
      sources.set(main, source);
    }
    const isAgent = path !== main || basename(path).startsWith('agent-');
    if (isAgent) source.files.push({ file: path, isAgent });
    else source.files.unshift({ file: path, isAgent });
  }
  return [...sources.values()];
}

function mainOf(path: string): string {
  const at = path.lastIndexOf(`${sep}subagents${sep}`);
  return at < 0 ? path : `${path.slice(0, at)}.jsonl`;
}
