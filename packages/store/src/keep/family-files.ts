import { type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { ConfigFolder, SessionFile } from '@unspool/session';
import { isWorktreeOf, wholeFamilyOf } from '@unspool/session/locate';
import { isArchivedName } from './archived-names.js';

/** A file of a family, and its name in an archive. */
export interface FamilyFile {
  path: string;
  name: string;
  /** For transcripts: null for the session's own, the id for a sub-agent's. */
  agent?: string | null;
}

export interface FamilyFiles {
  files: FamilyFile[];
  /** What is left out, and why. */
  notes: string[];
}

/**
 * Every file that belongs to a session and to no other: transcripts in all layouts, long outputs, file history, todos,
 * plans, and everything else in its folder. Links are left out, since their targets are not the session's.
 */
export function familyFiles(session: SessionFile, config: ConfigFolder): FamilyFiles {
  const notes: string[] = [];
  const family = wholeFamilyOf(session);
  const agents = new Map<string, string>(family.agents.map((agent) => [agent.file, agent.id]));
  const paths = new Set([
    ...(session.hasMain ? [session.file] : []),
    ...agents.keys(),
    ...family.agents.flatMap((agent) => agent.metaFile ?? []),
    ...ownFolders(session).flatMap((folder) => filesBelow(folder, notes)),
    ...[family.fileHistory ?? [], family.sessionEnv ?? [], ...family.todos, ...family.plans]
      .flat()
      .flatMap((path) => filesBelow(path, notes)),
  ]);
  const files: FamilyFile[] = [];
  for (const path of paths) {
    const name = relative(config.folder, path).split(sep).join('/');
    const agent = path === session.file ? null : agents.get(path);
    if (isArchivedName(name, session)) files.push({ path, name, ...(agent !== undefined && { agent }) });
    else notes.push(`${path} is left out: no client puts a file there`);
  }
  return { files, notes };
}

/** The session's folder in its project, and in those of the worktrees in which its sub-agents worked. */
export function ownFolders({ file, sessionId, slug }: SessionFile): string[] {
  const project = dirname(file);
  const projects = dirname(project);
  const worktrees = entriesOf(projects, [])
    .filter((entry) => entry.isDirectory() && isWorktreeOf(entry.name, slug))
    .map((entry) => join(projects, entry.name))
    .filter((folder) => !existsSync(join(folder, `${sessionId}.jsonl`)));
  return [project, ...worktrees].map((folder) => join(folder, sessionId));
}

const MAX_DEPTH = 16;

/** A path and all plain files below it, sorted by name. */
function filesBelow(path: string, notes: string[], depth = 0): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (stats.isSymbolicLink()) notes.push(`${path} is left out: it is a link`);
  if (stats.isFile()) return [path];
  if (!stats.isDirectory()) return [];
  if (depth > MAX_DEPTH) {
    notes.push(`${path} is left out: it is nested too deep`);
    return [];
  }
  return entriesOf(path, notes).flatMap((entry) => filesBelow(join(path, entry.name), notes, depth + 1));
}

function entriesOf(folder: string, notes: string[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    notes.push(`${folder} is left out: ${(error as Error).message}`);
    return [];
  }
}
