import { rmSync } from 'node:fs';
import { ADAPTERS } from '../adapters.js';
import type { AgentName } from '../contract/agent-name.js';
import { type AgentFolder, agentFolder } from './agent-folder.js';
import { type RefreshOptions, refresh, rootOf, type SourceProblem } from './refresh.js';

export interface FoldersOptions extends RefreshOptions {
  /** The agents to include. */
  agents: readonly AgentName[];
}

/** Updates the copies of these agents' sessions and returns their folders. Removes copies of other agents' sessions. */
export function foreignFolders({ agents, ...options }: FoldersOptions): {
  folders: AgentFolder[];
  problems: SourceProblem[];
} {
  const folders: AgentFolder[] = [];
  /** By path: a folder can be looked at for several reasons. */
  const problems = new Map<string, SourceProblem>();
  for (const adapter of ADAPTERS) {
    if (!agents.includes(adapter.name)) {
      for (const extent of ['everything', 'usage'] as const) {
        const { folder } = agentFolder(rootOf(options.root, extent), adapter.name);
        rmSync(folder, { recursive: true, force: true });
      }
      continue;
    }
    const refreshed = refresh(adapter, options);
    if (refreshed.folder) folders.push(refreshed.folder);
    for (const problem of refreshed.problems) problems.set(problem.path, problem);
  }
  return { folders, problems: [...problems.values()] };
}
