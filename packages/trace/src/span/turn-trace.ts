import type { Redactor } from '@unspool/redact';
import type { UsageRecord } from '@unspool/session';
import type { Family } from '@unspool/session/locate';
import type { TurnPoint } from '@unspool/session/model';
import type { Neighbours } from '../model/neighbours.js';
import type { Span } from './span.js';

/** How much of what people, models and tools said is sent. `none`: names, times and tokens only. */
export type ContentMode = 'full' | 'redacted' | 'none';

/** US dollars. `total` also has web searches, so it may exceed the sum of the parts. */
export interface Cost {
  total: number;
  input?: number;
  output?: number;
  cacheRead?: number;
  cacheWrite5m?: number;
  cacheWrite1h?: number;
}

export type UsedRedactor = Pick<Redactor, 'redactValue'>;

export interface TraceOptions {
  /** The session's main file; its family is found beside it. */
  file: string;
  /** If the caller already has it. */
  family?: Pick<Family, 'agents'>;
  /** Share one instance between sessions: it reads the head of each file in the folder once. */
  neighbours?: Neighbours;
  /** Default: `redacted`. */
  content?: ContentMode;
  /** For `redacted`. With a fixed salt the tokens are the same in every run; the default has a random salt. */
  redactor?: UsedRedactor;
  /** The cost of a reply; undefined if the model has no price. */
  costOf?: (usage: UsageRecord) => Cost | undefined;
  /** Maximum number of characters in one attribute; a marker says how many were cut. */
  limit?: number;
  /** No process writes to the session any more, so its last turn is closed, complete or not. */
  isEnded?: boolean;
  /** A Stop event came. The last reply is final even if an old client left out its stop reason. */
  isStopped?: boolean;
  /** Read from this point on, unless later lines depend on earlier ones; then the whole file is read. */
  from?: TurnPoint;
  /** Read nothing instead of the whole file. */
  isPartOnly?: boolean;
  /** `user.id` of every span. */
  userId?: string;
}

/**
 * - `open`: the model or a tool is still working, or there is no reply yet. It is not exported.
 * - `finished`: the answer is complete, and the turn can be exported. A late line (of a background agent or a hook) may add
 *   spans and change end times, but not ids or start times, so exporting the turn again completes it.
 * - `closed`: another prompt followed, or the session ended. Only a background agent can still add to it.
 */
export type TurnState = 'open' | 'finished' | 'closed';

/** A turn as a trace. `spans()` builds its spans on each call, so that callers need to hold only one turn at a time. */
export interface TurnTrace {
  traceId: string;
  /** As `unspool show` numbers it. */
  number: number;
  /** The uuid of the line it starts with. */
  id: string;
  /** Where it was made. */
  sessionId: string;
  /** It comes from another session: a fork, a branch or a resume copied it into this file. */
  isCopy: boolean;
  state: TurnState;
  /** Why it is open. */
  waitsFor?: string;
  /** Where its first line begins in the main file and where its last one ends. */
  fromByte: number;
  toByte: number;
  /** The root first, parents before children. */
  spans(): Span[];
}

/** A session as traces, in file order. */
export interface SessionTrace {
  sessionId: string;
  turns: TurnTrace[];
  /** `part`: only turns from a point on. `unread`: the whole file would have been needed, and `isPartOnly` was set. */
  reading: 'whole' | 'part' | 'unread';
  /**
   * How many lines of each file could not be read in full, and so are in no span. Sub-agents are counted once their spans
   * are built. Empty if only a part was read.
   */
  unread: ReadonlyMap<string, number>;
  /** Whether a fork, a copy or the original, with the same spans, is in the same folder. */
  hasRelatives(): boolean;
  /** Where the next read can start; undefined if that is the start of the file, or where this read started. */
  point(): TurnPoint | undefined;
}
