import { relativePath } from '@unspool/session/show';
import { type Database, writesOfSessions } from '@unspool/store';
import { maskedLine } from '../view/texts.js';
import type { ProjectFile } from '../view/view.js';
import type { ListedSession, SessionList } from './session-list.js';

/** A session that wrote a file, and what it calls the file. */
export interface FileWriter {
  listed: ListedSession;
  files: Set<string>;
  /** Of its last write. */
  at: number | undefined;
}

/** A file of a project, and the latest sessions that wrote it, in the order of their first write. */
export interface WrittenProjectFile {
  path: string;
  lastAt: number | undefined;
  writers: FileWriter[];
  earlier: number;
}

const MAX_SESSIONS = 20;

/** The files that the sessions of a project wrote, last written first. From the index: no session is read. */
export function projectFiles(database: Database, list: SessionList, project: string): WrittenProjectFile[] {
  const own = list.all().filter(({ row }) => row.project.key === project && !row.isGone);
  const byNumber = new Map(own.map((listed) => [listed.indexed.number, listed]));
  const names = new Map<string, string>();
  const files = new Map<string, Map<number, FileWriter>>();
  for (const { session, path, time } of writesOfSessions(database, [...byNumber.keys()])) {
    const listed = byNumber.get(session);
    if (!listed) continue;
    const relative = relativePath(path, listed.indexed.cwd);
    const name = names.get(relative) ?? maskedLine(relative, { isRevealed: false });
    names.set(relative, name);
    const writers = files.get(name) ?? new Map<number, FileWriter>();
    files.set(name, writers);
    const writer = writers.get(session) ?? { listed, files: new Set(), at: undefined };
    writers.set(session, writer);
    writer.files.add(path);
    writer.at = time ?? writer.at;
  }
  return [...files]
    .map(([path, writers]) => fileOf(path, [...writers.values()]))
    .sort((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0));
}

function fileOf(path: string, writers: FileWriter[]): WrittenProjectFile {
  const lastAt = Math.max(0, ...writers.map(({ at }) => at ?? 0)) || undefined;
  return {
    path,
    lastAt,
    writers: writers.slice(-MAX_SESSIONS),
    earlier: Math.max(0, writers.length - MAX_SESSIONS),
  };
}

export function projectFileView({ path, lastAt, writers, earlier }: WrittenProjectFile): ProjectFile {
  return {
    path,
    lastAt: lastAt ?? null,
    sessions: writers.map(({ listed: { row }, at }) => ({ id: row.id, title: row.title, at: at ?? null })),
    earlier,
  };
}
