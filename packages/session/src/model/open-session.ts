import { basename } from 'node:path';
import { type Entry, modernise } from '../format/entry.js';
import { notedTitleOf } from '../locate/side-notes.js';
import { ChangedFileError } from '../read/changed-file.js';
import type { JsonObject } from '../read/line.js';
import { LineReader, type LineTaker } from '../read/line-reader.js';
import { parseLine } from '../read/parse.js';
import { type ReadOptions, readLines, readRange } from '../read/read-lines.js';
import type { Node } from './node.js';
import { type Session, SessionBuilder } from './session.js';

/** Options of `openSession` and `checkFile`. */
export interface OpenOptions extends ReadOptions {
  /** The id to judge the session by, if it differs from the file's name. */
  sessionId?: string;
}

/** Opens a session file: reads it once, keeps an outline, and reads content on demand. */
export function openSession(file: string, options: OpenOptions = {}): Session {
  const builder = new SessionBuilder();
  readNodes(file, builder, options);
  return sessionFromBuilder(file, builder, options);
}

/** Passes all lines of a file to a builder. */
export function readNodes(file: string, builder: SessionBuilder, options: ReadOptions = {}): void {
  new LineReader(nodesInto(builder), options).read(file);
}

/** Returns a taker that passes lines to a builder. */
export function nodesInto(builder: SessionBuilder): LineTaker {
  return {
    walked: (fields, place) => builder.addWalked(fields, place),
    parsed: (line) => builder.add(line),
  };
}

/** Returns the session of a file whose lines a builder has seen. */
export function sessionFromBuilder(file: string, builder: SessionBuilder, options: OpenOptions = {}): Session {
  const reader = new EntryReader(file);
  return {
    sessionId: options.sessionId ?? basename(file, '.jsonl'),
    notedTitle: notedTitleOf(file),
    nodes: builder.nodes,
    lines: builder.lines,
    get size() {
      return builder.size;
    },
    problems: builder.problems,
    problemCounts: builder.problemCounts,
    read: (node) => reader.read(node),
    entries: () => entriesOf(file, builder.nodes, options),
  };
}

function* entriesOf(file: string, nodes: readonly Node[], options: ReadOptions): Generator<[Node, Entry]> {
  let at = 0;
  for (const line of readLines(file, options)) {
    for (const object of line.objects) {
      const node = nodes[at++];
      if (node) yield [node, modernise(object as Entry)];
    }
  }
}

const WINDOW = 128 * 1024;

/**
 * Reads entries again from their places. Neighbours are usually requested one after another, so a section of the file
 * is kept: a whole conversation is read in few calls and little memory.
 */
class EntryReader {
  private bytes: Uint8Array = new Uint8Array(0);
  private from = 0;
  /** Reused: requested entries are parsed at once, and none of the bytes are kept. */
  private room: Buffer | undefined;
  /**
   * The last line that contained several objects. Reading it again for each of them would take very long if there are
   * many.
   */
  private shared: { byte: number; objects: JsonObject[] } | undefined;

  constructor(private readonly file: string) {}

  read({ place }: Node): Entry {
    const { byte, length, line, part } = place;
    const known = this.shared?.byte === byte ? this.shared.objects[part] : undefined;
    if (known) return modernise(known as Entry);
    if (byte < this.from || byte + length > this.from + this.bytes.length) {
      // After a jump to a distant line, its neighbours are unlikely to be requested.
      const distance = byte - this.from;
      const isNear = distance >= 0 && distance <= this.bytes.length + WINDOW;
      this.room ??= Buffer.allocUnsafeSlow(WINDOW);
      this.bytes = readRange(this.file, byte, isNear ? Math.max(length, WINDOW) : length, this.room);
      this.from = byte;
    }
    const start = byte - this.from;
    const end = Math.min(start + length, this.bytes.length);
    const parsed = parseLine({ bytes: this.bytes, start, end, number: line, byte }, {});
    if (parsed.objects.length > 1) this.shared = { byte, objects: parsed.objects };
    const object = parsed.objects[part];
    if (object) return modernise(object as Entry);
    throw new ChangedFileError(
      `${this.file} changed while it was read: line ${line} (byte ${byte}) is not what it was`,
    );
  }
}
