import { dirname, join } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import type { AgentName } from '../contract/agent-name.js';

/** The copies of one agent's sessions, laid out like a config folder of Claude Code. */
export interface AgentFolder extends ConfigFolder {
  client: AgentName;
}

export function agentFolder(root: string, agent: AgentName): AgentFolder {
  const folder = join(root, agent);
  return { client: agent, folder, projects: join(folder, 'projects') };
}

/** The folder of copies of a source: of the agent whose session it is. */
export function folderOfCopies(folder: AgentFolder, agent: AgentName | undefined): AgentFolder {
  return agent === undefined ? folder : agentFolder(dirname(folder.folder), agent);
}

export function sessionFile({ projects }: AgentFolder, slug: string, id: string): string {
  return join(projects, slug, `${id}.jsonl`);
}

export function subAgentFile({ projects }: AgentFolder, slug: string, ids: { session: string; id: string }): string {
  return join(projects, slug, ids.session, 'subagents', `agent-${ids.id}.jsonl`);
}

/** Claude Code's metadata file for a sub-agent: its type and the call that started it. */
export function noteFile(subAgent: string): string {
  return subAgent.replace(/\.jsonl$/, '.meta.json');
}
