import { type Segment, stripesOf, type TapeMode } from './layout.js';

interface Picture {
  segments: Segment[];
  mode: TapeMode;
  largest: number;
  /** Turns where ways part. */
  forks: Set<number>;
  wave: number;
  colour: (name: string) => string;
}

const AGENTS = 5;
export const TRACK = AGENTS + 4;

/** The tape: bands as a wave, human words as full lines, cuts, forks, and the sub-agents' track below. */
export function drawTape(context: CanvasRenderingContext2D, width: number, picture: Picture): void {
  const { segments, wave, colour } = picture;
  context.clearRect(0, 0, width, wave + TRACK);
  context.fillStyle = colour('rule');
  context.fillRect(0, wave - 1, width, 1);
  for (const segment of segments) {
    drawSegment(context, segment, picture);
    drawAgents(context, segment, picture);
  }
  for (const segment of segments) drawMarks(context, segment, picture);
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
    // As much of it as failed; and all the way up, so that it is seen without colour too.
    context.fillStyle = colour('k-error');
    context.fillRect(start, wave - 1 - tall, Math.max(Math.min(1.5, wide), wide * stripe.failed), tall);
    context.fillRect(start, 1, Math.max(1.5, Math.min(2, wide)), wave - 2);
  }
  context.fillStyle = colour('you-line');
  context.fillRect(segment.start, 1, isThin ? 1 : 2, wave - 2);
}

/** Asked for and not done: hollow, so that it is seen without colour too. */
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

function drawAgents(context: CanvasRenderingContext2D, { turn, start, end }: Segment, { wave, colour }: Picture): void {
  if (turn.agents.length === 0) return;
  context.fillStyle = colour('k-agent');
  const first = turn.startedAt;
  const span = first === null || turn.endedAt === null ? 0 : turn.endedAt - first;
  for (const agent of turn.agents) {
    const at = (time: number | null, other: number) =>
      time === null || first === null || span <= 0
        ? other
        : start + Math.min(1, Math.max(0, (time - first) / span)) * (end - start);
    const from = at(agent.startedAt, start);
    context.fillRect(from, wave + 3, Math.max(2, at(agent.endedAt, end) - from), AGENTS);
  }
}

function drawMarks(
  context: CanvasRenderingContext2D,
  { turn, start }: Segment,
  { wave, forks, colour }: Picture,
): void {
  if (turn.compaction) {
    context.fillStyle = colour('paper');
    context.fillRect(start - 4, 0, 6, wave + TRACK);
    context.fillStyle = colour('ink');
    for (let y = 0; y < wave; y += 5) context.fillRect(start - 1.5, y, 1.5, 3);
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
