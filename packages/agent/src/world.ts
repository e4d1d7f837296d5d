import type { Clock } from './loop/ask-model.js';

/** Everything from outside. It is passed in at the edge, so that the rest can be tested. */
export interface World extends Clock {
  newUuid(): string;
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
  fetch: typeof fetch;
}

/** Waits on the machine's clock; ends early when the signal is aborted. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
