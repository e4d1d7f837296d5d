import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './answer.js';
import type { Answer, Ask, Start } from './message.js';
import { createRole } from './roles.js';

/** The entry point of a worker thread: serves one role until the server stops it. */
export function runThread(): void {
  if (!parentPort) throw new Error('Only the server starts this program, as a worker thread.');
  const port = parentPort;
  const { role, setting } = workerData as Start;
  const target = createRole(role, setting);
  const send = (sent: Answer) => {
    const isBytes = sent.kind === 'done' && sent.result instanceof Uint8Array;
    port.postMessage(sent, isBytes ? [(sent.result as Uint8Array<ArrayBuffer>).buffer] : []);
  };
  port.on('message', async (ask: Ask) => {
    send(await answer(target, ask, (news) => send({ ask: ask.ask, kind: 'news', news })));
  });
}
