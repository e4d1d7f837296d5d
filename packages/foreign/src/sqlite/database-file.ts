import { closeSync, openSync, statSync } from 'node:fs';
import { headOfJournal, journalPages } from './journal.js';
import { readAt } from './read-at.js';
import { headOfWal, walFrames } from './wal.js';

/** A page of a tree or of a long value. */
export type Page = Buffer;

export class SqliteDamage extends Error {}

/**
 * The pages of an SQLite file with its write-ahead log or rollback journal, as of the last commit. Takes no lock, so the
 * client that owns the file never waits, and creates no files. `state` reveals whether pages were overwritten meanwhile;
 * what was read is then invalid.
 */
export class DatabaseFile {
  readonly pageSize: number;
  /** The page size minus the bytes reserved at the end of each page. */
  readonly usable: number;
  readonly pages: number;
  readonly encoding: 'utf8' | 'utf16le' | 'utf16be';
  private readonly fd: number;
  private readonly walFd: number | undefined;
  private readonly journalFd: number | undefined;
  /** The pages that are not to be read from the database's own file. */
  private readonly beside: { fd: number; offsets: ReadonlyMap<number, number> } | undefined;
  private readonly cache = new Map<number, Page>();

  constructor(private readonly file: string) {
    this.fd = openSync(file, 'r');
    this.walFd = openIfThere(`${file}-wal`);
    this.journalFd = openIfThere(`${file}-journal`);
    try {
      const onDisk = readAt(this.fd, 0, HEADER);
      if (onDisk.length < HEADER || onDisk.toString('latin1', 0, MAGIC.length) !== MAGIC) {
        throw new SqliteDamage('it is not an SQLite database');
      }
      this.pageSize = pageSizeIn(onDisk);
      const committed = this.committedBeside();
      this.beside = committed;
      this.pages = committed?.pages ?? Math.ceil(statSync(file).size / this.pageSize);
      const header = this.page(1);
      this.usable = this.pageSize - header.readUInt8(20);
      this.encoding = ENCODINGS[header.readUInt32BE(56)] ?? 'utf8';
      if (this.usable < LEAST_USABLE) throw new SqliteDamage('its pages are too small');
    } catch (error) {
      this.close();
      throw error;
    }
  }

  page(number: number): Page {
    const cached = this.cache.get(number);
    if (cached) return cached;
    if (number < 1 || number > this.pages) throw new SqliteDamage(`there is no page ${number}`);
    const { fd, at } = this.placeOf(number);
    const page = readAt(fd, at, this.pageSize);
    if (page.length < this.pageSize) throw new SqliteDamage(`page ${number} is cut off`);
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(number, page);
    return page;
  }

  private committedBeside() {
    const { walFd, journalFd, pageSize } = this;
    const log = walFd === undefined ? undefined : { fd: walFd, ...walFrames(walFd, pageSize) };
    if (log?.pages !== undefined) return log;
    return journalFd === undefined ? undefined : { fd: journalFd, ...journalPages(journalFd, pageSize) };
  }

  private placeOf(page: number): { fd: number; at: number } {
    const at = this.beside?.offsets.get(page);
    if (this.beside && at !== undefined) return { fd: this.beside.fd, at };
    return { fd: this.fd, at: (page - 1) * this.pageSize };
  }

  /**
   * Changes when pages may have been overwritten. A log that only grew does not count, because what was read from it is
   * unchanged.
   */
  state(): string {
    const stats = statSync(this.file, { bigint: true, throwIfNoEntry: false });
    const wal = this.walFd === undefined ? '' : headOfWal(this.walFd).toString('hex');
    const journal = this.journalFd === undefined ? '' : headOfJournal(this.journalFd).toString('hex');
    return `${stats?.ino} ${stats?.size} ${stats?.mtimeNs} ${wal} ${journal}`;
  }

  close(): void {
    closeSync(this.fd);
    for (const fd of [this.walFd, this.journalFd]) if (fd !== undefined) closeSync(fd);
  }
}

export const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
const ENCODINGS: { [code: number]: DatabaseFile['encoding'] } = { 1: 'utf8', 2: 'utf16le', 3: 'utf16be' };
/** The format requires it, and the calculation of cell sizes relies on it. */
const LEAST_USABLE = 480;
/** 1 MB with pages of the usual size. */
const MAX_CACHED = 256;

function pageSizeIn(header: Buffer): number {
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65536 : size;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) throw new SqliteDamage('its page size is impossible');
  return pageSize;
}

function openIfThere(file: string): number | undefined {
  try {
    return statSync(file).isFile() ? openSync(file, 'r') : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
