import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { makeFolder } from '@unspool/session/write';

/** A file's content before a change. Without a name: the file did not exist. */
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
  /** What a continued session's file says was tracked. */
  tracked?: ReadonlyMap<string, Backup>;
}

type AddLine = (line: JsonObject) => void;

const LARGEST = 50 * 1024 * 1024;

/** Keeps files as they were before the model changed them, where the client keeps them too. */
export class FileHistory {
  /** The latest backup of each file, by its path as lines name it. */
  private readonly tracked: Map<string, Backup>;
  private snapshotId: string | undefined;

  constructor(private readonly options: FileHistoryOptions) {
    this.tracked = new Map(options.tracked);
  }

  /** The state at a prompt: files changed since their last backup get a new one. */
  snapshot(messageId: string, add: AddLine): void {
    this.snapshotId = messageId;
    for (const [path, last] of this.tracked) {
      if (this.isChanged(path, last)) this.tracked.set(path, this.keep(path, last.version + 1));
    }
    const trackedFileBackups = Object.fromEntries(this.tracked);
    const snapshot = { messageId, trackedFileBackups, timestamp: this.time() };
    add({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false });
  }

  /** Backs up a file before its first change. Files already tracked were backed up at the prompt. */
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

/** Relative to the project's folder if inside it, otherwise absolute. */
export function trackingPath(file: string, projectDir: string): string {
  const way = relative(projectDir, file);
  return way === '' || way.startsWith(`..${sep}`) || way === '..' || isAbsolute(way) ? file : way;
}

function hashOf(file: string): string {
  return createHash('sha256').update(file).digest('hex').slice(0, 16);
}

/** Folders, and files too large to be the model's work, are ignored. */
function stateOf(file: string): 'none' | 'file' | 'not_ours' {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts) return 'none';
  return facts.isFile() && facts.size <= LARGEST ? 'file' : 'not_ours';
}

function realParent(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? realpathSync(folder) : folder;
}
