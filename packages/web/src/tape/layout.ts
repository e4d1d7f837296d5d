import { newTokens } from '@unspool/session/tokens';
import type { Band, TurnOutline } from '../view/view.js';
import { type Stretch, stretchesOf } from './silence.js';

export type TapeMode = 'time' | 'tokens';

/** The place of a turn on the tape, in pixels. */
export interface Segment {
  turn: TurnOutline;
  start: number;
  end: number;
  /** Times and their places, in order; none where the tape is not by time. */
  stops: Stop[];
  /** Silence before it and in it. */
  notches: Notch[];
}

interface Stop {
  time: number;
  x: number;
}

/** Silence that is drawn short. */
export interface Notch {
  start: number;
  end: number;
  ms: number;
  /** There is room to say how long. */
  isNamed: boolean;
}

/** A band inside its segment, in pixels; `height` is 0 to 1. */
export interface Stripe {
  start: number;
  end: number;
  height: number;
  kind: Band['kind'];
  byte: number;
  /** 0 to 1. */
  failed: number;
  rejected: number;
}

const MIN = 3;
/** Between turns by tokens. */
const GAP = 0.002;
const NAMED = 34;
const UNNAMED = 6;
/** The share of the tape that notches may take. */
const NAMED_SHARE = 0.22;
const UNNAMED_SHARE = 0.1;
/** Silence shorter than this is drawn in full. */
const SHORT = 15_000;

export function layoutTape(turns: TurnOutline[], mode: TapeMode, width: number): Segment[] {
  return mode === 'time' ? byTime(turns, width) : byTokens(turns, width);
}

interface Part {
  /** Undefined for a turn without times: it takes a second. */
  stretches: Stretch[] | undefined;
  /** Silence before the turn. */
  before: number;
}

function byTime(turns: TurnOutline[], width: number): Segment[] {
  const parts = turns.map((turn, at): Part => {
    const ended = turns[at - 1]?.endedAt ?? null;
    const before = turn.startedAt === null || ended === null ? 0 : Math.max(0, turn.startedAt - ended);
    return { stretches: stretchesOf(turn), before };
  });
  const { isNotch, widthOf, shown } = silenceOf(parts, width);
  const least = Math.min(MIN, width / (turns.length * 2 || 1));
  const scale = Math.max(0, width - least * turns.length - shown.notches) / (shown.time || 1);
  let x = 0;
  return turns.map((turn, at) => {
    const { stretches, before } = parts[at] ?? { stretches: undefined, before: 0 };
    const notches: Notch[] = [];
    const wait = (ms: number) => {
      const from = x;
      x += isNotch(ms) ? widthOf(ms) : ms * scale;
      if (isNotch(ms)) notches.push({ start: from, end: x, ms, isNamed: widthOf(ms) === NAMED });
    };
    if (before > 0) wait(before);
    const start = x;
    const stops: Stop[] = [];
    if (!stretches) x += 1000 * scale;
    for (const { from, to, isSilent } of stretches ?? []) {
      if (stops.length === 0) stops.push({ time: from, x });
      if (isSilent) wait(to - from);
      else x += (to - from) * scale;
      stops.push({ time: to, x });
    }
    x += least;
    return { turn, start, end: x, stops, notches };
  });
}

