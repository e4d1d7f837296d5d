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
  /** The byte at which a line begins: what stands before is not read, and lines are numbered from there. */
  from?: number;
  /**
   * Sees every node once, as it is read: for what has to be known of all lines without keeping them. Every line with
   * somebody's words comes with its entry, others only where the line had to be parsed.
   */
  onNode?: (node: Node, entry: Entry | undefined) => void;
}

/** `rewritten`: what was read does not stand there any more; a new `FollowedSession` has to begin from the start. */
export type Growth = 'same' | 'grown' | 'rewritten';

const NOTHING = Buffer.alloc(0);
const LINE_FEED = 10;
/** A last line without its newline is half written, or is all there will ever be: after this long it is the latter. */
const QUIET_MS = 3000;
/** A write can show its time before its size: for as long, a new time alone says nothing. */
const WRITING_MS = 100;
/** Bytes before the place that was read to: they move with whatever is put in or taken out before them. */
const LOOKED_BACK = 512;

/**
 * A session that is read while it grows. Call `grow` to read what is new, also the first time; nothing is read twice.
 */
export class FollowedSession {
  readonly session: Session;
  /** How far it was read: the end of the last line that counts. */
  byte = 0;
  isAtEnd = false;
  private readonly builder: SessionBuilder;
  private readonly reader: LineReader;
  private readonly inode: number;
  private readonly limit = lineLimit({});
  /** Bytes of the line that has begun but not ended. */
  private kept = 0;
  /** They themselves, between two reads; none when the line is too long to be read. */
  private begun = NOTHING;
  private hasTakenTail = false;
  private mtimeMs: number | undefined;
  /** The last bytes of the last line that ended, and where they end. */
  private readonly last = { bytes: Buffer.alloc(LOOKED_BACK), length: 0, end: 0 };

  constructor(
    private readonly file: string,
    { sessionId, from = 0, onNode }: FollowOptions = {},
  ) {
    this.inode = statSync(file).ino;
    this.byte = from;
    this.builder = onNode ? new ToldBuilder(onNode) : new SessionBuilder();
    this.reader = new LineReader(nodesInto(this.builder));
    this.session = sessionFromBuilder(file, this.builder, sessionId === undefined ? {} : { sessionId });
  }

  /** Reads what is new, about so many bytes of it at most; `isAtEnd` says whether there is more. */
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

  /** Looks only where the time of the file is another: what grows keeps its end, and what keeps its size its time. */
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
    const begun = this.begun.subarray(-LOOKED_BACK);
    return begun.equals(readRange(this.file, this.byte + this.begun.length - begun.length, begun.length));
  }

  /** Into the memory of a walker, which is lent for as long: what was begun is put there first, and taken back. */
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

  /** Reads some bytes and takes the lines that end in them. False when the file ends before it should. */
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
    last.length = bytes.copy(last.bytes, 0, Math.max(0, end - LOOKED_BACK), end);
    last.end = this.byte + end;
  }

  /** Of a line above the limit only the end is looked for. What stands behind it is read again. */
  private skipLong(bytes: Buffer): void {
    const newline = bytes.indexOf(LINE_FEED);
    this.kept += newline < 0 ? bytes.length : newline + 1;
    if (newline < 0) return;
    this.reader.takeLong({ byte: this.byte, length: this.kept });
    this.byte += this.kept;
    this.kept = 0;
  }

  /** The last line without a newline: when it is whole, or nothing more will come. */
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

/** A builder that tells of each node. */
class ToldBuilder extends SessionBuilder {
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
