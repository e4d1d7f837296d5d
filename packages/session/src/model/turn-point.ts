import { basename } from 'node:path';
import type { Line } from '../read/line.js';
import { readRange } from '../read/read-lines.js';
import { splitBytes } from '../read/split.js';
import { pathTo } from './branches.js';
import { indexByUuid } from './membership.js';
import type { Node } from './node.js';
import { type Session, sessionOf } from './session.js';
import type { Turn } from './turn.js';
import { type Turns, turnsOf } from './turns.js';

/**
 * Where the last turn of a file begins, and what is needed from the lines before it to continue reading there. Plain
 * data, to be stored in a file.
 */
export interface TurnPoint {
  byte: number;
  /** Lines before it. */
  lines: number;
  /** Turns before it. */
  turns: number;
  /** The number of turns that lead to the one that begins here, itself included. */
  depth: number;
  /** The first time in the file. */
  begin: number;
  /** When the turn began. */
  time: number;
  /** All prompts queued before it. */
  queued: string[];
  /** Short hashes of all ids before it, four bytes each, in base64. */
  ids: string;
}

/** The last turns of a file, as `openFrom` gives them. */
export interface OpenedFrom {
  session: Session;
  /**
   * Numbered as in the whole file. None is marked as being on the tip. Lines before the first turn's start belong to no
   * turn.
   */
  turns: Turns;
}

const MAX_QUEUED = 64 * 1024;

/** Returns the point at the last turn; undefined if nothing precedes it, or if it may turn out not to be a turn. */
export function turnPointOf(session: Session, turns: Turns, before?: TurnPoint): TurnPoint | undefined {
  const last = turns.turns.at(-1);
  if (!last || last.number < 2 || last.start.isSidechain || Number.isNaN(last.startedAt) || !isSettled(last)) {
    return undefined;
  }
  let first = last.start;
  for (const node of last.nodes) if (node.place.byte < first.place.byte) first = node;
  const { byte, line } = first.place;
  const passed = session.nodes.filter(({ place }) => place.length > 0 && place.byte < byte);
  const begin = before?.begin ?? session.nodes.find((node) => !Number.isNaN(node.time))?.time;
  if (begin === undefined || (before && before.byte > byte)) return undefined;
  const queued = new Set(before?.queued);
  for (const { extra } of passed) {
    if (extra?.queue?.operation === 'enqueue' && extra.queue.content !== undefined) queued.add(extra.queue.content);
  }
  if ([...queued].join('').length > MAX_QUEUED) return undefined;
  return {
    byte,
    lines: line - 1,
    turns: last.number - 1,
    depth: before ? depthAfter(turns.turns, before) : pathTo(turns, last.number).length,
    begin,
    time: last.startedAt,
    queued: [...queued],
    ids: joined(before?.ids ?? '', passed.flatMap(idsOf).map(shortHash)),
  };
}

/**
 * Opens the turns of a file from a point on. Undefined if one of its lines refers to a line before the point: a branch,
 * a late result, a copy, a compaction, a sub-agent. Then open the whole file.
 */
export function openFrom(file: string, point: TurnPoint, size: number): OpenedFrom | undefined {
  const bytes = readRange(file, point.byte, size - point.byte);
  const session = sessionOf(linesFrom(bytes, point), basename(file, '.jsonl'));
  const own = turnsOf(session, { withTip: false });
  const [first] = own.turns;
  if (!first || first.start.isSidechain || first.startedAt !== point.time || first.kind === 'continued')
    return undefined;
  if (own.turns.some((turn) => turn !== first && turn.parent === undefined)) return undefined;
  if (!isSettled(first) || reachesBack(session, own, first.start) || isKnownBefore(session, point)) return undefined;
  const turns = own.turns.map((turn) => ({
    ...turn,
    number: turn.number + point.turns,
    parent: turn.parent === undefined ? undefined : turn.parent + point.turns,
  }));
  return { session, turns: { ...own, turns, preamble: [] } };
}

/** Returns how many turns lead to the last one, counted on from the point. */
function depthAfter(turns: readonly Turn[], { turns: passed, depth }: TurnPoint): number {
  let steps = 0;
  for (let at = turns.at(-1); at && at.number > passed + 1; at = turns[(at.parent ?? 0) - 1 - passed]) steps++;
  return depth + steps;
}

/** A command at the end of a file may still print something; then it does not start a turn. */
function isSettled({ kind, replies }: Turn): boolean {
  return kind === 'prompt' || (kind === 'command' && replies.some((reply) => !reply.isSynthetic));
}

function* linesFrom(bytes: Uint8Array, { byte, lines, queued }: TurnPoint): Generator<Line> {
  for (const content of queued) {
    const objects = [{ type: 'queue-operation', operation: 'enqueue', content }];
    yield { number: 0, byte: 0, length: 0, bytes: undefined, state: 'whole', objects, problems: [] };
  }
  for (const line of splitBytes(bytes)) yield { ...line, number: line.number + lines, byte: line.byte + byte };
}

/** Whether a line refers to one before the first turn of what was read. */
export function reachesBack({ nodes }: Session, { preamble, pairing }: Turns, start: Node): boolean {
  if (pairing.orphanResults.length > 0 || preamble.some((node) => node.index > start.index)) return true;
  const byUuid = indexByUuid(nodes);
  return nodes.some((node) => {
    if (node.isSidechain || node.subtype === 'agent_progress') return true;
    if (node.index <= start.index) return false;
    const above = node.parentUuid ?? node.extra?.logicalParentUuid ?? node.extra?.messageId;
    return typeof above === 'string' && !byUuid.has(above);
  });
}

function isKnownBefore({ nodes }: Session, { ids }: TurnPoint): boolean {
  const own = new Set(nodes.flatMap(idsOf).map(shortHash));
  const bytes = Buffer.from(ids, 'base64');
  for (let at = 0; at + 4 <= bytes.length; at += 4) if (own.has(bytes.readUInt32LE(at))) return true;
  return false;
}

function idsOf({ uuid, reply, user }: Node): string[] {
  const ids: string[] = [];
  if (uuid !== undefined) ids.push(uuid);
  if (reply?.messageId !== undefined) ids.push(reply.messageId);
  for (const { id } of reply?.uses ?? []) ids.push(id);
  for (const { tool_use_id } of user?.results ?? []) ids.push(tool_use_id);
  return ids;
}

function joined(before: string, hashes: readonly number[]): string {
  const bytes = Buffer.alloc(hashes.length * 4);
  hashes.forEach((hash, at) => {
    bytes.writeUInt32LE(hash, at * 4);
  });
  return Buffer.concat([Buffer.from(before, 'base64'), bytes]).toString('base64');
}

/** FNV-1a. A collision only causes the whole file to be read. */
function shortHash(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
