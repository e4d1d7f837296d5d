import { existsSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { makeFolder, patiently } from '@unspool/session/write';
import { type AgentFolder, noteFile, subAgentFile } from './agent-folder.js';
import type { CopiedSubAgent, CopyRecord } from './record.js';

/**
 * Moves sub-agents to their sessions. A sub-agent may be in a separate source, may have been started by another
 * sub-agent, and may be translated before its session.
 */
export function placeSubAgents(folder: AgentFolder, record: CopyRecord): void {
  const all = Object.values(record.sources).filter(({ agent }) => agent === undefined);
  const slugs = new Map(all.flatMap(({ sessions }) => sessions.map(({ id, slug }) => [id, slug])));
  const subAgents = all.flatMap((source) => source.subAgents);
  const parents = new Map(subAgents.map(({ id, parent }) => [id, parent]));
  for (const subAgent of subAgents) {
    const session = rootOf(subAgent, parents);
    const slug = slugs.get(session) ?? subAgent.slug;
    move(folder, subAgent, subAgentFile(folder, slug, { session, id: subAgent.id }));
  }
}

function rootOf({ parent }: CopiedSubAgent, parents: ReadonlyMap<string, string>): string {
  const passed = new Set<string>();
  let at = parent;
  for (let above = parents.get(at); above !== undefined && !passed.has(at); above = parents.get(at)) {
    passed.add(at);
    at = above;
  }
  return at;
}

function move({ folder }: AgentFolder, subAgent: CopiedSubAgent, to: string): void {
  const from = join(folder, subAgent.file);
  if (from === to || !existsSync(from)) return;
  makeFolder(dirname(to), 0o700);
  patiently(() => renameSync(from, to));
  if (existsSync(noteFile(from))) patiently(() => renameSync(noteFile(from), noteFile(to)));
  subAgent.file = relative(folder, to);
}
