import type { Band, TurnOutline } from '../view/view.js';

/** A stretch of a turn's time in which something happened, or nothing did. */
export interface Stretch {
  from: number;
  to: number;
  isSilent: boolean;
}

/** A request or command that takes longer was waiting for a person. */
const LONGEST = 15 * 60_000;
/** What is kept on either side of such a wait. */
const KEPT = 30_000;
const MIN = 1000;

/** A turn's time in order, from its start to its end. Undefined for a turn without times. */
export function stretchesOf({ startedAt, endedAt, bands }: TurnOutline): Stretch[] | undefined {
  if (startedAt === null || endedAt === null) return undefined;
  const end = Math.max(endedAt, startedAt + MIN);
  const active = bands.flatMap(activeSpans);
  if (active.length === 0) return [{ from: startedAt, to: end, isSilent: end - startedAt > LONGEST }];
  active.push([startedAt, startedAt + MIN]);
  const stretches: Stretch[] = [];
  let at = startedAt;
  for (const [from, to] of active.sort(([a], [b]) => a - b)) {
    const [first, last] = [Math.max(from, at), Math.min(to, end)];
    if (last <= first) continue;
    if (first > at) stretches.push({ from: at, to: first, isSilent: true });
    stretches.push({ from: first, to: last, isSilent: false });
    at = last;
  }
  if (at < end) stretches.push({ from: at, to: end, isSilent: true });
  return stretches;
}

function activeSpans({ kind, startedAt, endedAt }: Band): [number, number][] {
  if (startedAt === null || endedAt === null || endedAt < startedAt) return [];
  if (kind === 'agent' || endedAt - startedAt <= LONGEST) return [[startedAt, Math.max(endedAt, startedAt + 1)]];
  return [
    [startedAt, startedAt + KEPT],
    [endedAt - KEPT, endedAt],
  ];
}
