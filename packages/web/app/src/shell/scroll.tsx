import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { keepPlace, keptPlace } from '../window/kept-place.js';

interface Props {
  label: string;
  class?: string;
  /** Starts at the end, for content in order of time from left to right. */
  startsAt?: 'end';
  /** The name under which the position is kept; undefined while there is nothing to scroll to yet. */
  keptAs?: string | undefined;
  children: ComponentChildren;
}

/** A part of the page with its own scrolling, which the keyboard can reach and which has an accessible name. */
export function Scroll({ label, class: look, startsAt, keptAs, children }: Props) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (startsAt === 'end' && element.current) element.current.scrollLeft = element.current.scrollWidth;
  }, []);
  useLayoutEffect(() => {
    const scroller = element.current;
    if (keptAs === undefined || !scroller) return;
    const { top } = keptPlace(keptAs) ?? {};
    scroller.scrollTop = typeof top === 'number' ? top : 0;
    let last = scroller.scrollTop;
    // When the page is left, the element may already be detached and report 0.
    const note = () => {
      last = scroller.scrollTop;
    };
    const leave = () => keepPlace(keptAs, { top: last });
    scroller.addEventListener('scroll', note, { passive: true });
    addEventListener('pagehide', leave);
    return () => {
      scroller.removeEventListener('scroll', note);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [keptAs]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={element} class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
