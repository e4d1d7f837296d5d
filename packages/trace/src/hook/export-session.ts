import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SessionFile } from '@unspool/session';
import { type AgentFile, agentFilesOfAll } from '@unspool/session/locate';
import type { TurnPoint } from '@unspool/session/model';
import type { Span } from '../span/span.js';
import type { SessionTrace, TurnTrace } from '../span/turn-trace.js';
import type { Claims } from '../state/claims.js';
import { marksOf } from '../state/file-marks.js';
import { type Lock, NO_LOCK, waitForLock } from '../state/lock.js';
import { readPoint, writePoint } from '../state/read-point.js';
import { waitForSession } from '../state/session-lock.js';
import { type SessionState, type StateFiles, stateFiles } from '../state/session-state.js';
import type { TraceFolder } from '../state/trace-folder.js';
import type { Outlet } from './outlet.js';
import type { PendingSpans } from './pending-spans.js';
import { openReceiver, type Receiver, type TurnFacts } from './receiver.js';
import { waitsForAgents } from './waits-for-agents.js';

/** What is known about a session apart from its file. */
export interface SessionEvent {
  /** No process writes to it any more, unless it is resumed. */
  isEnded?: boolean;
  /** Nothing has been written for a long time, so nothing more is expected. */
  isQuiet?: boolean;
  /** A Stop event reported that the model stopped. */
  isStopped?: boolean;
}

/** How to read a session. */
export interface Reading {
  /** Its sub-agents, if the caller already has them. */
  agentFiles?: readonly AgentFile[];
  from?: TurnPoint | undefined;
  isPartOnly?: boolean;
}

export interface ExportWorld {
  folder: TraceFolder;
  /** Names of the sinks. */
  sinks: readonly string[];
  /** Sinks that keep every span they get, so that a span sent again is there twice. */
  appending?: ReadonlySet<string>;
  open(file: string, event: SessionEvent, reading?: Reading): SessionTrace;
  now: () => number;
  /** How long to wait for another process that is exporting the same session. */
  lockMs?: number;
  /** If more than this must be read, the session is left to the worker. */
  mostBytes?: number;
  /** Maximum size of a sink's queue. What does not fit stays in the transcript until there is room. */
  queueBytes?: number;
  /** Only counts what would be exported; writes nothing. */
  isDry?: boolean;
  /** For callers that export many sessions, one after another. */
  claims?: Claims;
  /** Direct outlets that bypass the queue, by sink name. */
  outlets?: ReadonlyMap<string, Outlet>;
  /** By sink name, for callers that export several sessions at a time. */
  pending?: ReadonlyMap<string, PendingSpans>;
}

export type Exported =
  /** `queued`: number of spans, each counted once for all sinks. `isOpen`: a turn is not finished yet. */
  | { kind: 'exported'; queued: number; turns: number; isOpen: boolean; isFull: boolean }
  | { kind: 'unchanged' }
  | { kind: 'missing' }
  /** Another process exports this session for longer than we may wait, or there is too much to read. */
  | { kind: 'busy' };

export const QUEUE_BYTES = 512 * 1024 * 1024;
const LOCK_MS = 5000;
const STALE_MS = 60_000;

/** Sends every sink the finished turns of a session that it does not have yet. */
export function exportSession(file: string, event: SessionEvent, world: ExportWorld): Exported {
  const opened = beginExport(file, event, world);
  if (opened.kind !== 'opened') return opened;
  const { begun, trace } = opened;
  let relatives: Lock | undefined;
  try {
    relatives = lockRelatives(trace, world);
    for (const turn of trace.turns) exportTurn(begun, trace, turn);
    finishTurns(begun, trace);
    const exported = commitExport(begun);
    if (!world.isDry) keepPoint(trace, file, world);
    return exported;
  } finally {
    relatives?.release();
    begun.lock.release();
  }
}

/**
 * Locks out relatives of a session. A fork and its original each send what the other has not sent, so they must not run at
 * the same time. On timeout the export continues without the lock; then a span may be sent twice, with the same id.
 */
function lockRelatives(trace: SessionTrace, world: ExportWorld): Lock | undefined {
  const { folder, now, isDry, lockMs = LOCK_MS } = world;
  if (isDry || !trace.hasRelatives()) return undefined;
  return waitForLock(join(folder.root, 'locks', 'relatives'), { staleMs: STALE_MS, waitMs: lockMs, now });
}

/** A locked session whose export has begun. Cheap to keep while its spans are sent: it holds nothing of the file. */
export interface BegunExport {
  lock: Lock;
  receivers: readonly Receiver[];
  seen: Seen;
  appending: ReadonlySet<string>;
  result: Extract<Exported, { kind: 'exported' }>;
}

export type OpenedExport =
  | { kind: 'opened'; begun: BegunExport; trace: SessionTrace }
  | Exclude<Exported, { kind: 'exported' }>;

/**
 * Locks and opens a session if it has changed. The caller must release the lock. `listed`: the session as `listSessions`
 * returned it, so that its folder is not read again.
 */
