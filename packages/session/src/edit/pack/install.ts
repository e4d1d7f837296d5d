import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ConfigFolder } from '../../locate/config-folders.js';
import { isInsidePath } from '../../locate/path.js';
import { makeFolder } from '../../write/make-folder.js';
import { isDraftName } from '../../write/old-drafts.js';
import { syncFolder } from '../../write/replace-file.js';
import type { JournalEntry } from '../journal-entry.js';

/** How to install an unpacked session. */
export interface Installation {
  /** The main file. It is written last. */
  file: string;
  copies: readonly { from: string; to: string; draft: string }[];
  /** What an undo removes. */
  created: string[];
  /** Where each file is written before it is renamed. */
  drafts: string[];
  /** Files that already exist and are left alone. */
  left: string[];
  /** What stopped runs left and this one does not replace. */
  remains: string[];
}

interface StagedSession {
  staged: string;
  main: string;
  config: ConfigFolder;
  /** Earlier runs that were stopped: this one finishes their work. */
  stopped: readonly JournalEntry[];
}

/** Returns which files to write. Writes none. */
export function planInstall({ staged, main, config, stopped }: StagedSession): Installation {
  const before = stopped.flatMap((entry) => entry.created);
  const isOurs = (path: string) => before.some((each) => path === each || isInsidePath(path, each));
  const created = new Set(before.filter((path) => !isDraftName(basename(path))));
  const left: string[] = [];
  const draftName = `.unspool-${randomUUID()}.tmp`;
  const copies = [...filesIn(staged).filter((from) => from !== main), main].flatMap((from) => {
    const to = join(config.folder, relative(staged, from));
    if (existsSync(to) && !isOurs(to)) {
      // Only plans can share names with those of another session; all other files were checked before.
      left.push(to);
      return [];
    }
    created.add(from === main ? to : firstNew(to));
    return [{ from, to, draft: join(dirname(to), draftName) }];
  });
  return {
    file: join(config.folder, relative(staged, main)),
    copies,
    created: [...created],
    drafts: [...new Set(copies.map(({ draft }) => draft))],
    left,
    remains: before.filter((path) => isDraftName(basename(path))),
  };

  /** Undo removes the session's own folders as a whole, but not folders that sessions share. */
  function firstNew(path: string): string {
    const parts = relative(config.folder, path).split(sep);
    if (parts[2] === 'subagents') return path;
    const depth = parts[0] === 'projects' ? 3 : 2;
    const top = join(config.folder, ...parts.slice(0, depth));
    return created.has(top) || !existsSync(top) ? top : path;
  }
}

/** Copies the files, each in one step. */
export function install({ file, copies, created, remains, drafts }: Installation): void {
  try {
    for (const path of remains) rmSync(path, { force: true });
    for (const { from, to, draft } of copies) {
      makeFolder(dirname(to));
      copyFileSync(from, draft);
      renameSync(draft, to);
    }
    syncFolder(dirname(file));
  } catch (error) {
    for (const path of [...created, ...drafts]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
