import { useEffect, useRef } from 'preact/hooks';
import { type Segment, segmentAt, stripesOf, type TapeMode } from '../../../src/tape/layout.js';
import type { Zoom } from './zoom.js';

/** A turn on the tape, and the line in it that the pointer is at; null for its beginning. */
export interface Spot {
  turn: number;
  byte: number | null;
}

interface Options {
  box: { current: HTMLElement | null };
  zoom: Zoom | undefined;
  segments: Segment[];
  mode: TapeMode;
  /** Pixels from the top; the track below is for scrubbing. */
  wave: number;
  onJump: ((spot: Spot) => void) | undefined;
  onSelect: ((first: number, last: number) => void) | undefined;
  onHover: (segment: Segment | undefined) => void;
}

/** Smaller movements of the pointer do not count. */
const STILL = 5;
const WHEEL = 0.0022;
/** A narrower turn is too small for pointing at a line in it. */
const AIMED = 24;

/**
 * The gestures on the tape. A click jumps, a drag selects turns; a drag on the track below, or with a finger, scrubs. The
 * wheel and two fingers zoom, a sideways wheel scrolls, a double click zooms to a turn.
 */
export function useGestures({ box, zoom, segments, mode, wave, onJump, onSelect, onHover }: Options) {
  const fingers = useRef(new Map<number, number>());
  const drag = useRef<{ x: number; first: number; isScrub: boolean; hasMoved: boolean; last: string } | undefined>(
    undefined,
  );
  const left = () => zoom?.now.left ?? 0;
  const xOf = (event: MouseEvent) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const at = (event: MouseEvent) => segmentAt(segments, left() + xOf(event));
  const spotAt = (event: MouseEvent): Spot | undefined => {
    const segment = at(event);
    return segment && { turn: segment.turn.number, byte: byteAt(segment, mode, left() + xOf(event)) };
  };
  useEffect(() => {
    const element = box.current;
    if (!element || !zoom) return;
    // Not passive: the event must be cancelled, or the page would scroll.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const isAside = !event.ctrlKey && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY));
      if (isAside) zoom.moveBy(event.deltaX || event.deltaY);
      else zoom.by(Math.exp(-event.deltaY * WHEEL * (event.ctrlKey ? 4 : 1)), xOf(event));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [zoom]);
  const scrub = (event: PointerEvent) => {
    const spot = spotAt(event);
    const name = `${spot?.turn} ${spot?.byte}`;
    if (!spot || !drag.current || drag.current.last === name) return;
    drag.current.last = name;
    onJump?.(spot);
  };
  const pinch = (event: PointerEvent) => {
    const before = [...fingers.current.values()];
    fingers.current.set(event.pointerId, event.clientX);
    const now = [...fingers.current.values()];
    const [a = 0, b = 0] = before;
    const [c = 0, d = 0] = now;
    const middle = (c + d) / 2 - (box.current?.getBoundingClientRect().left ?? 0);
    if (Math.abs(a - b) > STILL) zoom?.by(Math.abs(c - d) / Math.abs(a - b), middle);
    zoom?.moveBy((a + b - c - d) / 2);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      const segment = at(event);
      if (!segment || event.button !== 0) return;
      fingers.current.set(event.pointerId, event.clientX);
      box.current?.setPointerCapture(event.pointerId);
      // Two fingers zoom. The one that is lifted last must not jump.
      if (fingers.current.size > 1) {
        drag.current = undefined;
        return;
      }
      const isLow = event.clientY - (box.current?.getBoundingClientRect().top ?? 0) > wave;
      const isScrub = event.pointerType === 'touch' || isLow;
      drag.current = { x: event.clientX, first: segment.turn.number, isScrub, hasMoved: false, last: '' };
    },
    onPointerMove: (event: PointerEvent) => {
      const segment = at(event);
      onHover(segment);
      if (fingers.current.size === 2 && fingers.current.has(event.pointerId)) return pinch(event);
      if (!drag.current || !segment) return;
      if (Math.abs(event.clientX - drag.current.x) > STILL) drag.current.hasMoved = true;
      if (!drag.current.hasMoved) return;
      if (drag.current.isScrub) scrub(event);
      else onSelect?.(drag.current.first, segment.turn.number);
    },
    onPointerUp: (event: PointerEvent) => {
      const spot = spotAt(event);
      const isAlone = fingers.current.size <= 1;
      fingers.current.delete(event.pointerId);
      if (drag.current && spot && isAlone && !drag.current.hasMoved) onJump?.(spot);
      if (isAlone) drag.current = undefined;
    },
    onPointerCancel: (event: PointerEvent) => {
      fingers.current.delete(event.pointerId);
      drag.current = undefined;
    },
    onPointerLeave: () => onHover(undefined),
    onDblClick: (event: MouseEvent) => {
      const segment = at(event);
      if (segment) zoom?.toTurn(segment.turn.number);
    },
  };
}

function byteAt(segment: Segment, mode: TapeMode, x: number): number | null {
  if (segment.end - segment.start < AIMED) return null;
  const stripes = stripesOf(segment, mode, 1);
  const index = stripes.findLastIndex((stripe) => stripe.start <= x);
  return index > 0 ? (stripes[index]?.byte ?? null) : null;
}
