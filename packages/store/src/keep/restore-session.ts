import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, lstatSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigFolder } from '@unspool/session';
import { hashOf } from '@unspool/session/edit';
import { makeFolder, syncFolder } from '@unspool/session/write';
import type { ArchivedFile } from './archive-format.js';
import type { ArchiveReader } from './archive-reader.js';
import { extractFile } from './extract-archive.js';
import { removeLeftDraft } from './left-drafts.js';

export interface RestorePlan {
  /** Where the client expects it. */
  main: string;
  restored: { file: ArchivedFile; to: string }[];
  /** Files that already exist with the same content. */
  same: string[];
  /** Plans that exist with different content, since several sessions can share one. */
  left: string[];
  /** Files that would be overwritten. If there are any, nothing is restored. */
  conflicts: string[];
}

/** Plans how to restore a session to where the client can resume it. Writes nothing. */
export function planRestore(archive: ArchiveReader, config: ConfigFolder): RestorePlan {
  const { sessionId, slug, files } = archive.index;
  const main = join(config.projects, slug, `${sessionId}.jsonl`);
  const plan: RestorePlan = { main, restored: [], same: [], left: [], conflicts: [] };
  for (const file of files) {
    const to = targetOf(file, config);
    const link = linkAbove(to, projectOf(file, config), config.folder);
    if (link !== undefined) plan.conflicts.push(`${link} is a link`);
    else if (!isThere(to)) plan.restored.push({ file, to });
    else if (isSame(file, to)) plan.same.push(to);
    else if (file.name.startsWith('plans/')) plan.left.push(to);
    else plan.conflicts.push(`${to} exists with different content`);
  }
  return plan;
}

/**
 * Writes the missing files, each of them atomically. The session file comes last, so that no client sees the session before.
 * On failure, the written files are removed. Returns the files it wrote.
 */
export function restoreFiles(archive: ArchiveReader, plan: RestorePlan, now: number): string[] {
  const isMain = ({ to }: { to: string }) => to === plan.main;
  const ordered = [...plan.restored.filter((each) => !isMain(each)), ...plan.restored.filter(isMain)];
  const drafts = new Map<string, string>();
  const made: string[] = [];
  try {
    for (const { file, to } of ordered) drafts.set(to, draftOf(archive, file, to, now));
    for (const { to } of ordered) {
      putInPlace(drafts.get(to) ?? '', to);
      made.push(to);
    }
    for (const folder of new Set(made.map((to) => dirname(to)))) syncFolder(folder);
    noteLook(archive.path, now);
    return made;
  } catch (error) {
    for (const to of made) rmSync(to, { force: true });
    throw error;
  } finally {
    for (const draft of drafts.values()) rmSync(draft, { force: true });
  }
}

/** Marks the restored session as archived, since its files are the same as in the archive. */
function noteLook(archive: string, now: number): void {
  try {
    utimesSync(archive, now / 1000, now / 1000);
  } catch {
    // The archive is read-only; the session then counts as changed.
  }
}

function targetOf(file: ArchivedFile, config: ConfigFolder): string {
  const [top = '', ...rest] = file.name.split('/');
  return join(top === 'projects' ? config.projects : join(config.folder, top), ...rest);
}

/** For a sub-agent in a worktree, the project folder of the worktree. */
function projectOf({ name }: ArchivedFile, config: ConfigFolder): string {
  return join(config.projects, name.split('/')[1] ?? '');
}

const DRAFT = /^\.unspool-restore-.+\.tmp$/;

/** Sets the current time, since the client's clean-up would delete an old file again. */
function draftOf(archive: ArchiveReader, file: ArchivedFile, to: string, now: number): string {
  const folder = dirname(to);
  makeFolder(folder, 0o700);
  for (const name of readdirSync(folder)) if (DRAFT.test(name)) removeLeftDraft(join(folder, name), now);
  const draft = join(folder, `.unspool-restore-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
  try {
    extractFile(archive, file, draft);
    chmodSync(draft, file.mode | 0o600);
    utimesSync(draft, now / 1000, now / 1000);
    return draft;
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Uses a hard link, which fails if the file exists, while a rename would overwrite it. */
function putInPlace(draft: string, to: string): void {
  try {
    linkSync(draft, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || existsSync(to)) throw error;
    // File systems without hard links.
    renameSync(draft, to);
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isSame(file: ArchivedFile, path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size === file.size && hashOf(path) === file.sha256;
}

/** Users may link the config folder and projects. Below these, a link would redirect restored files. */
function linkAbove(to: string, project: string, config: string): string | undefined {
  for (let at = dirname(to); at.length > config.length && at !== project; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() && dirname(at) !== config) return at;
  }
  return undefined;
}
