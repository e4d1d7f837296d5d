import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import { isInsidePath, isSamePath, projectName, slugsOf } from '@unspool/session/locate';
import { rowsOf } from '../ledger/ledger-usage.js';
import { OWN_CLIENT } from '../own-client.js';
import type { Database, Value } from '../sqlite/database.js';

/** Conditions for hits; absent means any. */
export interface SearchFilters {
  /** The working folder, a parent of it, its name, or a slug. Worktrees belong to their repository. */
  project?: string;
  sessionId?: string;
  since?: number;
  until?: number;
  kinds?: readonly SearchKind[];
  tool?: string;
  isError?: boolean;
  /** Part of the path of the file that the call is about. */
  touched?: string;
  model?: string;
  branch?: string;
  tag?: string;
  /** The agent whose sessions to search, `claude` for Claude Code. */
  client?: string;
  /** Sub-agents. */
  agents?: 'only' | 'without';
}

/** Whether the paths of files are enough to apply the filters. */
export function isByPlace(filters: SearchFilters): boolean {
  return filters.sessionId === undefined && filters.project === undefined && filters.client === undefined;
}

/** A file to search in. */
export interface Where {
  sessionId: string;
  slug: string;
  cwd: string | undefined;
  repo: string | undefined;
}

export function isOfProject({ slug, cwd, repo }: Omit<Where, 'sessionId'>, project: string): boolean {
  if (slug === project || isPutThere(slug, cwd, project)) return true;
  return [cwd, repo].some(
    (folder) =>
      folder !== undefined &&
      (projectName(folder).toLowerCase() === project.toLowerCase() ||
        isSamePath(folder, project) ||
        isInsidePath(folder, project)),
  );
}

/** Whether a session is of the wanted agent; any is, if none is wanted. */
export function isOfClient(client: string | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (client ?? OWN_CLIENT) === wanted;
}

/** A copy in another project still names its working folder, while the client lists it by its project folder. */
function isPutThere(slug: string, cwd: string | undefined, project: string): boolean {
  const isPath = /[\\/]/.test(project);
  return isPath && cwd !== undefined && slugsOf(project).includes(slug) && !slugsOf(cwd).includes(slug);
}

export interface Condition {
  sql: string;
  values: Value[];
}

/** The filters as a condition on `docs`. */
export function conditionOf(filters: SearchFilters, database: Database): Condition {
  const parts: string[] = [];
  const values: Value[] = [];
  const add = (sql: string, ...bound: Value[]) => {
    parts.push(sql);
    values.push(...bound);
  };
  const files = filesOf(filters, database);
  if (files) add('docs.file IN (SELECT value FROM json_each(?))', JSON.stringify(files));
  if (filters.since !== undefined) add('docs.time >= ?', filters.since);
  if (filters.until !== undefined) add('docs.time <= ?', filters.until);
  if (filters.kinds) {
    const kinds = filters.kinds.map((kind) => SEARCH_KINDS.indexOf(kind));
    add('docs.kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds));
  }
  if (filters.isError !== undefined) add(filters.isError ? 'docs.is_error = 1' : 'docs.is_error IS NULL');
  const named = (column: string, sql: string, text: string) =>
    add(`docs.${column} IN (SELECT id FROM names WHERE ${sql})`, text);
  if (filters.tool !== undefined) named('tool', 'lower(text) = lower(?)', filters.tool);
  if (filters.branch !== undefined) named('branch', 'text = ?', filters.branch);
  if (filters.touched !== undefined) named('touched', 'instr(text, ?) > 0', filters.touched);
  if (filters.model !== undefined) named('model', 'instr(lower(text), lower(?)) > 0', filters.model);
  return { sql: parts.length > 0 ? parts.join(' AND ') : '1', values };
}

/** Filters on sessions and files are applied before the search. */
function filesOf(filters: SearchFilters, database: Database): number[] | undefined {
  const { project, sessionId, tag, client, agents } = filters;
  if ([project, sessionId, tag, client, agents].every((filter) => filter === undefined)) return undefined;
  const rows = rowsOf<FileRow>(
    database,
    `SELECT json_group_array(json_array(files.id, agent, session_id, slug, cwd, repo, client,
       EXISTS (SELECT 1 FROM tags WHERE tags.session_id = sessions.session_id AND tag = ?))) AS rows
     FROM files JOIN sessions ON sessions.id = files.session`,
    tag ?? null,
  );
  // Many sessions share few folders.
  const known = new Map<string, boolean>();
  const isWanted = (where: Where, wanted: string): boolean => {
    const key = JSON.stringify([where.slug, where.cwd, where.repo]);
    const isIn = known.get(key) ?? isOfProject(where, wanted);
    known.set(key, isIn);
    return isIn;
  };
  return rows
    .filter(([, agent, id, slug, cwd, repo, madeWith, isTagged]) => {
      if (tag !== undefined && isTagged !== 1) return false;
      if (!isOfClient(madeWith ?? undefined, client)) return false;
      if (agents !== undefined && (agent !== null) !== (agents === 'only')) return false;
      if (sessionId !== undefined && !id.startsWith(sessionId)) return false;
      const where = { sessionId: id, slug, cwd: cwd ?? undefined, repo: repo ?? undefined };
      return project === undefined || isWanted(where, project);
    })
    .map(([file]) => file);
}

type FileRow = [
  file: number,
  agent: string | null,
  sessionId: string,
  slug: string,
  cwd: string | null,
  repo: string | null,
  client: string | null,
  isTagged: 0 | 1,
];
