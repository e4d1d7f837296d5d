import { statSync } from 'node:fs';
import { type Family, familyOf } from '@unspool/session';
import type { Span } from '../span/span.js';
import type { SessionTrace, TurnTrace } from '../span/turn-trace.js';
import { marksOf } from '../state/file-marks.js';
import { waitForLock } from '../state/lock.js';
import { type SessionState, stateFiles } from '../state/session-state.js';
import type { TraceFolder } from '../state/trace-folder.js';
import { openReceiver, type Receiver } from './receiver.js';

/** What is known of a session beside its file. */
export interface SessionEvent {
  /** Nobody writes to it any more, unless it is resumed. */
  isEnded?: boolean;
  /** It has been left alone for long: what is lost now is lost for good. */
  isQuiet?: boolean;
  /** The model has stopped. */
  isStopped?: boolean;
}

export interface ExportWorld {
  folder: TraceFolder;
  /** Names of the sinks to give spans to. */
  sinks: readonly string[];
  open(file: string, event: SessionEvent, family?: Family): SessionTrace;
  now: () => number;
  /** How long to wait for another hook at the same session. */
  lockMs?: number;
  /** The most bytes that may wait for a sink. What does not fit stays in the transcript until there is room. */
  queueBytes?: number;
  /** Counts what it would give, and writes nothing. */
  isDry?: boolean;
}

export type Exported =
  /** `queued`: spans given to sinks now. `isOpen`: a turn is not finished yet. */
  | { kind: 'exported'; queued: number; turns: number; isOpen: boolean; isFull: boolean }
  | { kind: 'unchanged' }
  | { kind: 'missing' }
  /** Another process is at this session for longer than we may wait. */
  | { kind: 'busy' };

export const QUEUE_BYTES = 512 * 1024 * 1024;
const LOCK_MS = 5000;
const STALE_MS = 60_000;

/** Gives every sink what it does not have yet of a session's finished turns. */
export function exportSession(file: string, event: SessionEvent, world: ExportWorld): Exported {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return { kind: 'missing' };
  const files = stateFiles(world.folder, file);
  const lock = waitForLock(files.lock, { staleMs: STALE_MS, waitMs: world.lockMs ?? LOCK_MS, now: world.now });
  if (!lock) return { kind: 'busy' };
  try {
    // Both before the file is read: what is written meanwhile is found by the next look.
    const size = statSync(file).size;
    const family = familyOf(file);
    const agents = Object.fromEntries(family.agents.map((agent) => [agent.file, agent.size]));
    const seen = { file, size, agents, event };
    const queueBytes = world.queueBytes ?? QUEUE_BYTES;
    const receivers = world.sinks.map((sink) =>
      openReceiver(sink, seen, {
        folder: world.folder,
        files,
        lock,
        now: world.now,
        queueBytes,
        isDry: world.isDry === true,
      }),
    );
    if (receivers.every((receiver) => receiver.isUpToDate)) return { kind: 'unchanged' };
    return giveAll(world.open(file, event, family), receivers, seen);
  } finally {
    lock.release();
  }
}

interface Seen {
  file: string;
  size: number;
  agents: Record<string, number>;
  event: SessionEvent;
}

function giveAll({ turns }: SessionTrace, receivers: readonly Receiver[], seen: Seen): Exported {
  const result = { kind: 'exported' as const, queued: 0, turns: 0, isOpen: false, isFull: false };
  for (const turn of turns) {
    // A sub-agent without a turn: the turn may not be written yet.
    const isOpen = turn.state === 'open' || (turn.number === 0 && seen.event.isQuiet !== true);
    result.isOpen ||= isOpen;
    const wanting = isOpen ? [] : receivers.filter((receiver) => !receiver.isFull && receiver.wants(turn));
    if (wanting.length === 0) continue;
    const spans = spansToGive(turn, turns);
    if (spans.length === 0) continue;
    for (const receiver of wanting) receiver.give(turn, spans);
    result.turns++;
  }
  const { file, size, agents, event } = seen;
  const marks = marksOf(file, size);
  for (const receiver of receivers) {
    if (!receiver.isFull) {
      Object.assign(receiver.state, {
        ...marks,
        size,
        agents,
        isEnded: event.isEnded === true,
        isQuiet: event.isQuiet === true,
      });
      setOffset(receiver.state, turns, size);
    }
    receiver.commit();
    result.isFull ||= receiver.isFull;
    result.queued += receiver.queued;
  }
  return result;
}

/**
 * The spans of a turn that is over. The last prompt of a file that has no answer gives none, however the session ended:
 * a turn's ids come from its first reply, and it may still come when the session is resumed.
 */
export function spansToGive(turn: TurnTrace, turns: readonly TurnTrace[]): Span[] {
  const spans = turn.spans();
  const isUnanswered = turn.number > 0 && turn === turns.at(-1) && !spans.some((span) => span.kind === 'generation');
  return isUnanswered ? [] : spans;
}

function setOffset(state: SessionState, turns: readonly TurnTrace[], size: number): void {
  const open = turns.find((turn) => turn.state !== 'closed');
  state.offset = open?.fromByte ?? size;
  state.openTurn = open && { number: open.number, id: open.id };
}
