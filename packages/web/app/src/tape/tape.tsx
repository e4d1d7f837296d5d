import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { largestBand, type Segment, stripesOf, type TapeMode } from '../../../src/tape/layout.js';
import type { TurnOutline } from '../api/contract.js';
import { many } from '../format/number.js';
import type { View } from '../session/viewing.js';
import { useDrawing } from './canvas.js';
import { useColours } from './colours.js';
import { drawTape, TRACK } from './draw.js';
import { type Spot, useGestures } from './gestures.js';
import { useWidth } from './width.js';
import { useZoom, Zoom } from './zoom.js';

interface Props {
  turns: TurnOutline[];
  mode: TapeMode;
  label: string;
  size: 'full' | 'small';
  /** Shared with the chart on the same axis. */
  zoom?: Zoom;
  forks?: Set<number>;
  /** What is on screen. */
  window?: View | undefined;
  selected?: Set<number>;
  onJump?: (spot: Spot) => void;
  onSelect?: (first: number, last: number) => void;
  /** Reports the turn under the pointer, to be named elsewhere. */
  onPoint?: (turn: TurnOutline | undefined) => void;
}

const NO_FORKS = new Set<number>();
const STEP = 1.6;

/** The whole session as one strip. Hover names a turn, a click jumps to it, a drag selects turns; arrow keys move along it. */
export function Tape(props: Props) {
  const { turns, mode, label, size, forks = NO_FORKS, window, selected, onJump, onSelect, onPoint } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const own = useMemo(() => new Zoom(), []);
  const zoom = props.zoom ?? own;
  const { scale, left, width: laidOut } = useZoom(zoom);
  useLayoutEffect(() => zoom.resize(width), [zoom, width]);
  const colour = useColours();
  const wave = size === 'full' ? 52 : 26;
  const height = wave + TRACK;
  const segments = useMemo(() => zoom.segments(turns, mode), [zoom, turns, mode, laidOut, scale]);
  const largest = useMemo(() => largestBand(turns), [turns]);
  const [hover, setHover] = useState<Segment | undefined>();
  const seen = useMemo(() => window && placeOf(segments, mode, window), [segments, mode, window]);
  useEffect(() => {
    if (seen) zoom.follow(seen.start, seen.end);
  }, [seen?.start, seen?.end]);
  useDrawing(
    canvas,
    { width, height },
    (context) => drawTape(context, width, { segments, mode, largest, forks, wave, colour, left }),
    [segments, forks, colour, left],
  );
  const onHover = (segment: Segment | undefined) => {
    setHover(segment);
    if (segment?.turn !== hover?.turn) onPoint?.(segment?.turn);
  };
  const gestures = useGestures({
    box,
    zoom: onJump && zoom,
    segments,
    mode,
    wave,
    onJump,
    onSelect,
    onHover,
  });
  const current = window?.first ?? turns[0]?.number ?? 0;
  const picture = (
    <>
      <canvas ref={canvas} class="tape-canvas" />
      {selected && selected.size > 0 && <Selection segments={segments} selected={selected} left={left} />}
      {seen && <Mark class="tape-window" {...seen} left={left} />}
      {seen && onJump && <Mark class="tape-thumb" {...seen} left={left} />}
      {hover && <Mark class="tape-hover" start={hover.start} end={hover.end} left={left} />}
    </>
  );
  const look = `tape tape-${size} tape-h${height}`;
  if (!onJump) {
    return (
      <div ref={box} class={look} role="img" aria-label={`${label}: ${many(turns.length, 'turn')}`}>
        {picture}
      </div>
    );
  }
  const step = (by: number) => {
    const index = turns.findIndex(({ number }) => number === current);
    const next = turns[Math.min(turns.length - 1, Math.max(0, index + by))];
    if (next) onJump({ turn: next.number, byte: null });
  };
  const onKey: { [key: string]: () => void } = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    '+': () => zoom.by(STEP),
    '=': () => zoom.by(STEP),
    '-': () => zoom.by(1 / STEP),
    '0': () => zoom.whole(),
  };
  return (
    <div
      ref={box}
      class={look}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={turns[0]?.number ?? 0}
      aria-valuemax={turns.at(-1)?.number ?? 0}
      aria-valuenow={current}
      aria-valuetext={`Turn ${current}`}
      onKeyDown={(event) => {
        const does = onKey[event.key];
        if (!does || event.ctrlKey || event.metaKey) return;
        does();
        event.preventDefault();
      }}
      {...gestures}
    >
      {picture}
    </div>
  );
}

interface Place {
  start: number;
  end: number;
}

/** From the first to the last line on screen. */
function placeOf(segments: Segment[], mode: TapeMode, { first, last, from, to }: View): Place | undefined {
  const begin = segments.find(({ turn }) => turn.number >= first);
  const end = segments.findLast(({ turn }) => turn.number <= last);
  if (!begin || !end || end.end < begin.start) return undefined;
  const start = from === null ? begin.start : stripeAt(begin, mode, from).start;
  const stop = to === null ? end.start : stripeAt(end, mode, to).end;
  return { start, end: Math.max(stop, start) };
}

function stripeAt(segment: Segment, mode: TapeMode, byte: number): Place {
  const stripes = stripesOf(segment, mode, 1);
  return stripes.findLast((stripe) => stripe.byte <= byte) ?? { start: segment.start, end: segment.start };
}

const MIN = 4;

function Mark({ start, end, left, class: look }: Place & { left: number; class: string }) {
  return <div class={look} style={{ left: `${start - left}px`, width: `${Math.max(MIN, end - start)}px` }} />;
}

function Selection({ segments, selected, left }: { segments: Segment[]; selected: Set<number>; left: number }) {
  return (
    <>
      {segments
        .filter(({ turn }) => selected.has(turn.number))
        .map(({ turn, start, end }) => (
          <Mark key={turn.number} class="tape-selected" start={start} end={end} left={left} />
        ))}
    </>
  );
}
