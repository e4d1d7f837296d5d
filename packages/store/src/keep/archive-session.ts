import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type ConfigFolder, type SessionFile, scanList } from '@unspool/session';
import { isWorktreeOf } from '@unspool/session/locate';
import { hashOfStart } from '@unspool/session/read';
import { makeFolder, syncFolder } from '@unspool/session/write';
import { type ArchivedFacts, type ArchivedFile, type ArchiveIndex, DamagedArchive } from './archive-format.js';
import { archivePath, archivePaths, formerPath } from './archive-path.js';
import { ArchiveReader } from './archive-reader.js';
import { aboutOf, isSameFile, writeArchive } from './archive-writer.js';
import { type FamilyFile, familyFiles } from './family-files.js';

export interface ArchiveOptions {
  /** The folder of all archives. */
  folder: string;
  now: number;
  onBytes?: ((count: number) => void) | undefined;
}

export type Archived =
  /** The archive already has everything. */
  | { kind: 'unchanged'; path: string }
  | { kind: 'archived'; path: string; index: ArchiveIndex; size: number; notes: string[] }
  /** Nothing of it is left that could be read. */
  | { kind: 'nothing' };

/**
 * Archives a session with everything that belongs to it. The new archive is written to another file, read back and compared
 * before it replaces the old one, so that there is always a complete archive. Only reads the session, which may be in use.
 */
export function archiveSession(session: SessionFile, config: ConfigFolder, options: ArchiveOptions): Archived {
  const path = archivePath(options.folder, session);
  const { files, notes } = familyFiles(session, config);
  const former = openFormer(path);
  try {
    if (!files.some((file) => file.agent !== undefined)) {
      return former ? { kind: 'unchanged', path } : { kind: 'nothing' };
    }
    if (former && files.every((file) => isIn(former.index, file))) return { kind: 'unchanged', path };
    const holder = former || session.hasMain ? undefined : holderOf(files, archivePaths(options.folder, session));
    if (holder !== undefined) return { kind: 'unchanged', path: holder };
    return replaceOrRepair({ session, config, files, notes, path, former, options });
  } finally {
    former?.close();
  }
}

/** The archive that has all these files, for files of a sub-agent in a worktree whose session is gone. */
function holderOf(files: readonly FamilyFile[], paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    const archive = openFormer(path);
    archive?.close();
    return archive !== undefined && files.every((file) => isIn(archive.index, file));
  });
}

/** Whether an archive has the current version of a file. A missing or unreadable file has nothing newer. */
function isIn({ files }: ArchiveIndex, file: FamilyFile): boolean {
  const stats = statSync(file.path, { throwIfNoEntry: false });
  const known = files.find((each) => each.name === file.name);
  if (!stats || (file.agent !== null && !isReadable(file.path))) return true;
  return known !== undefined && isSameFile(known, aboutOf(file, stats));
}

interface Replacement {
  session: SessionFile;
  config: ConfigFolder;
  files: FamilyFile[];
  notes: string[];
  path: string;
  former: ArchiveReader | undefined;
  options: ArchiveOptions;
}

/** If the old archive is damaged, files that only it had may be lost, but the current session must be archived. */
function replaceOrRepair(replacement: Replacement): Archived {
  try {
    return replaceArchive(replacement);
  } catch (error) {
    if (!(error instanceof DamagedArchive) || !replacement.former) throw error;
    keepFormer(replacement.path, replacement.former.index.takenAt);
    return replaceArchive({ ...replacement, former: undefined });
  }
}

function replaceArchive({ session, config, files, notes, path, former, options }: Replacement): Archived {
  makeFolder(options.folder, 0o700);
  const draft = join(options.folder, `.${basename(path)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`);
  const about = {
    sessionId: session.sessionId,
    slug: session.slug,
    config: config.folder,
    takenAt: options.now,
    facts: factsOf(session, files) ?? former?.index.facts ?? null,
  };
  try {
    const written = writeArchive(draft, { about, files, former, onBytes: options.onBytes });
    const size = verified(draft);
    // The archive gets the time at which reading began, so that a list can tell which sessions have changed since.
    utimesSync(draft, about.takenAt / 1000, about.takenAt / 1000);
    // Windows cannot replace an open file.
    former?.close();
    if (!mayReplace(path, about.takenAt, files)) return { kind: 'unchanged', path };
    renameSync(draft, path);
    syncFolder(dirname(path));
    removeParts(written.index, options.folder);
    return { kind: 'archived', path, index: written.index, size, notes: [...notes, ...written.notes] };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Earlier versions archived each worktree separately. Removes such archives if the new one has their files. */
function removeParts({ sessionId, slug, files }: ArchiveIndex, folder: string): void {
  const projects = new Set(files.map(({ name }) => name.split('/')[1] ?? ''));
  for (const project of projects) {
    if (!isWorktreeOf(project, slug)) continue;
    const path = archivePath(folder, { sessionId, slug: project });
    const part = openFormer(path);
    part?.close();
    const isHere = (file: ArchivedFile) => files.some((each) => each.name === file.name && each.sha256 === file.sha256);
    if (part?.index.files.every(isHere)) rmSync(path, { force: true });
  }
}

function factsOf(session: SessionFile, files: readonly FamilyFile[]): ArchivedFacts | undefined {
  if (!session.hasMain) return undefined;
  const agents = files.filter((file) => typeof file.agent === 'string').map((file) => file.path);
  const readable = agents.filter(isReadable);
  const { isOfDesktop: _, ...facts } = scanList({ main: session.file, agents: readable });
  const known = (time: number) => (Number.isNaN(time) ? null : time);
  return { ...facts, startedAt: known(facts.startedAt), endedAt: known(facts.endedAt) };
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    // Missing or unreadable; writing the archive reports it.
    return false;
  }
}

function verified(draft: string): number {
  const archive = new ArchiveReader(draft);
  try {
    archive.verify();
    return archive.size;
  } finally {
    archive.close();
  }
}

/** A damaged archive counts as missing, but it is kept: see `mayReplace`. */
function openFormer(path: string): ArchiveReader | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return new ArchiveReader(path);
  } catch (error) {
    if (!(error instanceof DamagedArchive)) throw error;
    return undefined;
  }
}

/** False if another process archived a later state of the session. What only the old archive has is kept. */
function mayReplace(path: string, takenAt: number, files: readonly FamilyFile[]): boolean {
  const latest = openFormer(path);
  try {
    if (latest && latest.index.takenAt > takenAt) return false;
    const isLoss = latest ? isRewritten(latest.index, files) : existsSync(path);
    if (isLoss) keepFormer(path, latest?.index.takenAt ?? takenAt);
    return true;
  } finally {
    latest?.close();
  }
}

/** Whether the old archive has lines that the new one does not: a transcript was rewritten, not continued. */
function isRewritten(old: ArchiveIndex, files: readonly FamilyFile[]): boolean {
  return old.files.some((known) => {
    const file = known.agent === undefined ? undefined : files.find((each) => each.name === known.name);
    const stats = file && statSync(file.path, { throwIfNoEntry: false });
    if (!file || !stats || isSameFile(known, aboutOf(file, stats))) return false;
    return stats.size < known.size || hashOfStart(file.path, known.size) !== known.sha256;
  });
}

/** Uses a hard link, so that the archive always exists under its own name. */
function keepFormer(path: string, time: number): void {
  const former = formerPath(path, time);
  if (existsSync(former)) return;
  try {
    linkSync(path, former);
  } catch {
    // File systems without hard links.
    copyFileSync(path, former);
  }
}
