import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { type Entry, modernise } from '../entry/entry.js';
import type { Line } from '../line/line.js';
import { lineLimit, splitBytes } from '../line/split.js';
import { OutlineReader } from '../outline/read-outline.js';
import { allocate, grown } from '../outline/windows.js';
import type { Node } from './node.js';
import { sessionFromBuilder } from './open-session.js';
import { type Session, SessionBuilder } from './session.js';

export interface FollowOptions {
  sessionId?: string;
  /**
   * Sees every node once, as it is read: for what has to be known of all lines without keeping them. The entry is
   * there where the line was parsed for the outline: that is every line with a person's words.
   */
  onNode?: (node: Node, entry: Entry | undefined) => void;
}

/** `rewritten`: what was read does not stand there any more; a new `FollowedSession` has to begin from the start. */
export type Growth = 'same' | 'grown' | 'rewritten';

const WINDOW = 256 * 1024;
const LINE_FEED = 10;
/** A last line without its newline is half written, or is all there will ever be: after this long it is the latter. */
const QUIET_MS = 3000;

/** A session that is read while it grows: what was read once is never read again. `grow` reads, also the first time. */
export class FollowedSession {
  readonly session: Session;
  /** How far it was read: the end of the last line that counts. */
  byte = 0;
  isAtEnd = false;
  private readonly builder: SessionBuilder;
  private readonly reader: OutlineReader;
  private readonly inode: number;
  private readonly limit = lineLimit({});
  private bytes = allocate(0);
  /** Bytes of the line that has begun but not ended; they stand at the start of `bytes` unless it is too long. */
  private kept = 0;
  private hasTakenTail = false;

  constructor(
    private readonly file: string,
    { sessionId, onNode }: FollowOptions = {},
  ) {
    this.inode = statSync(file).ino;
    this.builder = onNode ? new ToldBuilder(onNode) : new SessionBuilder();
    this.reader = new OutlineReader(this.builder, {});
    this.session = sessionFromBuilder(file, this.builder, sessionId === undefined ? {} : { sessionId });
  }

  /** Reads what is new, about so many bytes of it at most; `isAtEnd` says whether there is more. */
  grow(maxBytes = Number.POSITIVE_INFINITY): Growth {
    const stats = statSync(this.file);
    const given = this.byte + this.kept;
    if (stats.ino !== this.inode || stats.size < given) return 'rewritten';
    const before = this.builder.lines.total;
    const end = Math.min(stats.size, given + maxBytes);
    this.isAtEnd = end === stats.size;
    if (end > given && this.hasTakenTail) return 'rewritten';
    if (end > given) this.read(end);
    if (this.isAtEnd) this.takeTail(Date.now() - stats.mtimeMs > QUIET_MS);
    return this.builder.lines.total > before ? 'grown' : 'same';
  }

  private read(end: number): void {
    const fd = openSync(this.file, 'r');
    try {
      if (this.bytes.length < WINDOW) this.bytes = withRoom(this.bytes, this.kept, Math.min(WINDOW, end - this.byte));
      while (this.byte + this.kept < end) if (!this.readWindow(fd, end)) return;
    } finally {
      closeSync(fd);
      // Nothing is left half read: the memory is given back until there is more.
      if (this.kept === 0) this.bytes = allocate(0);
    }
  }

  /** Reads some bytes and takes the lines that end in them. False when the file ends before it should. */
  private readWindow(fd: number, end: number): boolean {
    const isLong = this.kept > this.limit;
    if (!isLong && this.kept === this.bytes.length) this.bytes = grown(this.bytes);
    const from = isLong ? 0 : this.kept;
    const most = Math.min(this.bytes.length - from, end - this.byte - this.kept);
    const count = readSync(fd, this.bytes, from, most, this.byte + this.kept);
    if (count === 0) return false;
    if (isLong) this.skipLong(count);
    else this.takeLines(from + count);
    return true;
  }

  private takeLines(filled: number): void {
    const end = this.bytes.lastIndexOf(LINE_FEED, filled - 1) + 1;
    if (end > 0) this.reader.takeWindow({ bytes: this.bytes, end, byte: this.byte });
    this.bytes.copy(this.bytes, 0, end, filled);
    this.byte += end;
    this.kept = filled - end;
  }

  /** Of a line above the limit only the end is looked for. */
  private skipLong(count: number): void {
    const newline = this.bytes.subarray(0, count).indexOf(LINE_FEED);
    this.kept += newline < 0 ? count : newline + 1;
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
    else this.reader.takeWindow({ bytes: this.bytes, end: this.kept, byte: this.byte });
    this.byte += this.kept;
    this.kept = 0;
    this.hasTakenTail = true;
  }

  private isTailWhole(): boolean {
    const [line] = splitBytes(this.bytes.subarray(0, this.kept));
    return line?.state === 'whole';
  }
}

function withRoom(bytes: Buffer, kept: number, room: number): Buffer {
  const wider = allocate(Math.max(room, kept + 1));
  bytes.copy(wider, 0, 0, kept);
  return wider;
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

  override addOutlined(...line: Parameters<SessionBuilder['addOutlined']>): void {
    super.addOutlined(...line);
    const node = this.nodes.at(-1);
    if (node) this.onNode(node, undefined);
  }
}
