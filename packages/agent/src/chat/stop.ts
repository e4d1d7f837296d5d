import { setMaxListeners } from 'node:events';

/** Stops a turn. All parallel calls listen to it: more listeners than Node expects. */
export function newStop(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
