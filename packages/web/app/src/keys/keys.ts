import { useLayoutEffect, useRef } from 'preact/hooks';

/** One key, two after each other ("g u"), or one with Ctrl or Command ("Mod k"); and what it does, as the help says it. */
export interface Binding {
  keys: string[];
  does: string;
  group: 'Everywhere' | 'Sessions' | 'Reading' | 'Search';
  run: () => void;
  /** Leaves the key to the browser now. */
  isOff?: () => boolean;
  /** Not offered by the command palette: moving by one makes no sense there. */
  isHidden?: boolean;
}

const layers: { bindings: Binding[] }[] = [];
const PAUSE = 900;
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable], dialog';
let first: { key: string; at: number } | undefined;

/** The bindings hold while the component is on screen. If several bind a key, the latest component wins. */
export function useKeys(bindings: Binding[]): void {
  const layer = useRef({ bindings });
  layer.current.bindings = bindings;
  // Before the first paint, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const mine = layer.current;
    layers.push(mine);
    return () => {
      layers.splice(layers.indexOf(mine), 1);
    };
  }, []);
}

/** All bindings that hold now: those of the page, then those of its parts. */
export function bindingsNow(): Binding[] {
  return [...layers].reverse().flatMap((layer) => layer.bindings);
}

export function listenForKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (!event.shiftKey) pressWithModifier(event);
      return;
    }
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    pressPlainly(event);
  });
}

function pressPlainly(event: KeyboardEvent): void {
  const { key } = event;
  const pair = first && event.timeStamp - first.at < PAUSE ? `${first.key} ${key}` : undefined;
  first = undefined;
  if (isPress(event)) return;
  const found = (pair && find(pair)) || find(key);
  if (found) {
    event.preventDefault();
    found.run();
  } else if (beginsPair(key)) first = { key, at: event.timeStamp };
}

function beginsPair(key: string): boolean {
  return layers.some(({ bindings }) => bindings.some(({ keys }) => keys.some((each) => each.startsWith(`${key} `))));
}

/** Works while typing too, but not beneath a dialog. */
function pressWithModifier(event: KeyboardEvent): void {
  const found = find(`Mod ${event.key.toLowerCase()}`);
  if (!found || found.isOff?.() || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  found.run();
}

/** Enter and Space on a link or button are that link's or button's. */
function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event.target instanceof Element && event.target.closest('a, button, summary, input') !== null;
}

/** Does what a key does, for a button beside it. */
export function press(key: string): void {
  find(key)?.run();
}

function find(key: string): Binding | undefined {
  for (const { bindings } of [...layers].reverse()) {
    const found = bindings.find(({ keys }) => keys.includes(key));
    if (found) return found;
  }
  return undefined;
}
