import type { ComponentChildren } from 'preact';

interface Props {
  label: string;
  class?: string;
  children: ComponentChildren;
}

/** A part of the page that scrolls by itself: the keyboard can reach it, and it has a name. */
export function Scroll({ label, class: look, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class={look} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
