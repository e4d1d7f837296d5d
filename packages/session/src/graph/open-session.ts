import { basename } from 'node:path';
import { type Entry, modernise } from '../entry/entry.js';
import { parseLine } from '../line/parse.js';
import { type ReadOptions, readLines, readRange } from '../line/read-lines.js';
import type { Node } from './node.js';
import { type Session, SessionBuilder } from './session.js';

export interface OpenOptions extends ReadOptions {
  /** The id to judge the session by, when the file's name is not it. */
  sessionId?: string;
}

/** Reads a session file once and keeps its outline; content is read from the file by byte range. */
export function openSession(file: string, options: OpenOptions = {}): Session {
  const builder = new SessionBuilder();
  for (const line of readLines(file, options)) builder.add(line);
  return sessionFromBuilder(file, builder, options);
}

/** The session of a file whose lines a builder has seen. */
export function sessionFromBuilder(file: string, builder: SessionBuilder, options: OpenOptions = {}): Session {
  return {
    sessionId: options.sessionId ?? basename(file, '.jsonl'),
    nodes: builder.nodes,
    lines: builder.lines,
    problems: builder.problems,
    problemCounts: builder.problemCounts,
    read: (node) => readEntry(file, node),
  };
}

/** The entry of a node, read again from its place in the file. */
export function readEntry(file: string, node: Node): Entry {
  const { byte, length, line, part } = node.place;
  const bytes = readRange(file, byte, length);
  const parsed = parseLine({ bytes, start: 0, end: bytes.length, number: line, byte }, {});
  const object = parsed.objects[part];
  if (!object) throw new Error(`${file} changed while it was read: line ${line} (byte ${byte}) is not what it was`);
  return modernise(object as Entry);
}
