import { newTokens } from '@unspool/session/tokens';
import type { Band, TurnOutline } from '../api/contract.js';

export type TapeMode = 'time' | 'tokens';

/** Where a turn stands on the tape, in pixels. Before it may be empty tape: waiting for the human. */
export interface Segment {
  turn: TurnOutline;
  start: number;
  end: number;
}

/** A band inside its segment, in pixels; `height` is 0 to 1. */
export interface Stripe {
  start: number;
  end: number;
  height: number;
  kind: Band['kind'];
  /** 0 to 1. */
  failed: number;
  rejected: number;
}

const LEAST = 3;
/** So much of the tape may be waiting, however long a night was. */
const MOST_WAITING = 0.3;
const LONGEST_WAIT = 0.05;

export function layoutTape(turns: TurnOutline[], mode: TapeMode, width: number): Segment[] {
  const weights = turns.map((turn) => (mode === 'time' ? timeOf(turn) : tokensOf(turn)));
  const total = sum(weights) || 1;
  const waits = mode === 'time' ? waitsOf(turns, total) : turns.map((_, at) => (at === 0 ? 0 : total * 0.002));
  const waiting = Math.min(sum(waits), total * MOST_WAITING);
  const shrink = waiting / (sum(waits) || 1);
  const least = Math.min(LEAST, width / (turns.length * 2 || 1));
  const free = Math.max(0, width - least * turns.length);
  const scale = free / (total + waiting);
  let x = 0;
  return turns.map((turn, at) => {
    const start = x + (waits[at] ?? 0) * shrink * scale;
    const end = start + least + (weights[at] ?? 0) * scale;
    x = end;
    return { turn, start, end };
  });
}

/** By their times where all have one, else one after the other by their size. */
export function stripesOf({ turn, start, end }: Segment, mode: TapeMode, largest: number): Stripe[] {
  const { bands } = turn;
  const first = turn.startedAt;
  const span = timeOf(turn);
  const isTimed =
    mode === 'time' && first !== null && bands.every((band) => band.startedAt !== null && band.endedAt !== null);
  const total = sum(bands.map(({ size }) => size + 1)) || 1;
  let x = start;
  return bands.map((band) => {
    const { kind, failed, rejected } = band;
    const look = { height: heightOf(band.size, largest), kind, failed, rejected };
    if (isTimed && band.startedAt !== null && band.endedAt !== null) {
      const at = (time: number) => start + Math.min(1, Math.max(0, (time - first) / span)) * (end - start);
      return { start: at(band.startedAt), end: Math.max(at(band.endedAt), at(band.startedAt) + 1), ...look };
    }
    const from = x;
    x += ((band.size + 1) / total) * (end - start);
    return { start: from, end: x, ...look };
  });
}

export function segmentAt(segments: Segment[], x: number): Segment | undefined {
  let found = segments[0];
  for (const segment of segments) {
    if (segment.start > x + 1) break;
    found = segment;
  }
  return found;
}

export function largestBand(turns: TurnOutline[]): number {
  let largest = 1;
  for (const { bands } of turns) for (const { size } of bands) if (size > largest) largest = size;
  return largest;
}

function heightOf(size: number, largest: number): number {
  return 0.22 + 0.78 * (Math.log2(1 + size) / Math.log2(1 + largest));
}

/** No reply uses more: a number that cannot be must not push all other turns off the tape. */
const MOST_PER_REPLY = 5_000_000;

function tokensOf({ tokens, calls }: TurnOutline): number {
  return Math.min(Math.max(1, newTokens(tokens)), MOST_PER_REPLY * (calls + 1));
}

function timeOf({ startedAt, endedAt }: TurnOutline): number {
  return startedAt === null || endedAt === null ? 1000 : Math.max(1000, endedAt - startedAt);
}

function waitsOf(turns: TurnOutline[], total: number): number[] {
  return turns.map(({ startedAt }, at) => {
    const before = turns[at - 1]?.endedAt ?? null;
    if (startedAt === null || before === null) return 0;
    return Math.min(Math.max(0, startedAt - before), total * LONGEST_WAIT);
  });
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
