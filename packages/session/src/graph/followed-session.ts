import { statSync } from 'node:fs';
import { type Entry, modernise } from '../entry/entry.js';
import type { Line } from '../line/line.js';
import { readRange } from '../line/read-lines.js';
import { LineSplitter, splitBytes } from '../line/split.js';
import type { Node } from './node.js';
import { sessionFromBuilder } from './open-session.js';
import { type Session, SessionBuilder } from './session.js';

export interface FollowOptions {
  sessionId?: string;
  /** Sees every entry once, as it is read: for what has to be known of content without keeping it. */
  onEntry?: (node: Node, entry: Entry) => void;
}

/** `rewritten`: what was read does not stand there any more; a new `FollowedSession` has to begin from the start. */
export type Growth = 'same' | 'grown' | 'rewritten';

const CHUNK = 512 * 1024;
/** A last line without its newline is half written, or is all there will ever be: after this long it is the latter. */
const QUIET_MS = 3000;

/** A session that is read while it grows: what was read once is never read again. `grow` reads, also the first time. */
export class FollowedSession {
  readonly session: Session;
  /** How far it was read: the end of the last line that counts. */
  byte = 0;
  isAtEnd = false;
  private readonly builder = new SessionBuilder();
  private readonly splitter = new LineSplitter();
  private readonly inode: number;
  /** Bytes given to the splitter. */
  private given = 0;
  private hasTakenTail = false;

  constructor(
    private readonly file: string,
    private readonly options: FollowOptions = {},
  ) {
    this.inode = statSync(file).ino;
    const { sessionId } = options;
    this.session = sessionFromBuilder(file, this.builder, sessionId === undefined ? {} : { sessionId });
  }

  /** Reads what is new, about so many bytes of it at most; `isAtEnd` says whether there is more. */
  grow(maxBytes = Number.POSITIVE_INFINITY): Growth {
    const stats = statSync(this.file);
    if (stats.ino !== this.inode || stats.size < this.given) return 'rewritten';
    const before = this.builder.lines.total;
    const end = Math.min(stats.size, this.given + maxBytes);
    this.isAtEnd = end === stats.size;
    if (end > this.given && this.hasTakenTail) return 'rewritten';
    while (this.given < end) {
      const chunk = readRange(this.file, this.given, Math.min(CHUNK, end - this.given));
      if (chunk.length === 0) break;
      this.given += chunk.length;
      this.splitter.give(chunk);
      for (let line = this.splitter.take(); line; line = this.splitter.take()) this.add(line);
    }
    if (this.isAtEnd) this.takeTail(Date.now() - stats.mtimeMs > QUIET_MS);
    return this.builder.lines.total > before ? 'grown' : 'same';
  }

  /** The last line without a newline: when it is whole, or nothing more will come. */
  private takeTail(isQuiet: boolean): void {
    if (this.given === this.byte || this.hasTakenTail) return;
    if (!isQuiet && !this.isTailWhole()) return;
    const line = this.splitter.takeLast();
    if (!line) return;
    this.add(line);
    this.hasTakenTail = true;
  }

  private isTailWhole(): boolean {
    const [line] = splitBytes(readRange(this.file, this.byte, this.given - this.byte));
    return line?.state === 'whole';
  }

  private add(line: Line): void {
    const { nodes } = this.builder;
    const first = nodes.length;
    this.builder.add(line);
    this.byte = line.byte + line.length;
    const { onEntry } = this.options;
    if (!onEntry) return;
    for (let at = first; at < nodes.length; at++) {
      const node = nodes[at];
      const object = line.objects[at - first];
      if (node && object) onEntry(node, modernise(object as Entry));
    }
  }
}
