import { closeSync, fstatSync, fsyncSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from '../format/entry.js';
import { makeFolder } from './make-folder.js';
import { namingFile } from './name-failure.js';
import { syncFolder } from './replace-file.js';
import { writeFully } from './sink.js';

export interface WriterOptions {
  /**
   * When lines must survive a loss of power: each before `append` returns, or all when the writer is closed. In both
   * cases a killed process loses no line for which `append` returned.
   */
  sync?: 'line' | 'close';
  /** Fail if the file already exists. */
  isNew?: boolean;
}

const LINE_FEED = 10;

/**
 * Appends entries to a session file, one line per write. If killed at any byte, it leaves at most one torn last line,
 * and the next writer starts a new line, so that nothing else is damaged.
 */
export class SessionWriter {
  readonly file: string;
  private readonly options: WriterOptions;
  private fd: number | undefined;

  constructor(file: string, options: WriterOptions = {}) {
    this.file = file;
    this.options = options;
    makeFolder(dirname(file), 0o700);
    // Sessions contain private conversations and file contents, so only their owner may read them.
    this.fd = openSync(file, options.isNew ? 'ax+' : 'a+', 0o600);
  }

  /** Throws if the line could not be written completely. */
  append(entry: Entry): void {
    const fd = this.open();
    const line = `${JSON.stringify(entry)}\n`;
    // Ends a torn previous line in the same write: between two writes the process could be killed.
    namingFile(this.file, () => {
      writeFully(fd, Buffer.from(endsLine(fd) ? line : `\n${line}`));
      if (this.options.sync === 'line') fsyncSync(fd);
    });
  }

  close(): void {
    if (this.fd === undefined) return;
    const fd = this.fd;
    this.fd = undefined;
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (this.options.isNew) syncFolder(dirname(this.file));
  }

  private open(): number {
    if (this.fd === undefined) throw new Error(`the writer of ${this.file} is closed`);
    return this.fd;
  }
}

/** Appends one entry to a session file and makes it durable. */
export function appendEntry(file: string, entry: Entry): void {
  const writer = new SessionWriter(file);
  try {
    writer.append(entry);
  } finally {
    writer.close();
  }
}

/** Checked before every line, because the client may write to the same file. */
function endsLine(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  return readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === LINE_FEED;
}
