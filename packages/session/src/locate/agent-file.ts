import { type LocateProblem, listFolder, realPath, type Seen } from './list-folder.js';

/** Where clients put the files of sub-agents. */
export type AgentLayout =
  /** `<project>/agent-<id>.jsonl`, to 2.0.x. */
  | 'beside'
  /** `<project>/<sessionId>/subagents/agent-<id>.jsonl`, from 2.1.29. */
  | 'nested'
  /** `<project>/<sessionId>/subagents/workflows/wf_*` and below. */
  | 'workflow'
  /** `<project>/subagents/agent-<id>.jsonl`. */
  | 'project';

/** A sub-agent's file, known from its location alone. */
export interface AgentFile {
  id: string;
  file: string;
  layout: AgentLayout;
  /** The workflow's id, `wf_…`. */
  workflow?: string;
  /** The file with the call it belongs to, its type and its description. */
  metaFile?: string;
  size: number;
  mtimeMs: number;
  /** The client's own helpers: compaction and prompt suggestions. */
  isInternal: boolean;
}

const AGENT_NAME = /^agent-(.+)\.jsonl$/;
const INTERNAL_ID = /^a(compact|prompt_suggestion)-/;

/** Returns the sub-agent of a file; undefined if it is another kind of file. */
export function agentFileAt(seen: Seen, layout: AgentLayout): AgentFile | undefined {
  const id = AGENT_NAME.exec(seen.name)?.[1];
  // A link could lead to any file of the machine, and clients do not make links here.
  if (id === undefined || !seen.file || seen.isLink) return undefined;
  const { size, mtimeMs } = seen.file;
  return { id, file: seen.path, layout, size, mtimeMs, isInternal: INTERNAL_ID.test(id) };
}

/** Returns the files of a `subagents` folder, at any depth. */
export function agentFilesIn(folder: string, layout: 'nested' | 'project', problems: LocateProblem[]): AgentFile[] {
  const agents: AgentFile[] = [];
  const open: { path: string; workflow?: string }[] = [{ path: folder }];
  // Most have no subfolders. Only with subfolders can there be a loop.
  let visited: Set<string> | undefined;
  for (let at = open.pop(); at; at = open.pop()) {
    if (visited && wasVisited(at.path, visited, problems)) continue;
    const entries = listFolder(at.path, problems);
    const files = new Map(entries.map((seen) => [seen.name, seen]));
    for (const seen of entries) {
      const workflow = at.workflow ?? workflowOf(seen);
      const agent = agentFileAt(seen, workflow === undefined ? layout : 'workflow');
      const known = workflow === undefined ? {} : { workflow };
      if (agent) agents.push({ ...agent, ...known, ...metaFileOf(seen, files) });
      else if (seen.isFolder) {
        visited ??= new Set([realPath(at.path)]);
        open.push({ path: seen.path, ...known });
      }
    }
  }
  return agents;
}

/** Whether a folder was visited before; marks it as visited. */
function wasVisited(path: string, visited: Set<string>, problems: LocateProblem[]): boolean {
  const place = realPath(path);
  const isKnown = visited.has(place);
  if (isKnown) problems.push({ kind: 'seen_before', path, message: `it leads to ${place}, which is already listed` });
  visited.add(place);
  return isKnown;
}

/** The notes are next to the agent's file. */
function metaFileOf(agent: Seen, files: ReadonlyMap<string, Seen>): { metaFile?: string } {
  const meta = files.get(agent.name.replace(/\.jsonl$/, '.meta.json'));
  return meta?.file ? { metaFile: meta.path } : {};
}

function workflowOf(seen: Seen): string | undefined {
  return seen.isFolder && seen.name.startsWith('wf_') ? seen.name : undefined;
}
