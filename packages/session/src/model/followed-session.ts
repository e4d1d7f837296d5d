import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type Entry, modernise } from '../format/entry.js';
import type { Fields } from '../read/fields.js';
import type { Line } from '../read/line.js';
import type { LinePlace } from '../read/line-place.js';
import { LineReader, type LineWalker, withWalker } from '../read/line-reader.js';
import { readRange } from '../read/read-lines.js';
import { lineLimit, splitBytes } from '../read/split.js';
import type { Node } from './node.js';
import { nodesInto, sessionFromBuilder } from './open-session.js';
import { type Session, SessionBuilder } from './session.js';

export interface FollowOptions {
  sessionId?: string;
  /** The byte at which a line begins. Earlier bytes are not read, and lines are numbered from there. */
  from?: number;
  /**
   * Called once for every node as it is read, for facts about all lines that need not keep the lines. `entry` is given
   * for every line with words of a person or model; for others only if the line had to be parsed.
   */
  onNode?: (node: Node, entry: Entry | undefined) => void;
}

/** `rewritten`: what was read is no longer in the file; a new `FollowedSession` must start from the beginning. */
export type Growth = 'same' | 'grown' | 'rewritten';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 10;
/** A last line without its newline is either half written or complete. After this long it is taken as complete. */
const QUIET_MS = 3000;
/** A write can show its time before its size: for this long, a new time alone means nothing. */
const WRITING_MS = 100;
/** Bytes compared before the read position. They move if anything before them is inserted or removed. */
const COMPARED_BYTES = 512;

/**
 * A session that is read while it grows. Call `grow` to read what is new, also the first time. Nothing is read twice.
 */
export class FollowedSession {
  readonly session: Session;
  /** How far it was read: the end of the last complete line. */
  byte = 0;
  isAtEnd = false;
  private readonly builder: SessionBuilder;
  private readonly reader: LineReader;
  private readonly inode: number;
  private readonly limit = lineLimit({});
  /** Number of bytes of the line that has begun but not ended. */
  private kept = 0;
  /** Those bytes, kept between two reads; empty if the line is too long to read. */
  private begun = NOTHING;
  private hasTakenTail = false;
  private mtimeMs: number | undefined;
  /** The last bytes of the last complete line, and where they end. */
  private readonly last = { bytes: Buffer.alloc(COMPARED_BYTES), length: 0, end: 0 };

  constructor(
    private readonly file: string,
    { sessionId, from = 0, onNode }: FollowOptions = {},
  ) {
    this.inode = statSync(file).ino;
    this.byte = from;
    this.builder = onNode ? new ReportingBuilder(onNode) : new SessionBuilder();
    this.reader = new LineReader(nodesInto(this.builder));
    this.session = sessionFromBuilder(file, this.builder, sessionId === undefined ? {} : { sessionId });
  }

  /** Reads about `maxBytes` of what is new at most. `isAtEnd` tells whether there is more. */
  grow(maxBytes = Number.POSITIVE_INFINITY): Growth {
    const stats = statSync(this.file);
    const given = this.byte + this.kept;
    if (stats.ino !== this.inode || stats.size < given || this.isWrittenOver(stats, given)) return 'rewritten';
    const before = this.builder.lines.total;
    const end = Math.min(stats.size, given + maxBytes);
    this.isAtEnd = end === stats.size;
    if (end > given && this.hasTakenTail) return 'rewritten';
    if (end > given) this.read(end);
    if (this.isAtEnd) this.takeTail(Date.now() - stats.mtimeMs > QUIET_MS);
    return this.builder.lines.total > before ? 'grown' : 'same';
  }

  /**
   * Compares only if the file's time differs: a file that grew keeps its earlier bytes, and one of the same size its
   * time.
   */
  private isWrittenOver({ size, mtimeMs }: Stats, given: number): boolean {
    if (mtimeMs === this.mtimeMs) return false;
    const isLater = this.mtimeMs !== undefined && mtimeMs > this.mtimeMs;
    if (isLater && !this.isEndSame()) return true;
    if (isLater && size === given) return Date.now() - mtimeMs > WRITING_MS;
    this.mtimeMs = mtimeMs;
    return false;
  }

