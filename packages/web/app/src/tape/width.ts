import { useLayoutEffect, useState } from 'preact/hooks';

export function useWidth(box: { current: HTMLElement | null }): number {
  const [width, set] = useState(0);
  // Before anything is painted, so that nothing jumps.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    set(element.clientWidth);
    const observer = new ResizeObserver(() => set(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
