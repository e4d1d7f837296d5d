import { join, relative, sep } from 'node:path';
import { type AgentName, isAgentName } from '../contract/agent-name.js';
import { type Report, readRecord } from './record.js';

/** The origin of a copy. */
export interface Origin {
  agent: AgentName;
  /** The file that it was made from; undefined if unknown. */
  source: string | undefined;
  /** The parts of that file that could not be read. */
  report: Report | undefined;
}

/** The origin of a file in the folder of copies; undefined for any other file. */
export function originOf(file: string, root: string): Origin | undefined {
  const place = placeOf(file, root);
  if (!place) return undefined;
  const { agent, folder, path } = place;
  for (const [source, { sessions, subAgents, report }] of Object.entries(readRecord(folder).sources)) {
    const copies = [
      ...sessions.filter((session) => !session.isOutdone).map(({ id, slug }) => join('projects', slug, `${id}.jsonl`)),
      ...subAgents.map((subAgent) => subAgent.file),
    ];
    if (copies.includes(path)) return { agent, source, report };
  }
  return { agent, source: undefined, report: undefined };
}

/** The agent that a file in the folder of copies belongs to, judged by its path alone. */
export function agentOf(file: string, root: string): AgentName | undefined {
  return placeOf(file, root)?.agent;
}

/** `<root>/<agent>/<path>`, or `<root>/opened/<file>/<agent>/<path>`. */
function placeOf(file: string, root: string): { agent: AgentName; folder: string; path: string } | undefined {
  const names = relative(root, file).split(sep);
  const at = names[0] === 'opened' ? 2 : 0;
  const agent = names[at] ?? '';
  if (!isAgentName(agent)) return undefined;
  return { agent, folder: join(root, ...names.slice(0, at + 1)), path: names.slice(at + 1).join(sep) };
}
