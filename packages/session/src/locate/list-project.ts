import type { Stats } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type AgentFile, agentFileAt, agentFilesIn } from './agent-file.js';
import { sessionIdsIn } from './agent-head.js';
import { type LocateProblem, listFolder, type Seen, statOf } from './list-folder.js';
import { isUuid } from './session-id.js';

/** A session known from its location alone: its file, id, project and sub-agents. */
export interface SessionFile {
  /** Where its main file is, or would be (see `hasMain`). */
  file: string;
  sessionId: string;
  /** The project folder's name. */
  slug: string;
  /** Of the main file. */
  size: number;
  /** Of the main file; if there is none, of the newest remaining file. */
  mtimeMs: number;
  /** False when only a folder or sub-agents are left of it. */
  hasMain: boolean;
  /** The client lists and resumes only files whose name is a UUID. */
  hasUuidName: boolean;
  agentFiles: AgentFile[];
  /** The agent whose session it is a copy of; absent for Claude Code. */
  client?: string;
}

export interface ProjectList {
  sessions: SessionFile[];
  /** The main files that are links. */
  links: Set<string>;
  problems: LocateProblem[];
}

/** The sessions of one project folder. */
export function listProject(folder: string): ProjectList {
  const problems: LocateProblem[] = [];
  const project = new Project(folder);
  const entries = listFolder(folder, problems);
  let strays: AgentFile[] = [];
  for (const seen of entries) {
    if (seen.isFolder || !seen.name.endsWith('.jsonl')) continue;
    // Reading a pipe would block, and a device has no end.
    if (!seen.file) {
      problems.push({
        kind: 'unreadable',
        path: seen.path,
        message: 'it is a pipe, a socket or a device, not a regular file',
      });
      continue;
    }
    const agent = agentFileAt(seen, 'beside');
    if (agent) strays.push(agent);
    else project.addMain(seen, seen.file);
  }
  for (const seen of entries) {
    if (!seen.isFolder) continue;
    if (seen.name === 'subagents') strays = strays.concat(agentFilesIn(seen.path, 'project', problems));
    else project.addFolder(seen, problems);
  }
  for (const agent of strays) project.addStray(agent, problems);
  return { sessions: [...project.sessions.values()], links: project.links, problems };
}

class Project {
  readonly links = new Set<string>();
  readonly sessions = new Map<string, SessionFile>();

  private readonly folder: string;
  private readonly slug: string;

  constructor(folder: string) {
    this.folder = join(folder, sep);
    this.slug = basename(folder);
  }

  addMain(seen: Seen, { size, mtimeMs }: Stats): void {
    const session = this.session(seen.name.slice(0, -'.jsonl'.length));
    session.hasMain = true;
    session.size = size;
    session.mtimeMs = mtimeMs;
    if (seen.isLink) this.links.add(session.file);
  }

  addFolder(seen: Seen, problems: LocateProblem[]): void {
    const session = isUuid(seen.name) ? this.session(seen.name) : this.sessions.get(seen.name);
    if (!session) return;
    if (!session.hasMain) session.mtimeMs = statOf(seen.path)?.mtimeMs ?? 0;
    for (const agent of agentFilesIn(join(seen.path, 'subagents'), 'nested', problems)) this.addAgent(session, agent);
  }

  /**
   * Assigns a sub-agent by the sessions its lines name. A session with content takes precedence over one that the
   * client abandoned empty.
   */
  addStray(agent: AgentFile, problems: LocateProblem[]): void {
    const owner = this.ownerOf(agent);
    const message = 'its first lines do not say whose sub-agent it is';
    if (owner === undefined) problems.push({ kind: 'no_session', path: agent.file, message });
    else this.addAgent(this.session(owner), agent);
  }

  /** The first session named is nearly always the owner, and then one line is enough. */
  private ownerOf(agent: AgentFile): string | undefined {
    const others: string[] = [];
    for (const id of sessionIdsIn(agent.file)) {
      if (!isPlainName(id)) continue;
      if ((this.sessions.get(id)?.size ?? 0) > 0) return id;
      others.push(id);
    }
    return others.find((id) => this.sessions.has(id)) ?? others[0];
  }

  private addAgent(session: SessionFile, agent: AgentFile): void {
    session.agentFiles.push(agent);
    if (!session.hasMain) session.mtimeMs = Math.max(session.mtimeMs, agent.mtimeMs);
  }

  private session(sessionId: string): SessionFile {
    const known = this.sessions.get(sessionId);
    if (known) return known;
    const session: SessionFile = {
      file: `${this.folder}${sessionId}.jsonl`,
      sessionId,
      slug: this.slug,
      size: 0,
      mtimeMs: 0,
      hasMain: false,
      hasUuidName: isUuid(sessionId),
      agentFiles: [],
    };
    this.sessions.set(sessionId, session);
    return session;
  }
}

/** An id from a file's content must not lead out of the folder. */
function isPlainName(id: string): boolean {
  return id !== '' && !/[\\/\0]/.test(id) && !id.startsWith('.');
}
