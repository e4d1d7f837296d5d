import { basename, dirname, sep } from 'node:path';
import type { SessionFile } from '@unspool/session';
import { cwdOf } from '@unspool/session/locate';
import { repositoryOf } from '../indexing/repository.js';
import { type FileStamp, stampOrNothing } from '../indexing/sweep.js';
import { isOfClient, isOfProject, type SearchFilters } from './filters.js';

/** A file to search in, and its session. */
export interface SearchedFile {
  file: string;
  /** Empty if only the file's own lines name it. */
  sessionId: string;
  agentId: string | undefined;
  /** The agent, if not Claude Code. A path alone does not say it. */
  client?: string | undefined;
  mtimeMs: number;
  size: number;
}

/** The files of sessions that may contain hits, newest first. */
export function filesOfSessions(sessions: readonly SessionFile[], filters: SearchFilters): SearchedFile[] {
  const files: SearchedFile[] = [];
  for (const session of sessions) {
    const { sessionId, file, mtimeMs, size, client } = session;
    if (!isOfClient(client, filters.client)) continue;
    if (filters.sessionId !== undefined && !sessionId.startsWith(filters.sessionId)) continue;
    if (filters.project !== undefined && !isIn(session, filters.project)) continue;
    if (session.hasMain) files.push({ sessionId, file, agentId: undefined, client, mtimeMs, size });
    for (const agent of session.agentFiles) {
      const { id: agentId } = agent;
      files.push({ sessionId, file: agent.file, agentId, client, mtimeMs: agent.mtimeMs, size: agent.size });
    }
  }
  return wanted(files, filters);
}

/** The same from paths alone, which is much faster. The filters must be `isByPlace`. */
export function filesByPlace(paths: Iterable<string>, filters: SearchFilters): SearchedFile[] {
  const seen = new Set<string>();
  const files: SearchedFile[] = [];
  for (const path of paths) {
    const stamp = stampOrNothing(path);
    if (!stamp) continue;
    // Links may lead to the same file.
    const identity = `${stamp.inode} ${stamp.size} ${stamp.mtime}`;
    if (stamp.inode !== '0' && seen.has(identity)) continue;
    seen.add(identity);
    files.push(placed(stamp));
  }
  return wanted(files, filters);
}

function placed({ path, mtime, size }: FileStamp): SearchedFile {
  const name = basename(path, '.jsonl');
  const agentId = name.startsWith('agent-') ? name.slice('agent-'.length) : undefined;
  const at = path.lastIndexOf(`${sep}subagents${sep}`);
  const isBelowSession = at >= 0 && basename(dirname(dirname(path.slice(0, at)))) === 'projects';
  const sessionId = isBelowSession ? basename(path.slice(0, at)) : agentId === undefined && at < 0 ? name : '';
  return {
    file: path,
    sessionId,
    agentId: agentId ?? (at < 0 ? undefined : name),
    mtimeMs: mtime / 1000,
    size,
  };
}

function wanted(files: SearchedFile[], { agents, since }: SearchFilters): SearchedFile[] {
  return files
    .filter(({ agentId }) => agents === undefined || (agentId !== undefined) === (agents === 'only'))
    .filter(({ mtimeMs }) => since === undefined || mtimeMs >= since)
    .sort((a, b) => b.mtimeMs - a.mtimeMs);
}

function isIn(session: SessionFile, project: string): boolean {
  const cwd = cwdOf(session.hasMain ? session.file : (session.agentFiles[0]?.file ?? session.file));
  const repo = cwd === undefined ? undefined : repositoryOf(cwd);
  return isOfProject({ slug: session.slug, cwd, repo }, project);
}
