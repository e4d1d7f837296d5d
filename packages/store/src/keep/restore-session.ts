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
  /** Where the client looks for it. */
  main: string;
  restored: { file: ArchivedFile; to: string }[];
  /** Files that are there already, byte for byte. */
  same: string[];
  /** Plans that are there with other words: several sessions can share one. */
  left: string[];
  /** What would be overwritten. Nothing is restored while there is any. */
  conflicts: string[];
}

/** What it takes to have a session back where the client resumes it. Nothing is written. */
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
    else plan.conflicts.push(`${to} is there with other content`);
  }
  return plan;
}

/**
 * Writes what is missing, each file whole or not at all, the session itself last: until then no client sees it. If
 * something fails, what was written is removed. Gives back the files it made.
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

/** What stands there now is what the archive has: as of now, it is archived. */
function noteLook(archive: string, now: number): void {
  try {
    utimesSync(archive, now / 1000, now / 1000);
  } catch {
    // An archive that may only be read: then the session counts as changed since.
  }
}

function targetOf(file: ArchivedFile, config: ConfigFolder): string {
  const [top = '', ...rest] = file.name.split('/');
  return join(top === 'projects' ? config.projects : join(config.folder, top), ...rest);
}

/** Of a sub-agent that had a worktree, that of the worktree. */
function projectOf({ name }: ArchivedFile, config: ConfigFolder): string {
  return join(config.projects, name.split('/')[1] ?? '');
}

const DRAFT = /^\.unspool-restore-.+\.tmp$/;

/** The time of now: the clean-up goes by it, and would take an old file away again. */
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

/** A link fails where a rename would overwrite what somebody put there meanwhile. */
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

/** People link their config folder and projects; below these, a link would lead the restored files elsewhere. */
function linkAbove(to: string, project: string, config: string): string | undefined {
  for (let at = dirname(to); at.length > config.length && at !== project; at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() && dirname(at) !== config) return at;
  }
  return undefined;
}