/** Which silences become notches, and how wide. The longest are named, as far as there is room. */
function silenceOf(parts: readonly Part[], width: number) {
  const waits: number[] = [];
  let active = 0;
  for (const { before, stretches } of parts) {
    if (before > 0) waits.push(before);
    for (const { from, to, isSilent } of stretches ?? [{ from: 0, to: 1000, isSilent: false }]) {
      if (isSilent) waits.push(to - from);
      else active += to - from;
    }
  }
  // Silence that is drawn in full takes at most a quarter of the active time.
  const limit = Math.max(SHORT, active / (4 * Math.max(1, waits.length)));
  const isNotch = (ms: number) => ms > limit;
  const long = waits.filter(isNotch).sort((a, b) => b - a);
  const named = Math.floor((width * NAMED_SHARE) / NAMED);
  const shortestNamed = long[named - 1] ?? (named > 0 ? 0 : Number.POSITIVE_INFINITY);
  const isNamed = (ms: number) => ms >= shortestNamed && named > 0;
  const unnamed = long.filter((ms) => !isNamed(ms)).length;
  const narrow = Math.min(UNNAMED, (width * UNNAMED_SHARE) / Math.max(1, unnamed));
  const equals = long.filter(isNamed).length;
  const wide = equals * NAMED <= width * NAMED_SHARE ? NAMED : Math.min(narrow, (width * NAMED_SHARE) / equals);
  const widthOf = (ms: number) => (isNamed(ms) ? wide : narrow);
  const notches = long.reduce((sum, ms) => sum + widthOf(ms), 0);
  const time = active + waits.filter((ms) => !isNotch(ms)).reduce((sum, ms) => sum + ms, 0);
  return { isNotch, widthOf, shown: { notches, time } };
}

function byTokens(turns: TurnOutline[], width: number): Segment[] {
  const weights = turns.map(tokensOf);
  const total = weights.reduce((a, b) => a + b, 0) || 1;
  const least = Math.min(MIN, width / (turns.length * 2 || 1));
  const gaps = Math.max(0, turns.length - 1) * GAP;
  const scale = Math.max(0, width - least * turns.length) / (total * (1 + gaps));
  let x = 0;
  return turns.map((turn, at) => {
    const start = x + (at === 0 ? 0 : total * GAP * scale);
    x = start + least + (weights[at] ?? 0) * scale;
    return { turn, start, end: x, stops: [], notches: [] };
  });
}

/** By time if all bands have one, otherwise in order and by size. */
export function stripesOf(segment: Segment, mode: TapeMode, largest: number): Stripe[] {
  const { turn, start, end } = segment;
  const { bands } = turn;
  const isTimed =
    mode === 'time' &&
    segment.stops.length > 0 &&
    bands.every((band) => band.startedAt !== null && band.endedAt !== null);
  const total = bands.reduce((sum, { size }) => sum + size + 1, 0) || 1;
  let x = start;
  return bands.map((band) => {
    const { kind, byte, failed, rejected } = band;
    const look = { height: heightOf(band.size, largest), kind, byte, failed, rejected };
    if (isTimed && band.startedAt !== null && band.endedAt !== null) {
      const [from, to] = [placeOfTime(segment, band.startedAt), placeOfTime(segment, band.endedAt)];
      return { start: from, end: Math.max(to, from + 1), ...look };
    }
    const from = x;
    x += ((band.size + 1) / total) * (end - start);
    return { start: from, end: x, ...look };
  });
}

/** The place of something in a turn: by its time, or by what precedes it in the file. */
export function placeIn(segment: Segment, mode: TapeMode, { at, byte }: { at: number | null; byte: number }): number {
  if (at !== null && segment.stops.length > 0) return placeOfTime(segment, at);
  const stripes = stripesOf(segment, mode, 1);
  return stripes.findLast((stripe) => stripe.byte <= byte)?.end ?? segment.start;
}

function placeOfTime({ stops, start, end }: Segment, time: number): number {
  let before = stops[0];
  if (!before || time <= before.time) return start;
  for (const stop of stops) {
    if (time <= stop.time) {
      const share = stop.time === before.time ? 1 : (time - before.time) / (stop.time - before.time);
      return before.x + share * (stop.x - before.x);
    }
    before = stop;
  }
  return end;
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

/** No reply uses more. An impossible count must not push all other turns off the tape. */
const MAX_PER_REPLY = 5_000_000;

function tokensOf({ tokens, calls }: TurnOutline): number {
  return Math.min(Math.max(1, newTokens(tokens)), MAX_PER_REPLY * (calls + 1));
}
