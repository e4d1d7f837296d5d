import type { Clock } from './loop/ask-model.js';

/** Everything from outside, handed in at the edge so that all inside can be tested. */
export interface World extends Clock {
  newUuid(): string;
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
  fetch: typeof fetch;
}

/** A wait that ends early when the signal is aborted, on the machine's own clock. */
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
