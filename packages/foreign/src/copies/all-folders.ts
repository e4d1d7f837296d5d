import { existsSync, rmSync } from 'node:fs';
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
  /** By path: a folder can be looked at for several reasons. */
  const problems = new Map<string, SourceProblem>();
  const wanted = ADAPTERS.filter(({ name }) => agents.includes(name));
  for (const adapter of ADAPTERS) {
    if (!wanted.includes(adapter)) {
      for (const extent of ['everything', 'usage'] as const) {
        const { folder } = agentFolder(rootOf(options.root, extent), adapter.name);
        rmSync(folder, { recursive: true, force: true });
      }
      continue;
    }
    const others = wanted.filter((each) => each !== adapter);
    for (const problem of refresh(adapter, { ...options, others }).problems) problems.set(problem.path, problem);
  }
  const root = rootOf(options.root, options.extent ?? 'everything');
  const folders = wanted.map(({ name }) => agentFolder(root, name)).filter(({ projects }) => existsSync(projects));
  return { folders, problems: [...problems.values()] };
}
