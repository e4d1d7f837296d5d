import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Focuses an element when it appears or `change` does, if nothing else has the focus: then Tab goes on from there. */
export function useKeptFocus<Shown extends HTMLElement>(change?: unknown): RefObject<Shown | null> {
  const shown = useRef<Shown>(null);
  useEffect(() => {
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true });
  }, [change]);
  return shown;
}
