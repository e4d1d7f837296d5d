import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { archivePath } from '@unspool/store';
import { AppFailure } from '../failure.js';
import type { WorkerThreads } from '../thread/worker-threads.js';
import type { ListedSession } from './session-list.js';

const MAX = 8;

/** The files that sessions are read from: their own, or a copy extracted from the archive if only that is left. */
export class ReadableFiles {
  private readonly unpacked = new Map<string, Promise<{ file: string; folder: string }>>();

  constructor(
    private readonly threads: WorkerThreads,
    private readonly dataFolder: string,
  ) {}

  async fileOf({ row, indexed }: ListedSession): Promise<string> {
    if (existsSync(indexed.main)) return indexed.main;
    if (!row.isArchived) throw new AppFailure(404, 'The transcript of this session is gone.', { hint: GONE });
    const archive = archivePath(join(this.dataFolder, 'archive'), indexed);
    let copy = this.unpacked.get(archive);
    if (!copy) {
      if (this.unpacked.size >= MAX) this.close();
      copy = this.threads.ask('work', 'unpack', [archive]);
      this.unpacked.set(archive, copy);
      // What could not be unpacked now may work next time.
      copy.catch(() => this.unpacked.delete(archive));
    }
    return (await copy).file;
  }

  close(): void {
    for (const copy of this.unpacked.values()) {
      copy.then(
        ({ folder }) => rmSync(folder, { recursive: true, force: true }),
        () => undefined,
      );
    }
    this.unpacked.clear();
  }
}

const GONE = 'Its usage is still counted. Archive a session to keep its text when the client deletes it.';
