import type { ConfigFolder } from './config-folders.js';
import { type LocateProblem, listFolder, realPath, type Seen, whyUnreadable } from './list-folder.js';
import { listProject, type SessionFile } from './list-project.js';
import { joinWorktreeAgents } from './worktree-agents.js';

/** The sessions of a config folder. */
export interface SessionList {
  /** Every session with a readable main file: `openSession` opens each of them. */
  sessions: SessionFile[];
  /** The other sessions: the main file is missing (`hasMain` is false) or may not be read. */
  remains: SessionFile[];
  /** What could not be read, and what was left out. */
  problems: LocateProblem[];
}

/**
 * Lists every session of a config folder. Reads only folders, and the first lines of sub-agents whose location does not
 * determine their session. Never throws: what it cannot read is reported in `problems`. Follows links, also out of the
 * config folder, but lists no location twice. Calls `found` with everything in a project, remains and links included,
 * as soon as it has read the project's folder.
 */
export function listSessions(config: ConfigFolder, found?: (sessions: SessionFile[]) => void): SessionList {
  const places = listPlaces(config, found);
  const list: SessionList = { sessions: [], remains: [], problems: places.problems };
  for (const session of joinWorktreeAgents(places.sessions)) {
    if (config.client !== undefined) session.client = config.client;
    const refusal = session.hasMain ? whyUnreadable(session.file) : undefined;
    if (refusal !== undefined) list.problems.push({ kind: 'unreadable', path: session.file, message: refusal });
    if (session.hasMain && refusal === undefined) list.sessions.push(session);
    else list.remains.push(session);
  }
  return list;
}

/**
 * Returns sessions and remains in one list, for reports and archives: sub-agents count even if their session was
 * deleted.
 */
export function sessionsAndRemains(config: ConfigFolder): SessionFile[] {
  const { sessions, remains } = listSessions(config);
  return [...sessions, ...remains];
}

interface Places {
  sessions: SessionFile[];
  problems: LocateProblem[];
}

/**
 * Lists sessions and remains as they are in the folders: a sub-agent in its own worktree is listed apart from its
 * session.
 */
export function listPlaces(config: ConfigFolder, found: (sessions: SessionFile[]) => void = () => {}): Places {
  const problems: LocateProblem[] = [];
  const places = new KnownPlaces(problems);
  const sessions: SessionFile[] = [];
  const linked: SessionFile[] = [];
  for (const folder of realOnesFirst(listFolder(config.projects, problems))) {
    if (!folder.isFolder || !places.isNew(folder.path)) continue;
    const project = listProject(folder.path);
    for (const problem of project.problems) problems.push(problem);
    found(project.sessions);
    for (const session of project.sessions) {
      if (project.links.has(session.file)) linked.push(session);
      else sessions.push(session);
    }
  }
  // Links are resolved after all real files are known, so that a file is listed rather than a link to it.
  if (linked.length > 0) for (const session of sessions) places.add(session.file);
  return { sessions: sessions.concat(linked.filter((session) => places.isNew(session.file))), problems };
}

/** The locations listed so far, by their paths without links. */
class KnownPlaces {
  private readonly known = new Map<string, string>();

  constructor(private readonly problems: LocateProblem[]) {}

  add(path: string): void {
    this.known.set(realPath(path), path);
  }

  isNew(path: string): boolean {
    const earlier = this.known.get(realPath(path));
    if (earlier === undefined) {
      this.add(path);
      return true;
    }
    this.problems.push({ kind: 'seen_before', path, message: `it leads to ${earlier}, which is already listed` });
    return false;
  }
}

function realOnesFirst(entries: Seen[]): Seen[] {
  return [...entries.filter((seen) => !seen.isLink), ...entries.filter((seen) => seen.isLink)];
}
