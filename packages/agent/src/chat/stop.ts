import { setMaxListeners } from 'node:events';

/** What stops a turn. Every call that runs beside others listens to it: more than Node thinks usual. */
export function newStop(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
