import type { AgentFile } from '@unspool/session';
import type { Reading, SessionEvent } from '../hook/export-session.js';
import type { TurnFacts } from '../hook/receiver.js';
import type { RawSpan } from '../span/span.js';
import type { SessionTrace } from '../span/turn-trace.js';

/** A session whose spans another thread is to make. */
export interface MakeOrder {
  id: number;
  file: string;
  event: SessionEvent;
  agentFiles: readonly AgentFile[];
  /** How much there is to read. */
  bytes: number;
  claim: Claim;
}

export type OpenSession = (file: string, event: SessionEvent, reading?: Reading) => SessionTrace<RawSpan>;

/** What comes back of an order: its turns first, then the spans of each that is over, in the same order. */
export type MadePart =
  | { id: number; kind: 'turns'; sessionId: string; turns: TurnFacts[]; unread?: Unread }
  | {
      id: number;
      kind: 'spans';
      turn: number;
      facts: string;
      bytes: Uint8Array<ArrayBuffer>;
      unread?: Unread;
    }
  | { id: number; kind: 'failed'; reason: string }
  /** The last of an order. */
  | { id: number; kind: 'made' };

/** Lines that were found up to now; left out where there are none. */
type Unread = SessionTrace['unread'];

/** Shared by both threads: bytes that were made and not yet taken. */
export type Waiting = Int32Array<SharedArrayBuffer>;

/** Shared by both threads: who takes it first makes the order. */
export type Claim = Int32Array<SharedArrayBuffer>;

export function newClaim(): Claim {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** True once. */
export function take(claim: Claim): boolean {
  return Atomics.exchange(claim, 0, 1) === 0;
}

/** A maker that is so far ahead waits. */
export const MOST_AHEAD_BYTES = 24 * 1024 * 1024;

export function newWaiting(): Waiting {
  return new Int32Array(new SharedArrayBuffer(4));
}
