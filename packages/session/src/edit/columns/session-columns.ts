import type { Entry } from '../../format/entry.js';
import { ChangedFileError } from '../../line/changed-file.js';
import { decode } from '../../line/decode.js';
import { parse } from '../../line/json.js';
import { readRange } from '../../line/read-lines.js';
import { lineLimit } from '../../line/split.js';
import type { Family } from '../../locate/family.js';
import { ESCAPED_LETTERS } from '../../outline/outline-kernel.js';
import { windowsIn } from '../../outline/windows.js';
import { type FileStamp, isSameStamp, stampOf } from '../../write/file-stamp.js';
import type { FollowKernel } from '../follow-kernel.js';
import { collectFamilyIds, KernelIds } from '../kernel-ids.js';
import type { Columns } from './column-room.js';
import { Flag, Kind, LineColumns, type RareFacts } from './line-columns.js';
import { slimEntry } from './slim-entry.js';

export interface ColumnsOrder {
  file: string;
  family: Family;
  /** Of the session that will be made from it. */
  sessionId: string;
  newUuid: () => string;
}

/** A great session as columns: all that an edit of it and the new session's ids need. */
export interface SessionColumns extends Pick<LineColumns, 'asked' | 'enqueued' | 'hasLastPrompt'> {
  file: string;
  /** Of the session that will be made from it. */
  sessionId: string;
  ids: KernelIds;
  kernel: FollowKernel;
  /** How many lines there are; each is one whole object. */
  count: number;
  size: number;
  columns: Columns;
  rare: ReadonlyMap<number, RareFacts>;
  /** Parents by their names that no line has. */
  lostParents: ReadonlyMap<number, string>;
  /** Which line has an id, by the number of the id: counted from 1, 0 when none has. */
  lineOf: Uint32Array;
  /** The line that a resume goes on from. */
  tip: number;
  read(line: number): Entry;
  /** Without its pictures and `toolUseResult`, where that makes it faster (see slimEntry). */
  readSlim(line: number): Entry;
  /** Throws when the file is another by now. */
  assureSame(): void;
}

/** Undefined when the session has to be read as ever: some line is not of a kind that is known well. */
export function readColumns({ file, family, sessionId, newUuid }: ColumnsOrder): SessionColumns | undefined {
  const stamp = stampOf(file);
  const ids = new KernelIds(newUuid(), sessionId);
  if (!stamp || !collectFamilyIds(ids.kernel, family)) return undefined;
  ids.kernel.fitIds(stamp.size / SHORT_LINE);
  const lines = new LineColumns(ids);
  let last = 0;
  for (const found of windowsIn(file, lineLimit({}), lines.kernel)) {
    if (!('bytes' in found) || !lines.takeWindow(found)) return undefined;
    last = lines.kernel.bytes[found.end - 1] ?? 0;
  }
  const { builder, kernel, graph, count } = lines;
  const isWhole = builder.lines.read === count && builder.size === stamp.size && last === LINE_FEED;
  if (!isWhole || (kernel.escapes & ESCAPED_LETTERS) !== 0) return undefined;
  // A file of sub-agents' lines has other turns.
  const columns = lines.room.copy();
  if (!hasConversation(columns, count)) return undefined;
  const lineOf = linesById(columns, count, ids.kernel.room);
  if (!lineOf || !ids.kernel.areApart() || !graph.resumesPlainly()) return undefined;
  return {
    file,
    sessionId,
    ids,
    kernel,
    count,
    size: builder.size,
    columns,
    rare: lines.rare,
    asked: lines.asked,
    enqueued: lines.enqueued,
    hasLastPrompt: lines.hasLastPrompt,
    lostParents: settleParents(lines, columns),
    lineOf,
    tip: (lineOf[kernel.tip] ?? 0) - 1,
    read: (line) => entryIn(bytesAt(file, columns, line), { file, line }),
    readSlim: (line) => {
      const bytes = bytesAt(file, columns, line);
      return slimEntry(bytes, resultIn(columns, line)) ?? entryIn(bytes, { file, line });
    },
    assureSame: () => assureSame(file, stamp),
  };
}

const LINE_FEED = 10;
/** Most files have fewer lines than there would be of these: to make room for their ids takes time. */
const SHORT_LINE = 2048;

function hasConversation({ kind, flags }: Columns, count: number): boolean {
  for (let line = 0; line < count; line++) {
    const isSpoken = kind[line] === Kind.reply || kind[line] === Kind.words || kind[line] === Kind.results;
    if (isSpoken && ((flags[line] ?? 0) & Flag.sidechain) === 0) return true;
  }
  return false;
}

/** Undefined when two lines have the same id. */
function linesById(columns: Columns, count: number, room: number): Uint32Array | undefined {
  const lineOf = new Uint32Array(room);
  for (let line = 0; line < count; line++) {
    const own = columns.own[line] ?? 0;
    if (own === 0) continue;
    if (lineOf[own] !== 0) return undefined;
    lineOf[own] = line + 1;
  }
  return lineOf;
}

/** Parents that stand behind their children are known by now. Gives those that are not in the file. */
function settleParents({ lateParents, ids }: LineColumns, columns: Columns): Map<number, string> {
  const lost = new Map<number, string>();
  for (const [line, uuid] of lateParents) {
    const number = ids.kernel.findText(uuid);
    columns.parent[line] = number;
    if (number === 0 && ((columns.flags[line] ?? 0) & Flag.indirect) === 0) lost.set(line, uuid);
  }
  return lost;
}

/** Where a line's `toolUseResult` stands in it, if it has one. */
export function resultIn({ resultAt, resultEnd }: Columns, line: number): { start: number; end: number } | undefined {
  const start = resultAt[line] ?? 0;
  return start === 0 ? undefined : { start, end: resultEnd[line] ?? 0 };
}

function bytesAt(file: string, columns: Columns, line: number): Buffer {
  const bytes = readRange(file, columns.byte[line] ?? 0, columns.length[line] ?? 0);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function entryIn(bytes: Buffer, { file, line }: { file: string; line: number }): Entry {
  const entry = parse(decode(bytes, 0, bytes.length));
  if (entry === undefined)
    throw new ChangedFileError(`${file} changed while it was read: line ${line + 1} is not what it was`);
  return entry as Entry;
}

function assureSame(file: string, stamp: FileStamp): void {
  const now = stampOf(file);
  if (!now || !isSameStamp(now, stamp)) throw new ChangedFileError(`${file} changed while it was edited`);
}
