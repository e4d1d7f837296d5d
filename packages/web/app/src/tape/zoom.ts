import { layoutTape, type Segment, segmentAt, type TapeMode } from '../../../src/tape/layout.js';
import type { TurnOutline } from '../api/contract.js';
import { useSyncExternalStore } from '../shell/external.js';

/** The visible part of the tape: its width relative to the visible width, and how far it is scrolled. */
export interface Zoomed {
  scale: number;
  left: number;
  /** The available width in pixels. */
  width: number;
}

const MAX = 64;
/** The share of the visible width that a turn fills after zooming to it. */
const FILLED = 0.86;

/** The zoom of a tape and of the chart below it. */
export class Zoom {
  now: Zoomed = { scale: 1, left: 0, width: 0 };
  #turns: TurnOutline[] = [];
  #mode: TapeMode = 'time';
  #laid: { scale: number; segments: Segment[] } | undefined;
  readonly #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The turns on the tape. They are laid out once for everything that draws on it. */
  segments(turns: TurnOutline[], mode: TapeMode): Segment[] {
    const { scale, width } = this.now;
    if (turns !== this.#turns || mode !== this.#mode || !this.#laid) this.#laid = undefined;
    this.#turns = turns;
    this.#mode = mode;
    if (this.#laid?.scale !== scale * width) {
      this.#laid = { scale: scale * width, segments: layoutTape(turns, mode, scale * width) };
    }
    return this.#laid.segments;
  }

  resize(width: number): void {
    const { scale, left, width: before } = this.now;
    if (width !== before) this.#set({ scale, width, left: before === 0 ? 0 : (left / before) * width });
  }

  /** Zooms in or out around a point that stays in place. */
  by(factor: number, x: number = this.now.width / 2): void {
    const { left, width, scale } = this.now;
    const before = this.segments(this.#turns, this.#mode);
    const held = segmentAt(before, left + x);
    const wanted = Math.min(MAX, Math.max(1, scale * factor));
    if (!held || wanted === scale) return;
    const share = Math.min(1, Math.max(0, (left + x - held.start) / (held.end - held.start)));
    const after = layoutTape(this.#turns, this.#mode, wanted * width).find(({ turn }) => turn === held.turn);
    if (after) this.#set({ scale: wanted, width, left: after.start + share * (after.end - after.start) - x });
  }

  /** Zooms to a turn; if it is zoomed to already, to the whole tape. */
  toTurn(number: number): void {
    const { width, scale } = this.now;
    const find = (segments: Segment[]) => segments.find(({ turn }) => turn.number === number);
    const segment = find(this.segments(this.#turns, this.#mode));
    if (!segment) return;
    const share = (segment.end - segment.start) / width;
    if (share > FILLED * 0.8) {
      this.whole();
      return;
    }
    // Notches and the minimum width of a turn do not scale with the tape, so this is approximated in a few steps.
    let next = scale;
    for (let step = 0; step < 6; step++) {
      const at = find(layoutTape(this.#turns, this.#mode, next * width));
      if (!at) return;
      next = Math.min(MAX, Math.max(1, (next * FILLED * width) / (at.end - at.start)));
    }
    const at = find(layoutTape(this.#turns, this.#mode, next * width));
    if (at) this.#set({ scale: next, width, left: (at.start + at.end) / 2 - width / 2 });
  }

  whole(): void {
    this.#set({ ...this.now, scale: 1, left: 0 });
  }

  moveBy(pixels: number): void {
    this.#set({ ...this.now, left: this.now.left + pixels });
  }

  /** Scrolls just enough to show a part of the tape. */
  follow(from: number, to: number): void {
    const { left, width, scale } = this.now;
    if (scale === 1 || (from >= left && Math.min(to, from + width / 2) <= left + width)) return;
    this.#set({ ...this.now, left: from - width * 0.1 });
  }

  #set({ scale, left, width }: Zoomed): void {
    const kept = Math.min(Math.max(0, left), width * (scale - 1));
    const { now } = this;
    if (now.scale === scale && now.left === kept && now.width === width) return;
    this.now = { scale, left: kept, width };
    for (const listener of [...this.#listeners]) listener();
  }
}

export function useZoom(zoom: Zoom): Zoomed {
  return useSyncExternalStore(zoom.subscribe, () => zoom.now);
}
