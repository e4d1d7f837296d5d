import { useLayoutEffect, useRef } from 'preact/hooks';

/** One key, or two after each other ("g u"), what it does, and the words for the help. */
export interface Binding {
  keys: string[];
  does: string;
  group: 'Everywhere' | 'Sessions' | 'Reading' | 'Search';
  run: () => void;
}

const layers: { bindings: Binding[] }[] = [];
const PAUSE = 900;
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable], dialog';
let first: { key: string; at: number } | undefined;

/** The bindings hold while the component is on screen; the latest component wins. */
export function useKeys(bindings: Binding[]): void {
  const layer = useRef({ bindings });
  layer.current.bindings = bindings;
  // Before the first paint: who sees the page may press a key.
  useLayoutEffect(() => {
    const mine = layer.current;
    layers.push(mine);
    return () => {
      layers.splice(layers.indexOf(mine), 1);
    };
  }, []);
}

/** All that hold now, for the help: those of the page, then those of its parts. */
export function bindingsNow(): Binding[] {
  return [...layers].reverse().flatMap((layer) => layer.bindings);
}

export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    const { key } = event;
    const pair = first && event.timeStamp - first.at < PAUSE ? `${first.key} ${key}` : undefined;
    first = undefined;
    if (isPress(event)) return;
    const found = (pair && find(pair)) || find(key);
    if (found) {
      event.preventDefault();
      found.run();
      return;
    }
    if (layers.some(({ bindings }) => bindings.some(({ keys }) => keys.some((keyed) => keyed.startsWith(`${key} `))))) {
      first = { key, at: event.timeStamp };
    }
  });
}

/** Enter and Space on a link or button are that link's or button's. */
function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event.target instanceof Element && event.target.closest('a, button, summary, input') !== null;
}

function find(key: string): Binding | undefined {
  for (const { bindings } of [...layers].reverse()) {
    const found = bindings.find(({ keys }) => keys.includes(key));
    if (found) return found;
  }
  return undefined;
}
