import { setMaxListeners } from 'node:events';

/** Stops a turn. Each parallel call adds a listener, so Node's limit on listeners is lifted. */
export function newStop(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
