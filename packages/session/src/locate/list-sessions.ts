import type { ConfigFolder } from './config-folders.js';
import { listProject, type SessionFile } from './list-project.js';
import { type LocateProblem, look, realPath, type Seen } from './look.js';
import { joinWorktreeAgents } from './worktree-agents.js';

export interface SessionList {
  sessions: SessionFile[];
  problems: LocateProblem[];
}

/**
 * Every session of a config folder. Only folders are read, and the first lines of sub-agents whose place does not say
 * whose they are. Nothing is thrown: what could not be read is among the problems.
 *
 * Links are followed, also out of the config folder, but no place is listed twice. `found` is told of each project's
 * sessions as they are found, links among them.
 */
export function listSessions(config: ConfigFolder, found?: (sessions: SessionFile[]) => void): SessionList {
  const { sessions, problems } = listPlaces(config, found);
  return { sessions: joinWorktreeAgents(sessions), problems };
}

/** As the folders have them: what sub-agents did in worktrees of their own is apart from their session. */
export function listPlaces(config: ConfigFolder, found: (sessions: SessionFile[]) => void = () => {}): SessionList {
  const problems: LocateProblem[] = [];
  const places = new Places(problems);
  const sessions: SessionFile[] = [];
  const linked: SessionFile[] = [];
  for (const folder of realOnesFirst(look(config.projects, problems))) {
    if (!folder.isFolder || !places.isNew(folder.path)) continue;
    const project = listProject(folder.path);
    problems.push(...project.problems);
    found(project.sessions);
    for (const session of project.sessions) {
      if (project.links.has(session.file)) linked.push(session);
      else sessions.push(session);
    }
  }
  // A link is judged when every real file is known: of a file and a link to it, the file is listed.
  if (linked.length > 0) for (const session of sessions) places.add(session.file);
  sessions.push(...linked.filter((session) => places.isNew(session.file)));
  return { sessions, problems };
}

/** The places listed so far, by their paths without links. */
class Places {
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
    this.problems.push({ kind: 'seen_before', path, message: `it leads to ${earlier}, which is listed already` });
    return false;
  }
}

function realOnesFirst(entries: Seen[]): Seen[] {
  return [...entries.filter((seen) => !seen.isLink), ...entries.filter((seen) => seen.isLink)];
}
