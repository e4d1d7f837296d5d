import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { makeFolder } from '@unspool/session/write';

/** A backup of a file before a change. Without a name, the file did not exist. */
export interface Backup {
  backupFileName: string | null;
  version: number;
  backupTime: string;
  realParentDir: string;
}

export interface FileHistoryOptions {
  /** The config folder's `file-history`. */
  folder: string;
  sessionId: string;
  projectDir: string;
  now(): number;
  /** The backups that a continued session's file already lists. */
  tracked?: ReadonlyMap<string, Backup>;
}

type AddLine = (line: JsonObject) => void;

const MAX_BYTES = 50 * 1024 * 1024;

/** Backs up files before the model changes them, in the client's folder. */
export class FileHistory {
  /** The latest backup of each file, by its path as written in lines. */
  private readonly tracked: Map<string, Backup>;
  private snapshotId: string | undefined;

  constructor(private readonly options: FileHistoryOptions) {
    this.tracked = new Map(options.tracked);
  }

  /** Takes a snapshot at a prompt. Files changed since their last backup get a new one. */
  snapshot(messageId: string, add: AddLine): void {
    this.snapshotId = messageId;
    for (const [path, last] of this.tracked) {
      if (this.isChanged(path, last)) this.tracked.set(path, this.keep(path, last.version + 1));
    }
    const trackedFileBackups = Object.fromEntries(this.tracked);
    const snapshot = { messageId, trackedFileBackups, timestamp: this.time() };
    add({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false });
  }

  /** Backs up a file before its first change. Tracked files were already backed up at the prompt. */
  backUp(file: string, messageId: string | undefined, add: AddLine): void {
    const path = trackingPath(file, this.options.projectDir);
    if (this.tracked.has(path) || this.snapshotId === undefined || stateOf(file) === 'not_ours') return;
    const backup = this.keep(path, 1);
    this.tracked.set(path, backup);
    add({
      type: 'file-history-delta',
      messageId: messageId ?? this.snapshotId,
      snapshotMessageId: this.snapshotId,
      trackingPath: path,
      backup,
      timestamp: this.time(),
    });
  }

  private keep(path: string, version: number): Backup {
    const file = resolve(this.options.projectDir, path);
    const backup = { backupFileName: null, version, backupTime: this.time(), realParentDir: realParent(file) };
    if (stateOf(file) !== 'file') return backup;
    const name = `${hashOf(file)}@v${version}`;
    makeFolder(this.folder(), 0o700);
    copyFileSync(file, join(this.folder(), name));
    return { ...backup, backupFileName: name };
  }

  private isChanged(path: string, last: Backup): boolean {
    const file = resolve(this.options.projectDir, path);
    const state = stateOf(file);
    if (state === 'not_ours') return false;
    if (last.backupFileName === null || state === 'none') return (last.backupFileName === null) !== (state === 'none');
    const kept = join(this.folder(), last.backupFileName);
    if (!existsSync(kept) || statSync(kept).size !== statSync(file).size) return true;
    return !readFileSync(kept).equals(readFileSync(file));
  }

  private folder(): string {
    return join(this.options.folder, this.options.sessionId);
  }

  private time(): string {
    return new Date(this.options.now()).toISOString();
  }
}

/** The path relative to the project, or absolute if outside it. */
export function trackingPath(file: string, projectDir: string): string {
  const way = relative(projectDir, file);
  return way === '' || way.startsWith(`..${sep}`) || way === '..' || isAbsolute(way) ? file : way;
}

function hashOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

/** Ignores folders, and files too large to be the model's work. */
function stateOf(file: string): 'none' | 'file' | 'not_ours' {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts) return 'none';
  return facts.isFile() && facts.size <= MAX_BYTES ? 'file' : 'not_ours';
}

function realParent(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? realpathSync(folder) : folder;
}
