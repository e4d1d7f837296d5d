import { setFlagsFromString } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { allowSweeping, sweep } from '../memory/sweep.js';
import { answer } from './answer.js';
import type { Ask, Start } from './message.js';
import { playRole } from './roles.js';

/** The heap is cleaned up when it has grown by so much: else it grows to several times what is in use. */
const GROWTH = 3;

/** Nobody asked for so long: time to clean up. */
const IDLE_MS = 700;

/** A thread of the server: plays one role until it is ended. */
export function runThread(): void {
  const port = parentPort;
  if (!port) throw new Error('This runs in a thread only.');
  const { role, setting } = workerData as Start;
  if (role === 'read') {
    setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
    allowSweeping();
  }
  const player = playRole(role, setting);
  let rest: NodeJS.Timeout | undefined;
  port.on('message', async (ask: Ask) => {
    const done = await answer(player, ask, (news) => port.postMessage({ ask: ask.ask, kind: 'news', news }));
    const bytes = done.kind === 'done' && done.result instanceof Uint8Array ? [done.result.buffer as ArrayBuffer] : [];
    port.postMessage(done, bytes);
    clearTimeout(rest);
    rest = setTimeout(sweep, IDLE_MS).unref();
  });
}
