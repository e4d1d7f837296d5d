import { useMemo, useRef, useState } from 'preact/hooks';
import type { TurnOutline } from '../api/contract.js';
import { many } from '../format/number.js';
import { useDrawing } from './canvas.js';
import { useColours } from './colours.js';
import { drawTape, TRACK } from './draw.js';
import { largestBand, layoutTape, type Segment, segmentAt, type TapeMode } from './layout.js';
import { useWidth } from './width.js';

interface Props {
  turns: TurnOutline[];
  mode: TapeMode;
  label: string;
  size: 'full' | 'small';
  forks?: Set<number>;
  /** First and last turn on screen. */
  window?: { first: number; last: number } | undefined;
  selected?: Set<number>;
  onJump?: (turn: number) => void;
  onSelect?: (first: number, last: number) => void;
  /** The turn under the pointer, for whoever has room to name it. */
  onPoint?: (turn: TurnOutline | undefined) => void;
}

const NO_FORKS = new Set<number>();

/** The whole session as one strip. Hover names a turn, a click jumps to it, a drag selects turns; arrow keys move along it. */
export function Tape({
  turns,
  mode,
  label,
  size,
  forks = NO_FORKS,
  window,
  selected,
  onJump,
  onSelect,
  onPoint,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(box);
  const colour = useColours();
  const wave = size === 'full' ? 52 : 26;
  const height = wave + TRACK;
  const segments = useMemo(() => layoutTape(turns, mode, width), [turns, mode, width]);
  const largest = useMemo(() => largestBand(turns), [turns]);
  const [hover, setHover] = useState<Segment | undefined>();
  const point = (segment: Segment | undefined) => {
    setHover(segment);
    onPoint?.(segment?.turn);
  };
  const drag = useRef<{ x: number; first: number } | undefined>(undefined);
  useDrawing(
    canvas,
    { width, height },
    (context) => drawTape(context, width, { segments, mode, largest, forks, wave, colour }),
    [segments, forks, colour],
  );
  const at = (event: PointerEvent) =>
    segmentAt(segments, event.clientX - (box.current?.getBoundingClientRect().left ?? 0));
  const current = window?.first ?? turns[0]?.number ?? 0;
  const step = (by: number) => {
    const index = turns.findIndex(({ number }) => number === current);
    const next = turns[Math.min(turns.length - 1, Math.max(0, index + by))];
    if (next) onJump?.(next.number);
  };
  const picture = (
    <>
      <canvas ref={canvas} class="tape-canvas" />
      {selected && selected.size > 0 && <Selection segments={segments} selected={selected} />}
      {window && <Mark class="tape-window" segments={segments} first={window.first} last={window.last} />}
      {hover && <Mark class="tape-hover" segments={segments} first={hover.turn.number} last={hover.turn.number} />}
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
        if (event.key === 'ArrowRight') step(1);
        else if (event.key === 'ArrowLeft') step(-1);
        else return;
        event.preventDefault();
      }}
      onPointerDown={(event) => {
        const segment = at(event);
        if (!segment || event.button !== 0) return;
        drag.current = { x: event.clientX, first: segment.turn.number };
        box.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const segment = at(event);
        point(segment);
        if (drag.current && segment && Math.abs(event.clientX - drag.current.x) > 5)
          onSelect?.(drag.current.first, segment.turn.number);
      }}
      onPointerUp={(event) => {
        const segment = at(event);
        if (drag.current && segment && Math.abs(event.clientX - drag.current.x) <= 5) onJump(segment.turn.number);
        drag.current = undefined;
      }}
      onPointerLeave={() => point(undefined)}
    >
      {picture}
    </div>
  );
}

function Mark({
  segments,
  first,
  last,
  class: look,
}: {
  segments: Segment[];
  first: number;
  last: number;
  class: string;
}) {
  const from = segments.find(({ turn }) => turn.number >= first);
  const to = segments.findLast(({ turn }) => turn.number <= last);
  if (!from || !to || to.end < from.start) return null;
  return <div class={look} style={{ left: `${from.start}px`, width: `${Math.max(4, to.end - from.start)}px` }} />;
}

function Selection({ segments, selected }: { segments: Segment[]; selected: Set<number> }) {
  return (
    <>
      {segments
        .filter(({ turn }) => selected.has(turn.number))
        .map(({ turn, start, end }) => (
          <div
            key={turn.number}
            class="tape-selected"
            style={{ left: `${start}px`, width: `${Math.max(2, end - start)}px` }}
          />
        ))}
    </>
  );
}
