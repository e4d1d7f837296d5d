import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { Heights, type Sized } from './heights.js';

export interface WindowHandle {
  /** Brings a row to the top, or `offset` pixels below it. */
  scrollTo(key: string, offset?: number): void;
  scrollToEnd(): void;
  isAtEnd(): boolean;
  /** The list went to a row or to its end, and the reader has not moved since. */
  isHeld(): boolean;
  /** Stops holding a row, before scrolling within it. */
  letGo(): void;
  /** The row at the top, and how far it is scrolled past. */
  anchor(): Anchor | undefined;
}

export interface Anchor {
  key: string;
  offset: number;
}

interface Props<T extends Sized> {
  rows: readonly T[];
  render: (row: T, index: number) => ComponentChildren;
  /** Called when other rows come on screen. `first` and `last` are visible, not only rendered. */
  onRange?: (first: number, last: number) => void;
  handle?: (handle: WindowHandle) => void;
  /** While the reader is at the end, stays there as the list grows. */
  isFollowing?: boolean;
  /** All rows are here and none is a placeholder. If their end is on screen and the reader has not moved, that is the end. */
  isWhole?: boolean;
  class?: string;
  /** A further class for a row. */
  rowClass?: (row: T) => string;
  label: string;
  /** Scrolls with the rows, before the first. */
  head?: ComponentChildren;
  /** Called when the head scrolls out of view, and when it comes back. */
  onAway?: (isAway: boolean) => void;
}

const OVERSCAN = 300;
const AT_END = 48;
/** Anything above the list that shrinks when the head is out of view must be lower than this, or it would flicker. */
const AWAY = 120;
/** The events by which a reader moves. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * A list of any length. Only the rows on screen are in the document. Rows may have any height and change it; the row at
 * the top stays where it is, whatever happens above it.
 */
