import { type Notch, placeIn, type Segment, stripesOf, type TapeMode } from '../../../src/tape/layout.js';
import { pause } from '../format/time.js';

interface Picture {
  segments: Segment[];
  mode: TapeMode;
  largest: number;
  /** Turns with several continuations. */
  forks: Set<number>;
  wave: number;
  colour: (name: string) => string;
  /** Pixels of the tape that are hidden on the left. */
  left: number;
}

const AGENTS = 5;
/** Below the wave: the sub-agents, and the mark of what is on screen. */
export const TRACK = AGENTS + 8;

/** The tape: bands as a wave, human words as full lines, cuts, forks, and the sub-agents' track below. */
export function drawTape(context: CanvasRenderingContext2D, width: number, picture: Picture): void {
  const { wave, colour, left } = picture;
  const segments = picture.segments.filter(
    ({ start, end, notches }) => end >= left && (notches[0]?.start ?? start) <= left + width,
  );
  context.clearRect(0, 0, width, wave + TRACK);
  context.fillStyle = colour('rule');
  context.fillRect(0, wave - 1, width, 1);
  context.save();
  context.translate(-left, 0);
  for (const segment of segments) {
    drawSegment(context, segment, picture);
    drawAgents(context, segment, picture);
    for (const notch of segment.notches) drawNotch(context, notch, picture);
  }
  for (const segment of segments) drawMarks(context, segment, picture);
  context.restore();
}

function drawSegment(
  context: CanvasRenderingContext2D,
  segment: Segment,
  { mode, largest, wave, colour }: Picture,
): void {
  const isThin = segment.end - segment.start < 6;
  for (const stripe of stripesOf(segment, mode, largest)) {
    const tall = Math.max(2, stripe.height * (wave - 4));
    const start = Math.floor(stripe.start * 2) / 2;
    const wide = Math.max(1, stripe.end - start - (isThin ? 0 : 0.5));
    context.fillStyle = colour(`k-${stripe.kind}`);
    context.fillRect(start, wave - 1 - tall, wide, tall);
    if (stripe.rejected > 0)
      drawRejected(context, { start, top: wave - 1 - tall, wide: wide * stripe.rejected, tall }, colour);
    if (stripe.failed === 0) continue;
    // As wide as the share that failed, and of full height, so that it is visible without colour too.
    context.fillStyle = colour('k-error');
    context.fillRect(start, wave - 1 - tall, Math.max(Math.min(1.5, wide), wide * stripe.failed), tall);
    context.fillRect(start, 1, Math.max(1.5, Math.min(2, wide)), wave - 2);
  }
  context.fillStyle = colour('you-line');
  context.fillRect(segment.start, 1, isThin ? 1 : 2, wave - 2);
}

/** Silence: a gap in the tape, labelled with its length. */
function drawNotch(
  context: CanvasRenderingContext2D,
  { start, end, ms, isNamed }: Notch,
  { wave, colour }: Picture,
): void {
  context.fillStyle = colour('sunk');
  context.fillRect(start, 0, end - start, wave);
  context.fillStyle = colour('rule-2');
  for (const x of [start, end - 1]) for (let y = 0; y < wave; y += 4) context.fillRect(x, y, 1, 2);
  if (!isNamed) return;
  context.fillStyle = colour('ink-3');
  context.font = '10px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(pause(ms), (start + end) / 2, wave / 2, end - start - 2);
}

/** Declined: only an outline, so that it is visible without colour too. */
function drawRejected(
  context: CanvasRenderingContext2D,
  { start, top, wide, tall }: { start: number; top: number; wide: number; tall: number },
  colour: Picture['colour'],
): void {
  context.fillStyle = colour('k-rejected');
  context.fillRect(start, top, Math.max(1, wide), tall);
  if (wide < 4 || tall < 4) return;
  context.fillStyle = colour('paper');
  context.fillRect(start + 1, top + 1, wide - 2, tall - 2);
}

function drawAgents(context: CanvasRenderingContext2D, segment: Segment, { wave, colour, mode }: Picture): void {
  const { turn, start, end } = segment;
  if (turn.agents.length === 0) return;
  context.fillStyle = colour('k-agent');
  const at = (time: number | null, other: number) =>
    time === null || mode !== 'time' ? other : Math.min(end, placeIn(segment, mode, { at: time, byte: 0 }));
  for (const agent of turn.agents) {
    const from = at(agent.startedAt, start);
    context.fillRect(from, wave + 3, Math.max(2, at(agent.endedAt, end) - from), AGENTS);
  }
}

function drawMarks(context: CanvasRenderingContext2D, segment: Segment, { wave, forks, colour, mode }: Picture): void {
  const { turn, start } = segment;
  for (const cut of turn.cuts) {
    const x = placeIn(segment, mode, cut);
    context.fillStyle = colour('paper');
    context.fillRect(x - 2.5, 0, 6, wave + TRACK);
    context.fillStyle = colour('ink');
    for (let y = 0; y < wave; y += 5) context.fillRect(x, y, 1.5, 3);
  }
  if (forks.has(turn.number)) {
    context.fillStyle = colour('accent');
    context.beginPath();
    context.moveTo(start - 4, 0);
    context.lineTo(start + 5, 0);
    context.lineTo(start + 0.5, 7);
    context.fill();
  }
}
