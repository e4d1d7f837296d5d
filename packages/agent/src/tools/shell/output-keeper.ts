import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** Longest output that the model is shown whole. */
export const MAX_SHOWN = 30_000;
const TAIL = 8 * 1024;
/** Limit for one command's saved output, so that no command fills the disk. */
const MAX_KEPT = 64 * 1024 * 1024;

/**
 * Keeps a command's output in limited memory: its beginning and end. Output that is too long to show is also written to a
 * file, up to a limit.
 */
export class OutputKeeper {
  totalBytes = 0;
  totalLines = 0;
  /** Why the file is incomplete. */
  lost: string | undefined;
  file: string | undefined;
  private head = '';
  /** Raw output until a file is needed. A chunk may end inside a character. */
  private first: Buffer[] = [];
  private last: Buffer[] = [];
  private lastLength = 0;
  private fd: number | undefined;
  private keptBytes = 0;
  private readonly decoder = new StringDecoder('utf8');

  constructor(private readonly mostKept = MAX_KEPT) {}

  add(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.totalLines++;
    this.holdTail(chunk);
    if (this.file !== undefined || this.lost !== undefined) {
      this.keep(chunk);
      return;
    }
    this.first.push(chunk);
    this.head += this.decoder.write(chunk);
    if (this.head.length > MAX_SHOWN) this.openFile();
  }

  end(): void {
    if (this.file === undefined && this.lost === undefined) this.head += this.decoder.end();
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  get isTooLong(): boolean {
    return this.totalBytes > MAX_SHOWN;
  }

  /** The whole output if short, otherwise its beginning. */
  get text(): string {
    return this.head;
  }

  get tail(): string {
    return Buffer.concat(this.last).subarray(-TAIL).toString('utf8');
  }

  /** Deletes the file. */
  discard(): void {
    this.end();
    if (this.file !== undefined) rmSync(dirname(this.file), { recursive: true, force: true });
    this.file = undefined;
  }

  /** Keeps the last chunks and drops earlier ones. */
  private holdTail(chunk: Buffer): void {
    this.last.push(chunk);
    this.lastLength += chunk.length;
    for (let [first] = this.last; first && this.lastLength - first.length >= TAIL; [first] = this.last) {
      this.last.shift();
      this.lastLength -= first.length;
    }
  }

  private openFile(): void {
    try {
      this.file = join(mkdtempSync(join(tmpdir(), 'unspool-output-')), 'output.txt');
      this.fd = openSync(this.file, 'wx', 0o600);
      for (const chunk of this.first) this.keep(chunk);
    } catch (error) {
      this.lose(error);
    }
    this.first = [];
    this.head = this.head.slice(0, MAX_SHOWN);
  }

  private keep(chunk: Buffer): void {
    if (this.fd === undefined || this.lost !== undefined) return;
    const part = chunk.subarray(0, this.mostKept - this.keptBytes);
    try {
      this.keptBytes += writeSync(this.fd, part);
    } catch (error) {
      this.lose(error);
    }
    if (this.keptBytes >= this.mostKept) this.lost ??= `only the first ${this.mostKept} bytes were kept`;
  }

  private lose(error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    this.lost = code === 'ENOSPC' ? 'the disk is full, so the rest was not kept' : `it could not be saved: ${message}`;
  }
}