export function beginExport(file: string, event: SessionEvent, world: ExportWorld, listed?: SessionFile): OpenedExport {
  if (isGone(file, listed)) return { kind: 'missing' };
  const files = stateFiles(world.folder, file);
  const lock = world.isDry ? NO_LOCK : lockOf(files, world, listed);
  if (!lock) return { kind: 'busy' };
  let isBegun = false;
  try {
    // Both before the file is read, so that the next export notices what is written meanwhile.
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const agentFiles = agentFilesOf(file, listed);
    const agents = Object.fromEntries(agentFiles.map((agent) => [agent.file, agent.size]));
    const seen = { file, size, agents, event };
    const { folder, now, queueBytes = QUEUE_BYTES, isDry = false, outlets } = world;
    const shared = { folder, files, lock, now, queueBytes, isDry };
    const receivers = world.sinks.map((sink) =>
      openReceiver(sink, seen, { ...shared, outlet: outlets?.get(sink), pending: world.pending?.get(sink) }),
    );
    if (receivers.every((receiver) => receiver.isUpToDate)) return { kind: 'unchanged' };
    const result = { kind: 'exported' as const, queued: 0, turns: 0, isOpen: false, isFull: false };
    const from = outlets ? undefined : pointFor(receivers, readPoint(files.point, file, size));
    const isPartOnly = size > (world.mostBytes ?? Number.POSITIVE_INFINITY);
    const trace = world.open(file, event, { agentFiles, from, isPartOnly });
    if (trace.reading === 'unread') return { kind: 'busy' };
    isBegun = true;
    const { appending = NO_SINKS } = world;
    return { kind: 'opened', begun: { lock, receivers, seen, appending, result }, trace };
  } finally {
    if (!isBegun) lock.release();
  }
}

const NO_SINKS: ReadonlySet<string> = new Set();

function lockOf(files: StateFiles, { now, lockMs = LOCK_MS, claims }: ExportWorld, listed?: SessionFile) {
  // Hooks of older versions do not know claims, so a session that may be running gets a lock.
  return waitForSession(files, { staleMs: STALE_MS, waitMs: lockMs, now, claims: listed && claims });
}

/** Whether nothing of a session is left. Its sub-agents may remain without its main file, and `usage` counts them too. */
export function isGone(file: string, listed?: SessionFile): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? !stats.isFile() : agentFilesOf(file, listed).length === 0;
}

/** Includes sub-agents in worktrees. */
function agentFilesOf(file: string, listed?: SessionFile): readonly AgentFile[] {
  return listed?.agentFiles ?? agentFilesOfAll(resolve(file));
}

interface Seen {
  file: string;
  size: number;
  agents: Record<string, number>;
  event: SessionEvent;
}

/** The point to read from, if every sink has everything before it. */
function pointFor(receivers: readonly Receiver[], point: TurnPoint | undefined): TurnPoint | undefined {
  return point && receivers.every(({ state }) => state.offset >= point.byte) ? point : undefined;
}

function keepPoint(trace: SessionTrace, file: string, { folder }: ExportWorld): void {
  const point = trace.point();
  if (point) writePoint(stateFiles(folder, file).point, file, point);
}

/** Exports one turn, so that the caller can send between turns. */
export function exportTurn(begun: BegunExport, { turns }: SessionTrace, turn: TurnTrace): void {
  const { receivers, seen, appending, result } = begun;
  const isOpen = isOpenTurn(turn, seen.event);
  result.isOpen ||= isOpen;
  const wanting = isOpen ? [] : receivers.filter((receiver) => !receiver.isFull && receiver.wants(turn));
  if (wanting.length === 0) return;
  const spans = spansToExport(turn, turns);
  if (spans.length === 0) return;
  const isGrowing = turn.state === 'finished' && seen.event.isQuiet !== true && waitsForAgents(spans);
  const ready = isGrowing ? wanting.filter(({ sink }) => !appending.has(sink)) : wanting;
  result.isOpen ||= ready.length < wanting.length;
  if (ready.length === 0) return;
  result.queued += new Set(ready.flatMap((receiver) => receiver.accept(turn, spans))).size;
  result.turns++;
}

/** A sub-agent without a turn waits too, since its turn may not be written yet. */
export function isOpenTurn({ state, number }: TurnFacts, event: SessionEvent): boolean {
  return state === 'open' || (number === 0 && event.isQuiet !== true);
}

/** Call after the last turn: from now on, only what is added to the file is new. */
export function finishTurns({ receivers, seen }: BegunExport, { turns }: SessionTrace): void {
  const { file, size, agents, event } = seen;
  const marks = marksOf(file, size);
  for (const { isFull, state } of receivers) {
    if (isFull) continue;
    const isEnded = event.isEnded === true;
    Object.assign(state, { ...marks, size, agents, isEnded, isQuiet: event.isQuiet === true });
    setOffset(state, turns, size);
  }
}

/** Records what was exported. */
export function commitExport({ receivers, result }: BegunExport): Exported {
  for (const receiver of receivers) {
    receiver.commit();
    result.isFull ||= receiver.isFull;
  }
  return result;
}

/**
 * The spans of a finished turn. An unanswered last prompt has none, even if the session ended: the ids of a turn come from
 * its first reply, which may still come if the session is resumed.
 */
export function spansToExport(turn: TurnTrace, turns: readonly TurnFacts[]): readonly Span[] {
  const spans = turn.spans();
  const isUnanswered = turn.number > 0 && turn === turns.at(-1) && !spans.some((span) => span.kind === 'generation');
  return isUnanswered ? [] : spans;
}

function setOffset(state: SessionState, turns: readonly TurnFacts[], size: number): void {
  const open = turns.find((turn) => turn.state !== 'closed');
  state.offset = open?.fromByte ?? size;
  state.openTurn = open && { number: open.number, id: open.id };
}
