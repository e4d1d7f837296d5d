import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Sized } from './heights.js';
import type { WindowHandle } from './window-list.js';

/** Where a list or page was left, by its address. Kept for the tab: back, a reload and a later visit return to it. */
export function keepPlace(name: string, place: object): void {
  try {
    sessionStorage.setItem(`place ${name}`, JSON.stringify(place));
  } catch {
    // Storage is full or not allowed: the page opens at its start.
  }
}

export function keptPlace(name: string): { [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(`place ${name}`) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}

/** Brings a list back to the row that was at its top. Rows may be fetched later: their index is kept too. */
export function useKeptPlace(
  name: string,
  rows: readonly Sized[],
  handle: { current: WindowHandle | undefined },
): void {
  const restored = useRef<string | undefined>(undefined);
  const latest = useRef({ name, rows });
  latest.current = { name, rows };
  useLayoutEffect(() => {
    if (restored.current === name || rows.length === 0) return;
    const { key, index, offset } = keptPlace(name) ?? {};
    const isKnown = typeof key === 'string' && rows.some((row) => row.key === key);
    const target = isKnown ? key : typeof index === 'number' ? rows[index]?.key : undefined;
    if (target === undefined || isKnown) restored.current = name;
    if (target !== undefined) handle.current?.scrollTo(target, Number(offset) || 0);
  }, [name, rows]);
  useLayoutEffect(() => {
    const leave = () => {
      const anchor = handle.current?.anchor();
      const { rows: now, name: page } = latest.current;
      if (anchor && restored.current === page)
        keepPlace(page, { ...anchor, index: now.findIndex(({ key }) => key === anchor.key) });
    };
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [name]);
}
