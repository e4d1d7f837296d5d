import { basename } from 'node:path';
import type { Entry } from '../format/entry.js';
import type { Node } from '../graph/node.js';
import { type Session, SessionBuilder } from '../graph/session.js';
import { type OutlineKernel, withKernel } from '../outline/outline-kernel.js';
import { type OutlineParts, OutlineReader } from '../outline/read-outline.js';
import { ParsedLines } from './parsed-lines.js';
import { RawLines } from './raw-lines.js';
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
  const words = RawLines.wordsFor(bytes.length);
  const raw = new RawLines(room ? room.takeWords(words) : new Uint32Array(words));
  outlineBytes(bytes, builder, { ids: 'not wanted', takeParsed: (line) => parsed.keep(line), raw });
  // A node that was made from one of ours stands elsewhere, or says something else.
  const isOwn = (node: Node) => builder.nodes[node.index] === node;
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
    raw: (node) => (isOwn(node) ? rawMessage(bytes, raw, node) : undefined),
    request: (node) => {
      if (!node.reply) return undefined;
      return (isOwn(node) ? rawRequest(bytes, raw, node) : undefined) ?? requestOf(read(node));
    },
  };
}

export function isHeld(session: Session): session is HeldSession {
  return 'raw' in session;
}

const WINDOW = 256 * 1024;
const LINE_FEED = 10;

function outlineBytes(bytes: Buffer, builder: SessionBuilder, parts: OutlineParts): void {
  const reader = new OutlineReader(builder, {}, parts);
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