export function WindowList<T extends Sized>(props: Props<T>) {
  const { rows, render, onRange, handle, isFollowing = false, isWhole = false, label, head, onAway } = props;
  const scroller = useRef<HTMLElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const lead = useRef<HTMLDivElement>(null);
  const heights = useMemo(() => new Heights(), []);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const state = useRef({
    anchor: undefined as Anchor | undefined,
    isAtEnd: false,
    /** The row that the list went to. Until the reader moves it stays there, however tall the rows around it turn out to be. */
    held: undefined as Anchor | 'end' | undefined,
    wasWhole: false,
    hasMoved: false,
    isAway: false,
    first: -1,
    last: -1,
    width: 0,
    seen: 0,
    drawn: { first: 0, last: 0 },
    told: undefined as readonly T[] | undefined,
  });

  /** The last known sizes: reading them from the browser could force a layout in every frame. */
  const box = useRef({ lead: 0, height: 900, top: undefined as number | undefined });
  const around = useRef({ frame: 0, timer: undefined as ReturnType<typeof setTimeout> | undefined });
  const measured = useMemo(() => new WeakSet<Element>(), []);
  const view = () => {
    const top = state.current.seen - box.current.lead;
    return { top, bottom: top + box.current.height };
  };
  const rendered = () => {
    const { top, bottom } = view();
    return { first: heights.rowAt(top - OVERSCAN), last: heights.rowAt(bottom + OVERSCAN) };
  };
  const atTop = (): Anchor | undefined => {
    const { top } = view();
    const index = heights.rowAt(Math.max(0, top));
    const key = heights.keyAt(index);
    return key === undefined ? undefined : { key, offset: top - heights.top(index) };
  };
  const remember = () => {
    const element = scroller.current;
    if (!element) return;
    if (state.current.held && isMovedByOthers(element, state.current.seen)) state.current.held = undefined;
    state.current.seen = element.scrollTop;
    const { bottom } = view();
    state.current.anchor = atTop();
    state.current.isAtEnd = heights.total - bottom < AT_END;
  };
  /** Also counts a scroll whose event has not arrived yet, or the reader would be pulled back. */
  const sync = () => {
    if (scroller.current && Math.abs(scroller.current.scrollTop - state.current.seen) > 0.5) remember();
  };
  /** Sets the size of the strip, and puts the row that was at the top back there. */
  const hold = (first: number) => {
    const element = scroller.current;
    const { held, isAtEnd, seen } = state.current;
    const anchor = held && held !== 'end' ? held : state.current.anchor;
    if (!element || !strip.current) return;
    place(strip.current, heights, first);
    const index = anchor && heights.indexOf(anchor.key);
    const isFollowed = held === 'end' || (isFollowing && isAtEnd);
    if (!isFollowed && (!anchor || index === undefined)) return;
    const wanted = isFollowed
      ? element.scrollHeight - box.current.height
      : heights.top(index ?? 0) + (anchor?.offset ?? 0) + box.current.lead;
    if (Math.abs(seen - wanted) < 1) return;
    element.scrollTop = wanted;
    state.current.seen = element.scrollTop;
  };
  const measure = (which: 'new' | 'all') => {
    let isChanged = false;
    for (const child of strip.current?.children ?? []) {
      if (!(child instanceof HTMLElement) || child.dataset['row'] === undefined) continue;
      if (which === 'new' && measured.has(child)) continue;
      measured.add(child);
      isChanged = heights.measure(child.dataset['row'], child.offsetHeight) || isChanged;
    }
    return isChanged;
  };
  const report = () => {
    const { top, bottom } = view();
    // Pixels are rounded: a row that ends right at the top is not on screen.
    const first = heights.rowAt(Math.max(0, top + 4));
    const last = heights.rowAt(bottom);
    if (first === state.current.first && last === state.current.last && rows === state.current.told) return;
    Object.assign(state.current, { first, last, told: rows });
    onRange?.(first, last);
  };

  const reportAway = () => {
    const { seen, isAway } = state.current;
    const { lead: tall } = box.current;
    const isNow = isAway ? seen > Math.max(8, tall / 2) : seen > tall + AWAY;
    if (isNow === isAway) return;
    state.current.isAway = isNow;
    onAway?.(isNow);
  };
  /** If something above the list, or its head, changed its height: keeps the text at the same place on the screen. */
  const stay = (before: { lead: number; top: number | undefined }) => {
    const { held, seen } = state.current;
    const { lead: tall, top = 0 } = box.current;
    const moved = top - (before.top ?? top);
    if (held || !scroller.current) return;
    if (seen === 0) {
      if (state.current.anchor) state.current.anchor.offset -= tall - before.lead;
      return;
    }
    if (moved === 0) return;
    scroller.current.scrollTop = seen + moved;
    remember();
  };

  // Reading the position forces a layout, so it is done only when rows change.
  if (rows !== heights.rows) {
    sync();
    const { wasWhole, hasMoved, held } = state.current;
    // A list that fits is never scrolled, so nothing else shows that the reader is at its end.
    if (wasWhole && !hasMoved && !held && heights.total - view().bottom < AT_END) state.current.isAtEnd = true;
  }
  heights.setRows(rows);
  const { first, last } = leapt(rendered(), view(), heights, state.current.drawn);
  const shown = rows.slice(first, last + 1);

  /** Whether rows are missing: on screen, or only around it. */
  const isMoreWanted = (): 'on screen' | 'around' | undefined => {
    const now = rendered();
    if (now.first >= first && now.last <= last) return undefined;
    const { top, bottom } = view();
    const isSeen = shown.length > 0 && heights.rowAt(Math.max(0, top)) >= first && heights.rowAt(bottom) <= last;
    return isSeen ? 'around' : 'on screen';
  };
  /**
   * Draws the rows around the screen once this frame is painted. (Scroll events come at the beginning of a frame, so the
   * next animation frame may be the same one.)
   */
  const drawAround = () => {
    cancelAnimationFrame(around.current.frame);
    clearTimeout(around.current.timer);
    around.current.frame = requestAnimationFrame(() => {
      around.current.timer = setTimeout(() => redraw(undefined));
    });
  };

  useLayoutEffect(() => {
    const isChanged = measure('new');
    state.current.drawn = { first, last };
    state.current.wasWhole = isWhole;
    hold(first);
    report();
    const isLeft = isMoreWanted();
    if (isLeft === 'around') drawAround();
    else if (isLeft && isChanged) redraw(undefined);
  });
  useEffect(
    () => () => {
      cancelAnimationFrame(around.current.frame);
      clearTimeout(around.current.timer);
    },
    [],
  );
  const late = useRef({ onScroll: () => {}, onResize: () => {}, hold: () => {} });
  late.current.hold = () => hold(first);
  late.current.onScroll = () => {
    remember();
    if (state.current.held) hold(first);
    report();
    reportAway();
    const now = rendered();
    if (now.first !== first || now.last !== last) redraw(undefined);
  };
  late.current.onResize = () => {
    const width = scroller.current?.clientWidth ?? 0;
    const before = box.current;
    box.current = {
      lead: lead.current?.offsetHeight ?? 0,
      height: scroller.current?.clientHeight || 900,
      top: scroller.current?.getBoundingClientRect().top,
    };
    sync();
    stay(before);
    if (state.current.width !== 0 && state.current.width !== width) heights.forget();
    state.current.width = width;
    measure('all');
    hold(first);
    report();
    const isLeft = isMoreWanted();
    // The browser reports sizes in the frame in which the rows were drawn.
    if (isLeft === 'around') drawAround();
    else if (isLeft) redraw(undefined);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    const list = strip.current;
    if (!element || !list || !lead.current) return;
    const onScroll = () => late.current.onScroll();
    element.addEventListener('scroll', onScroll, { passive: true });
    const letGo = () => {
      state.current.held = undefined;
      state.current.hasMoved = true;
    };
    for (const name of MOVES) addEventListener(name, letGo, { passive: true, capture: true });
    const observer = new ResizeObserver(() => late.current.onResize());
    observer.observe(element);
    observer.observe(lead.current);
    const watchRows = () => {
      for (const child of list.children) observer.observe(child);
    };
    const mutations = new MutationObserver(watchRows);
    mutations.observe(list, { childList: true });
    watchRows();
    late.current.onResize();
    return () => {
      element.removeEventListener('scroll', onScroll);
      for (const name of MOVES) removeEventListener(name, letGo, { capture: true });
      observer.disconnect();
      mutations.disconnect();
    };
  }, []);
  useLayoutEffect(() => {
    handle?.({
      scrollTo: (key, offset = 0) => {
        if (heights.indexOf(key) === undefined) return;
        state.current.isAtEnd = false;
        state.current.held = { key, offset };
        state.current.anchor = { key, offset };
        late.current.hold();
        redraw(undefined);
      },
      scrollToEnd: () => {
        state.current.held = 'end';
        state.current.isAtEnd = true;
        late.current.hold();
        redraw(undefined);
      },
      isAtEnd: () => state.current.isAtEnd,
      isHeld: () => state.current.held !== undefined,
      letGo: () => {
        state.current.held = undefined;
      },
      anchor: () => {
        const { held, anchor } = state.current;
        if (held && held !== 'end') return held;
        // The row may have another key by now: a placeholder is known only by its index.
        return anchor && heights.indexOf(anchor.key) === undefined ? atTop() : anchor;
      },
    });
  }, [handle]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} class={`window ${props.class ?? ''}`} tabIndex={0} aria-label={label}>
      <div ref={lead}>{head}</div>
      <div ref={strip} class="window-strip">
        {shown.map((row, at) => (
          <div key={row.key} data-row={row.key} class={`window-row ${props.rowClass?.(row) ?? ''}`}>
            {render(row, first + at)}
          </div>
        ))}
      </div>
    </section>
  );
}

/** For example by the browser's own search. A list that got shorter is moved too, but to its end. */
function isMovedByOthers(element: HTMLElement, seen: number): boolean {
  if (Math.abs(element.scrollTop - seen) <= 1) return false;
  return element.scrollHeight - element.clientHeight - element.scrollTop > 2;
}

/** After a jump all rows are new: those on screen come first, those around them in the next frame. */
function leapt(
  range: { first: number; last: number },
  { top, bottom }: { top: number; bottom: number },
  heights: Heights,
  drawn: { first: number; last: number },
): { first: number; last: number } {
  if (range.first <= drawn.last && range.last >= drawn.first) return range;
  return { first: heights.rowAt(top), last: heights.rowAt(bottom) };
}

/** The rendered rows are in normal flow, after a padding as tall as the rows before them. */
function place(strip: HTMLDivElement, heights: Heights, first: number): void {
  const height = `${heights.total}px`;
  const padding = `${heights.top(first)}px`;
  if (strip.style.height !== height) strip.style.height = height;
  if (strip.style.paddingTop !== padding) strip.style.paddingTop = padding;
}
