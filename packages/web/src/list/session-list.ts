import { statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { isJustWritten, Journal, madeSessions } from '@unspool/session/edit';
import { clientArchiveOf, leadsOut, projectName } from '@unspool/session/locate';
import { type ResumeVerdict, shownVerdict } from '@unspool/session/resume';
import {
  archivePath,
  type Database,
  deletesInDays,
  type IndexedSession,
  indexedSessions,
  isDeletedWithin,
  knownTokens,
  knownVerdicts,
  listArchives,
  type Prices,
  type Retention,
  retentionOf,
  sessionsWithErrors,
} from '@unspool/store';
import { clientRef } from '../view/clients.js';
import { dollarsOf } from '../view/money.js';
import { maskedLine } from '../view/texts.js';
import type { ProjectRef, SessionRow } from '../view/view.js';
import { HeadFacts } from './head-facts.js';
import { tellApart } from './tell-apart.js';

/** A row, and what else the server knows about the session. */
export interface ListedSession {
  row: SessionRow;
  indexed: IndexedSession;
  hasErrors: boolean;
  /** The config folder whose clean-up applies. */
  config: ConfigFolder | undefined;
}

export interface ListSources {
  database: Database;
  prices: Prices;
  configs: readonly ConfigFolder[];
  dataFolder: string;
  now: () => number;
}

/** A shorter prefix is more likely a typing mistake. */
const SHORTEST_START = 4;

/** The sessions of the index as rows, except links to files elsewhere. Reread when the index has changed. */
export class SessionList {
  private sessions: ListedSession[] | undefined;
  private byId = new Map<string, ListedSession>();
  private readonly heads = new HeadFacts();

  private readonly journal: Journal;

  constructor(private readonly sources: ListSources) {
    this.journal = new Journal(join(sources.dataFolder, 'journal'));
  }

  /** After a change: the next request reads the index again. */
  forget(): void {
    this.sessions = undefined;
  }

  all(): readonly ListedSession[] {
    this.sessions ??= this.read();
    return this.sessions;
  }

  /** The only way from an id in a URL to a file. */
  find(id: string): ListedSession | undefined {
    this.all();
    const listed = this.byId.get(id) ?? this.startingWith(id);
    if (listed && leadsOut(listed.indexed.main)) return undefined;
    return listed && { ...listed, row: this.fresh(asOnDisk(listed)) };
  }

  /** A prefix of an id is enough if it is unique, as on the command line. */
  private startingWith(start: string): ListedSession | undefined {
    if (start.length < SHORTEST_START) return undefined;
    const found = [...this.byId].filter(([id]) => id.startsWith(start));
    return found.length === 1 ? found[0]?.[1] : undefined;
  }

  /** What changes with the clock, and what is not in the index yet. */
  fresh(listed: ListedSession): SessionRow {
    const { row, indexed } = listed;
    const isPending = indexed.file !== undefined && !indexed.file.isRead;
    const head = isPending ? this.heads.of(indexed.main) : undefined;
    return {
      ...row,
      ...head,
      ...(isPending && { isPending }),
      isLive: this.isLive(listed),
      archivedInClient: clientArchiveOf(indexed.main) !== undefined,
      deletesInDays: this.deletesInDays(listed),
    };
  }

  isLive({ indexed: { file, main } }: ListedSession): boolean {
    return file !== undefined && isJustWritten({ file: main, mtimeMs: file.mtimeMs }, this.journal, this.sources.now());
  }

  deletesInDays({ indexed: { file, main, isGone }, config }: ListedSession): number | null {
    if (!config || !file || isGone) return null;
    return deletesInDays({ file: main, mtimeMs: file.mtimeMs }, this.retention(config), this.sources.now());
  }

  isDeletedWithin(days: number, { indexed: { file, main, isGone }, config }: ListedSession): boolean {
    if (!config || !file || isGone) return false;
    return isDeletedWithin(days, { file: main, mtimeMs: file.mtimeMs }, this.retention(config), this.sources.now());
  }

  private read(): ListedSession[] {
    const { database, prices, dataFolder } = this.sources;
    const folder = join(dataFolder, 'archive');
    const archived = new Set(listArchives(folder).map(({ path }) => path));
    const failed = sessionsWithErrors(database);
    const verdictOf = knownVerdicts(database);
    this.byId = new Map();
    const undone = this.undoneCopies();
    const own = indexedSessions(database, prices).filter(
      ({ main, isGone }) => !leadsOut(main) && !(isGone && undone.has(main)),
    );
    const sessions = own.map((known): ListedSession => {
      const indexed = withFileTime(known);
      // A copy of a session in another project has the same id; its number makes it unique.
      const id = this.byId.has(indexed.sessionId) ? `${indexed.sessionId}@${indexed.number}` : indexed.sessionId;
      const isArchived = archived.has(archivePath(folder, indexed));
      const verdict = indexed.file && verdictOf({ file: indexed.main, ...indexed.file });
      const listed: ListedSession = {
        // Only that agent knows whether another agent's session resumes.
        row: { ...rowOf(indexed, id, isArchived), ...(indexed.client === undefined && resumesOf(verdict)) },
        indexed,
        hasErrors: failed.has(indexed.number),
        config: this.sources.configs.find(({ projects }) => indexed.main.startsWith(projects + sep)),
      };
      this.byId.set(id, listed);
      return listed;
    });
    joinBySlug(sessions);
    this.linkCopies(sessions);
    const projects = tellApart(sessions.map(({ row }) => row.project));
    for (const { row } of sessions) row.project = projects.get(row.project.key) ?? row.project;
    return sessions.sort((a, b) => (b.row.lastAt ?? 0) - (a.row.lastAt ?? 0));
  }

  /** Copies that were undone. They are not listed as deleted sessions. */
  private undoneCopies(): Set<string> {
    const entries = this.journal.list().filter(({ kind, isUndone }) => kind === 'created' && isUndone);
    return new Set(entries.map(({ file }) => file));
  }

  private linkCopies(sessions: readonly ListedSession[]): void {
    const byFile = new Map(sessions.map((listed) => [listed.indexed.main, listed]));
    for (const [file, { from }] of madeSessions(join(this.sources.dataFolder, 'journal'))) {
      const copy = byFile.get(file);
      if (!copy || from === undefined) continue;
      const original = byFile.get(from)?.row;
      copy.row.copyOf = { id: original?.id ?? null, title: original?.title ?? null };
    }
  }

  private readonly known = new Map<string, { retention: Retention; at: number }>();

  /** The settings are small files, but a list needs them for every row. */
  private retention(config: ConfigFolder): Retention {
    const now = performance.now();
    let known = this.known.get(config.folder);
    if (!known || now - known.at > 5000) {
      const own = this.all().filter((listed) => listed.config === config);
      const folders = new Set(own.flatMap(({ indexed }) => indexed.cwd ?? []));
      known = { retention: retentionOf(config, folders), at: now };
      this.known.set(config.folder, known);
    }
    return known.retention;
  }
}

/** The index lags behind a write by a second or more, so a single session is looked up on disk. */
function asOnDisk(listed: ListedSession): ListedSession {
  const { file, main } = listed.indexed;
  const stats = file && statSync(main, { throwIfNoEntry: false });
  if (!file || !stats) return listed;
  return { ...listed, indexed: { ...listed.indexed, file: { ...file, mtimeMs: stats.mtimeMs } } };
}

/** A session without a known folder (not read yet, or without words) joins the project of the files beside it. */
function joinBySlug(sessions: readonly ListedSession[]): void {
  const isKnown = ({ indexed: { repo, cwd } }: ListedSession) => (repo ?? cwd) !== undefined;
  const bySlug = new Map(sessions.filter(isKnown).map(({ indexed, row }) => [indexed.slug, row.project]));
  for (const listed of sessions) {
    if (!isKnown(listed)) listed.row.project = bySlug.get(listed.indexed.slug) ?? listed.row.project;
  }
}

/** The index records a file's time with its content; for files that it has not read yet, it comes from the disk. */
function withFileTime(indexed: IndexedSession): IndexedSession {
  const { file, main } = indexed;
  if (!file || file.mtimeMs > 0) return indexed;
  const stats = statSync(main, { throwIfNoEntry: false });
  return stats ? { ...indexed, file: { ...file, size: stats.size, mtimeMs: stats.mtimeMs } } : indexed;
}

function rowOf(indexed: IndexedSession, id: string, isArchived: boolean): SessionRow {
  const { sum, file } = indexed;
  const areTokensUnknown = indexed.turns > 0 && knownTokens(sum.tokens, indexed.client) === undefined;
  return {
    id,
    title: maskedLine(indexed.title ?? '', { isRevealed: false }) || '(untitled)',
    client: indexed.client === undefined ? null : clientRef(indexed.client),
    project: projectRef(indexed),
    branch: indexed.branch ?? null,
    startedAt: indexed.started ?? null,
    lastAt: indexed.ended ?? (file ? Math.round(file.mtimeMs) : null),
    turns: indexed.turns,
    tokens: sum.tokens,
    ...(areTokensUnknown && { areTokensUnknown }),
    cost: areTokensUnknown ? null : dollarsOf(sum),
    unknownPrices: [...sum.unpriced.keys()],
    bytes: file?.size ?? 0,
    agents: indexed.agents,
    isLive: false,
    isPinned: indexed.isPinned,
    isArchived,
    archivedInClient: file !== undefined && clientArchiveOf(indexed.main) !== undefined,
    isGone: indexed.isGone || !file,
    deletesInDays: null,
    tags: indexed.tags,
  };
}

function resumesOf(verdict: ResumeVerdict | undefined): Pick<SessionRow, 'resumes'> {
  return verdict ? { resumes: shownVerdict(verdict) } : {};
}

export function projectRef({ repo, cwd, slug }: Pick<IndexedSession, 'repo' | 'cwd' | 'slug'>): ProjectRef {
  const path = repo ?? cwd;
  if (path === undefined) return { key: slug, name: slug, path: slug };
  // A drive letter occurs in both cases, even from one client.
  const key = /^[A-Za-z]:[\\/]/.test(path) ? path.toLowerCase().replaceAll('\\', '/') : path;
  return { key, name: projectName(path), path };
}
