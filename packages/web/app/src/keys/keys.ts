import { useLayoutEffect, useRef } from 'preact/hooks';

/** A key, a sequence of two ("g u"), or a key with Ctrl or Command ("Mod k"), and its description for the help. */
export interface Binding {
  keys: string[];
  does: string;
  group: 'Everywhere' | 'Sessions' | 'Reading' | 'Search';
  run: () => void;
  /** If true, the browser gets the key instead. */
  isOff?: () => boolean;
  /** Hidden from the command palette, for example because moving by one makes no sense there. */
  isHidden?: boolean;
}

const layers: { bindings: Binding[] }[] = [];
const PAUSE = 900;
const TYPING =
  'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable], dialog';
let first: { key: string; at: number } | undefined;

/** Binds keys while the component is on screen. If several components bind a key, the latest one wins. */
export function useKeys(bindings: Binding[]): void {
  const layer = useRef({ bindings });
  layer.current.bindings = bindings;
  // Before the first paint, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const own = layer.current;
    layers.push(own);
    return () => {
      layers.splice(layers.indexOf(own), 1);
    };
  }, []);
}

/** All active bindings: those of the page, then those of its parts. */
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

/** Enter and Space on a link or button belong to that element. */
function isPress(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' && event.key !== ' ') return false;
  return event.target instanceof Element && event.target.closest('a, button, summary, input') !== null;
}

/** Runs the action of a key, for buttons. */
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
