import { closeSync, openSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { FileSink, makeFolder, patiently } from '@unspool/session/write';

/** A file being written under a temporary name. It appears under its real name complete or not at all. */
export class Draft {
  size = 0;
  private readonly sink: FileSink;
  private readonly fd: number;
  private isOpen = true;

  constructor(private readonly path: string) {
    makeFolder(dirname(path), 0o700);
    this.fd = openSync(path, 'w', 0o600);
    this.sink = new FileSink(this.fd);
  }

  write(object: JsonObject): void {
    const bytes = Buffer.from(`${JSON.stringify(object)}\n`);
    this.size += bytes.length;
    this.sink.write(bytes);
  }

  /** Moves it into place. `time` becomes the file's time, so that a rebuilt copy is as old as its original. */
  moveTo(file: string, time: number | undefined): void {
    this.sink.flush();
    this.close();
    if (time !== undefined) utimesSync(this.path, time / 1000, time / 1000);
    makeFolder(dirname(file), 0o700);
    patiently(() => renameSync(this.path, file));
  }

  drop(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  private close(): void {
    if (this.isOpen) closeSync(this.fd);
    this.isOpen = false;
  }
}
