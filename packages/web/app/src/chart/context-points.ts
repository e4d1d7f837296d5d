import { placeIn, type Segment, type TapeMode } from '../../../src/tape/layout.js';
import type { ContextCounts, TurnOutline } from '../api/contract.js';

/** A request, or a compaction, on the tape's axis. */
export interface Point {
  turn: TurnOutline;
  byte: number;
  x: number;
  /** The position of the next one, or the end of the tape. */
  end: number;
  context: ContextCounts;
}

/** All figures from left to right. */
export function pointsOf(segments: Segment[], mode: TapeMode): Point[] {
  const points: Point[] = [];
  for (const segment of segments) {
    const { turn } = segment;
    for (const point of turn.requests) {
      const { byte, context } = point;
      const x = placeIn(segment, mode, point);
      const last = points.at(-1);
      if (last) last.end = Math.max(last.x, x);
      points.push({ turn, byte, x, end: segment.end, context });
    }
  }
  const last = points.at(-1);
  if (last) last.end = segments.at(-1)?.end ?? last.end;
  return points;
}

/** The last one before a position; the first one if there is none. */
export function pointAt(points: Point[], x: number): Point | undefined {
  return points.findLast((point) => point.x <= x) ?? points[0];
}