  private isEndSame(): boolean {
    const { bytes, length, end } = this.last;
    const before = readRange(this.file, end - length, length);
    if (!bytes.subarray(0, length).equals(before)) return false;
    const begun = this.begun.subarray(-COMPARED_BYTES);
    return begun.equals(readRange(this.file, this.byte + this.begun.length - begun.length, begun.length));
  }

  /** Reads into the memory of a borrowed walker: the begun line is copied there first, and copied back at the end. */
  private read(end: number): void {
    const fd = openSync(this.file, 'r');
    try {
      withWalker((walker) => {
        walker.put(this.begun);
        while (this.byte + this.kept < end) if (!this.readWindow(fd, end, walker)) break;
        const isKept = this.kept > 0 && this.kept <= this.limit;
        this.begun = isKept ? Buffer.from(walker.bytes.subarray(0, this.kept)) : NOTHING;
      });
    } finally {
      closeSync(fd);
    }
  }

  /** Reads some bytes and takes the lines that end in them. Returns false if the file ends too early. */
  private readWindow(fd: number, end: number, walker: LineWalker): boolean {
    const isLong = this.kept > this.limit;
    if (!isLong && this.kept === walker.bytes.length) walker.grow();
    const { bytes } = walker;
    const from = isLong ? 0 : this.kept;
    const most = Math.min(bytes.length - from, end - this.byte - this.kept);
    const count = readSync(fd, bytes, from, most, this.byte + this.kept);
    if (count === 0) return false;
    if (isLong) this.skipLong(bytes.subarray(0, count));
    else this.takeLines(walker, from + count);
    return true;
  }

  private takeLines(walker: LineWalker, filled: number): void {
    const { bytes } = walker;
    const end = bytes.lastIndexOf(LINE_FEED, filled - 1) + 1;
    if (end > 0) this.reader.takeRegion(walker, { end, byte: this.byte });
    if (end > 0) this.noteEnd(bytes, end);
    bytes.copyWithin(0, end, filled);
    this.byte += end;
    this.kept = filled - end;
  }

  private noteEnd(bytes: Buffer, end: number): void {
    const { last } = this;
    last.length = bytes.copy(last.bytes, 0, Math.max(0, end - COMPARED_BYTES), end);
    last.end = this.byte + end;
  }

  /** Searches only for the end of a line above the limit. What follows it is read again. */
  private skipLong(bytes: Buffer): void {
    const newline = bytes.indexOf(LINE_FEED);
    this.kept += newline < 0 ? bytes.length : newline + 1;
    if (newline < 0) return;
    this.reader.takeLong({ byte: this.byte, length: this.kept });
    this.byte += this.kept;
    this.kept = 0;
  }

  /** Takes the last line without a newline, if it is complete or nothing more is expected. */
  private takeTail(isQuiet: boolean): void {
    if (this.kept === 0 || this.hasTakenTail) return;
    const isLong = this.kept > this.limit;
    if (!isQuiet && (isLong || !this.isTailWhole())) return;
    if (isLong) this.reader.takeLong({ byte: this.byte, length: this.kept });
    else {
      withWalker((walker) => {
        walker.put(this.begun);
        this.reader.takeRegion(walker, { end: this.kept, byte: this.byte });
      });
    }
    this.byte += this.kept;
    this.kept = 0;
    this.begun = NOTHING;
    this.hasTakenTail = true;
  }

  private isTailWhole(): boolean {
    const [line] = splitBytes(this.begun);
    return line?.state === 'whole';
  }
}

/** A builder that reports each node. */
class ReportingBuilder extends SessionBuilder {
  constructor(private readonly onNode: (node: Node, entry: Entry | undefined) => void) {
    super();
  }

  override add(line: Line): void {
    const first = this.nodes.length;
    super.add(line);
    for (let at = first; at < this.nodes.length; at++) {
      const node = this.nodes[at];
      if (node) this.onNode(node, modernise(line.objects[at - first] as Entry));
    }
  }

  override addWalked(fields: Fields, place: LinePlace): void {
    super.addWalked(fields, place);
    const node = this.nodes.at(-1);
    if (!node) return;
    const hasWords = node.user !== undefined && node.user.words !== 'tool_result';
    this.onNode(node, hasWords ? (fields.object() as Entry) : undefined);
  }
}
