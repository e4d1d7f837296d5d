import { isUtf8 } from 'node:buffer';
import { basename } from 'node:path';
import type { Entry } from '../entry/entry.js';
import type { Node, Place } from '../graph/node.js';
import { type Session, SessionBuilder } from '../graph/session.js';
import { type OutlineKernel, withKernel } from '../outline/outline-kernel.js';
import { OutlineReader } from '../outline/read-outline.js';
import { ParsedLines } from './parsed-lines.js';
import { type RawMessage, rawMessage } from './raw-message.js';
import { type RequestFacts, rawRequest, requestOf } from './request-facts.js';
import { type Room, readInto } from './room.js';

/** A session with the bytes of its file: what was said can be had as it stands there. */
export interface HeldSession extends Session {
  /** Undefined where only reading the entry can tell. */
  raw(node: Node): RawMessage | undefined;
  /** Of the line of a reply, without making its entry; undefined for all other lines. */
  request(node: Node): RequestFacts | undefined;
}

/**
 * Reads a file once and keeps all of it: for files that are not large, and who copies most of them. It stands in a room
 * that the caller may use again for others later.
 */
export function holdSession(file: string, room?: Room): HeldSession {
  const bytes = readInto(file, room);
  const builder = new SessionBuilder();
  const parsed = new ParsedLines(bytes);
  outlineBytes(bytes, builder, parsed);
  const isText = isUtf8(bytes);
  const read = (node: Node): Entry => parsed.read(node);
  return {
    sessionId: basename(file, '.jsonl'),
    nodes: builder.nodes,
    lines: builder.lines,
    size: builder.size,
    problems: builder.problems,
    problemCounts: builder.problemCounts,
    read,
    entries: () => builder.nodes.map((node): [Node, Entry] => [node, read(node)]),
    raw: ({ place }) => {
      const { byte, length } = place;
      return isText && isAsWritten(place) ? rawMessage(bytes, byte, byte + length) : undefined;
    },
    request: (node) => {
      if (!node.reply) return undefined;
      const raw = isText && isAsWritten(node.place) ? rawRequest(bytes, node) : undefined;
      return raw ?? requestOf(read(node));
    },
  };
}

function isAsWritten({ isWhole, isModernised }: Place): boolean {
  return isWhole && !isModernised;
}

export function isHeld(session: Session): session is HeldSession {
  return 'raw' in session;
}

const WINDOW = 256 * 1024;
const LINE_FEED = 10;

function outlineBytes(bytes: Buffer, builder: SessionBuilder, parsed: ParsedLines): void {
  const reader = new OutlineReader(builder, {}, { ids: 'not wanted', takeParsed: (line) => parsed.keep(line) });
  withKernel((kernel) => {
    for (let from = 0; from < bytes.length; ) from = takeWindow(bytes, from, { reader, kernel });
  });
}

/** Whole lines; gives where the next one begins. */
function takeWindow(
  bytes: Buffer,
  from: number,
  { reader, kernel }: { reader: OutlineReader; kernel: OutlineKernel },
): number {
  let end = Math.min(bytes.length, from + WINDOW);
  if (end < bytes.length) {
    const last = bytes.lastIndexOf(LINE_FEED, end - 1) + 1;
    if (last > from) end = last;
    else {
      const next = bytes.indexOf(LINE_FEED, end);
      end = next < 0 ? bytes.length : next + 1;
    }
  }
  kernel.put(bytes.subarray(from, end));
  reader.takeLines(kernel, { end: end - from, byte: from });
  return end;
}
