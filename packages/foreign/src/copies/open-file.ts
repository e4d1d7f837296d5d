import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Adapter } from '../contract/adapter.js';
import { detectAgent } from '../detect.js';
import { stampOf } from '../read/stamp.js';
import { type AgentFolder, agentFolder, sessionFile } from './agent-folder.js';
import { type CopiedSource, readRecord } from './record.js';
import { type SourceProblem, update } from './refresh.js';
import { removeOlderThan } from './remove-old.js';

/** Another agent's file, given by its path. */
export interface OpenedFile {
  adapter: Adapter;
  /** The main files of its sessions' copies. A database has many. */
  sessions: string[];
  made: CopiedSource | undefined;
  problems: SourceProblem[];
}

/**
 * Translates one file, wherever it is. Its copy is kept apart from those of this machine's sessions and is never listed.
 * Undefined if no adapter can read the file.
 */
export function openForeign(file: string, adapters: readonly Adapter[], root: string): OpenedFile | undefined {
  const adapter = detectAgent(file, adapters);
  const stamp = adapter && stampOf(file);
  if (!adapter || stamp === undefined) return undefined;
  const opened = join(root, 'opened');
  if (existsSync(opened)) removeOlderThan(OLD_MS, opened);
  const name = createHash('sha1').update(realpathSync(file)).digest('hex').slice(0, 16);
  const folder = agentFolder(join(opened, name), adapter.name);
  const problems: SourceProblem[] = [];
  update(adapter, [{ file, stamp }], { folder, extent: 'everything', problems });
  const made = readRecord(folder.folder).sources[file];
  return { adapter, sessions: filesOf(folder, made), made, problems };
}

/** Falls back to sub-agents, for a sub-agent's file that is opened alone. */
function filesOf(folder: AgentFolder, made: CopiedSource | undefined): string[] {
  const sessions = made?.sessions.map(({ id, slug }) => sessionFile(folder, slug, id)) ?? [];
  return sessions.length > 0 ? sessions : (made?.subAgents.map((each) => join(folder.folder, each.file)) ?? []);
}

const OLD_MS = 7 * 24 * 3600 * 1000;
