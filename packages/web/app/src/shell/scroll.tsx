import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  label: string;
  class?: string;
  /** What runs from left to right in time begins with what was last. */
  startsAt?: 'end';
  children: ComponentChildren;
}

/** A part of the page that scrolls by itself: the keyboard can reach it, and it has a name. */
export function Scroll({ label, class: look, startsAt, children }: Props) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (startsAt === 'end' && element.current) element.current.scrollLeft = element.current.scrollWidth;
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={element} class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
