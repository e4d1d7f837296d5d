import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';

/** What a model is shown at once. */
export const MOST_SHOWN = 30_000;
const TAIL = 8 * 1024;
/** More than this of one command's output is not kept, so that no command fills the disk. */
const MOST_KEPT = 64 * 1024 * 1024;

/**
 * What a command says, in bounded memory: the beginning and the end are held, all of it up to a limit is in a file once
 * it is too much to show.
 */
export class OutputKeeper {
  totalBytes = 0;
  totalLines = 0;
  /** Why the file does not hold everything. */
  lost: string | undefined;
  file: string | undefined;
  private head = '';
  /** What came before there was a file, as it came: a sign may be cut in two. */
  private first: Buffer[] = [];
  private last: Buffer[] = [];
  private lastLength = 0;
  private fd: number | undefined;
  private keptBytes = 0;
  private readonly decoder = new StringDecoder('utf8');

  constructor(private readonly mostKept = MOST_KEPT) {}

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
    if (this.head.length > MOST_SHOWN) this.openFile();
  }

  end(): void {
    if (this.file === undefined && this.lost === undefined) this.head += this.decoder.end();
    if (this.fd !== undefined) closeSync(this.fd);
    this.fd = undefined;
  }

  get isTooLong(): boolean {
    return this.totalBytes > MOST_SHOWN;
  }

  /** All of it, when it is short; else how it begins. */
  get text(): string {
    return this.head;
  }

  get tail(): string {
    return Buffer.concat(this.last).subarray(-TAIL).toString('utf8');
  }

  /** Takes the file away when nobody wants it. */
  discard(): void {
    this.end();
    if (this.file !== undefined) rmSync(dirname(this.file), { recursive: true, force: true });
    this.file = undefined;
  }

  /** Whole chunks are dropped: most of a long output is never looked at. */
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
    this.head = this.head.slice(0, MOST_SHOWN);
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
    this.lost = code === 'ENOSPC' ? 'the disk is full, so the rest was not kept' : `it could not be kept: ${message}`;
  }
}
