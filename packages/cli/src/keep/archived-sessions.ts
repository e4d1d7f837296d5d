import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configFolders, type ListFacts } from '@unspool/session';
import { resolveSession } from '@unspool/session/locate';
import { noTokens } from '@unspool/session/model';
import { type ArchiveIndex, ArchiveReader, archiveFolder, DamagedArchive, listArchives } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';

/** A session in the archive, as a list shows it. */
export interface ArchivedSession {
  /** The archive. */
  path: string;
  archiveSize: number;
  sessionId: string;
  slug: string;
  /** Where its transcript was. */
  file: string;
  /** The size of the transcript with everything that belongs to it. */
  size: number;
  familySize: number;
  mtimeMs: number;
  takenAt: number;
  agents: number;
  /** Its transcript is no longer on disk. */
  isOnlyArchived: boolean;
  facts: ListFacts;
}

/** Everything in the archive. Reports archives that cannot be read. */
export function archivedSessions(io: Io, isWanted: (sessionId: string) => boolean = () => true): ArchivedSession[] {
  return listArchives(archiveFolder(io)).flatMap((entry) => {
    if (!isWanted(entry.sessionId)) return [];
    try {
      const archive = new ArchiveReader(entry.path);
      archive.close();
      return [sessionOf(archive, io)];
    } catch (error) {
      if (!(error instanceof DamagedArchive) && (error as NodeJS.ErrnoException).syscall === undefined) throw error;
      io.err(`${safeLine(entry.path)}: not read: ${safeLine((error as Error).message)}\n`);
      return [];
    }
  });
}

/** Finds an archived session. Sessions that exist only in the archive are preferred. */
export function findArchived(query: string, io: Io): ArchivedSession | undefined {
  const wanted =
    query
      .trim()
      .replace(/\.jsonl$/i, '')
      .split(/[\\/]/)
      .at(-1)
      ?.toLowerCase() ?? '';
  if (wanted === '' || wanted === 'last') return undefined;
  const isById = (sessionId: string) => sessionId === 'session' || sessionId.startsWith(wanted);
  const byId = archivedSessions(io, isById);
  // Each is opened once, because opening reports archives that cannot be read.
  return resolved(query, byId) ?? resolved(query, [...byId, ...archivedSessions(io, (id) => !isById(id))]);
}

function resolved(query: string, sessions: readonly ArchivedSession[]): ArchivedSession | undefined {
  const resolution = resolveSession(query, sessions, {
    titleOf: ({ facts }) => facts.title.text,
    endedAt: ({ facts }) => facts.endedAt,
  });
  if (resolution.kind === 'found') return resolution.session;
  if (resolution.kind !== 'ambiguous') return undefined;
  // Files that sub-agents left in worktrees may have their own archives. The session is preferred.
  const whole = resolution.candidates.filter((session) => session.size > 0);
  const candidates = whole.length > 0 ? whole : resolution.candidates;
  const gone = candidates.filter((session) => session.isOnlyArchived);
  if (gone.length === 1) return gone[0];
  return candidates.length === 1 ? candidates[0] : undefined;
}

function sessionOf({ index, path, size }: ArchiveReader, io: Io): ArchivedSession {
  const { sessionId, slug, config, takenAt, files, facts } = index;
  const main = files.find((file) => file.agent === null);
  return {
    path,
    archiveSize: size,
    sessionId,
    slug,
    file: join(config, 'projects', slug, `${sessionId}.jsonl`),
    size: main?.size ?? 0,
    familySize: files.reduce((sum, file) => sum + file.size, 0),
    mtimeMs: main?.mtimeMs ?? takenAt,
    takenAt,
    agents: files.filter((file) => typeof file.agent === 'string').length,
    isOnlyArchived: !isOnDisk(index, io),
    facts: {
      ...(facts ?? NO_FACTS),
      startedAt: facts?.startedAt ?? Number.NaN,
      endedAt: facts?.endedAt ?? Number.NaN,
      isOfDesktop: false,
    },
  };
}

/** For an archive with sub-agents only. */
const NO_FACTS = {
  title: { text: '', source: 'none' as const },
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  turns: 0,
  tokens: noTokens,
};

/** Looks in every config folder: after a home was renamed, the same session has another path. */
function isOnDisk({ sessionId, slug, config }: ArchiveIndex, io: Io): boolean {
  const folders = [join(config, 'projects'), ...configFolders(io.env, io.home).map((each) => each.projects)];
  return folders.some((projects) => existsSync(join(projects, slug, `${sessionId}.jsonl`)));
}
