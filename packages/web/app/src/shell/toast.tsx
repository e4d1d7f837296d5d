import { useSyncExternalStore } from './external.js';

let text = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Shows a short message for a moment; screen readers announce it too. */
export function showToast(words: string): void {
  show(words);
  clearTimeout(timer);
  timer = setTimeout(() => show(''), 2600);
}

/** A message at the bottom of the page, which makes room for it so that nothing is covered. */
export function Toast() {
  const words = useSyncExternalStore(subscribe, () => text);
  return (
    <p class="toast" role="status" data-shown={words !== ''}>
      {words}
    </p>
  );
}

function show(words: string): void {
  text = words;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
