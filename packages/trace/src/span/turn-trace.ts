import type { Redactor } from '@unspool/redact';
import type { UsageRecord } from '@unspool/session';
import type { Family } from '@unspool/session/locate';
import type { TurnPoint } from '@unspool/session/model';
import type { Neighbours } from '../model/neighbours.js';
import type { Span } from './span.js';

/** How much of what people, models and tools said leaves the machine. `none`: names, times and tokens only. */
export type ContentMode = 'full' | 'redacted' | 'none';

/** US dollars. `total` is what counts; the parts say where it went. */
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
  /** When the caller has looked for it already. */
  family?: Pick<Family, 'agents'>;
  /** Knows the files beside; one for all sessions saves looking into each of them again. */
  neighbours?: Neighbours;
  /** `redacted` unless given. */
  content?: ContentMode;
  /** For `redacted`. Give one whose salt stays the same to get the same tokens in every run; else it is a fresh one. */
  redactor?: UsedRedactor;
  /** What a reply cost; undefined when the model has no price. */
  costOf?: (usage: UsageRecord) => Cost | undefined;
  /** The most characters of one attribute; what is cut is counted in a marker. */
  limit?: number;
  /** No process writes to the session any more: its last turn is closed however it ends. */
  isEnded?: boolean;
  /** A Stop event came: a last reply whose stop reason old clients left out counts as final. */
  isStopped?: boolean;
  /** Read only from here on, where the lines after it need nothing of those before; else the whole file is read. */
  from?: TurnPoint;
  /** Rather not at all than the whole file. */
  isPartOnly?: boolean;
  /** `user.id` of every span. */
  userId?: string;
}

/**
 * - `open`: the model or a tool is at work, or no reply came yet. It is not exported.
 * - `finished`: the answer is there. It can be exported; a late line (a background agent, a hook) may add spans and move
 *   ends, never ids or starts, so that exporting it again completes it.
 * - `closed`: another prompt followed on its branch, or the session ended. Only a background agent can still add to it.
 */
export type TurnState = 'open' | 'finished' | 'closed';

/** A turn as a trace. Spans are made when they are asked for, so that one turn is held at a time. */
export interface TurnTrace {
  traceId: string;
  /** As `unspool show` numbers it. */
  number: number;
  /** The uuid of the line it starts with. */
  id: string;
  /** Where it was made. */
  sessionId: string;
  /** It was made in another session and copied into this file by a fork, a branch or a resume. */
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
  /** `part`: only the turns from a point on. `unread`: that was not enough, and the whole file was not wanted. */
  reading: 'whole' | 'part' | 'unread';
  /**
   * How many lines could not be read in full, by file: they are in no span. Sub-agents are read when spans are asked
   * for. Empty when only a part was read.
   */
  unread: ReadonlyMap<string, number>;
  /** A fork, a copy or its original is in the same folder: they share spans. */
  hasRelatives(): boolean;
  /** Where the next reading can begin; undefined when that is the file's start, or where this one began. */
  point(): TurnPoint | undefined;
}
