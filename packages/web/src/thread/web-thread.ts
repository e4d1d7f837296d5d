import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './answer.js';
import type { Answer, Ask, Start } from './message.js';
import { playRole } from './roles.js';

/** A thread of the server, or a process in its place: plays one role until it is ended. */
export function runThread(): void {
  if (parentPort) playInThread(parentPort);
  else if (process.send) process.once('message', (start: Start) => playInProcess(start));
  else throw new Error('This is started by the server only.');
}

function playInThread(port: NonNullable<typeof parentPort>): void {
  const start = workerData as Start;
  const take = takerOf(start, (done) => {
    const bytes = done.kind === 'done' && done.result instanceof Uint8Array ? [done.result.buffer as ArrayBuffer] : [];
    port.postMessage(done, bytes);
  });
  port.on('message', (ask: Ask) => void take(ask));
}

/** Ends with the server: without it nobody is there to be answered. */
function playInProcess(start: Start): void {
  process.on('disconnect', () => process.exit());
  const take = takerOf(start, (done) => process.send?.(done));
  process.on('message', (ask: Ask) => void take(ask));
}

function takerOf({ role, setting }: Start, send: (answer: Answer) => void): (ask: Ask) => Promise<void> {
  const player = playRole(role, setting);
  return async (ask) => send(await answer(player, ask, (news) => send({ ask: ask.ask, kind: 'news', news })));
}
