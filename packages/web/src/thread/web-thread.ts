import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './answer.js';
import type { Answer, Ask, Start } from './message.js';
import { playRole } from './roles.js';

/** The program of a worker thread of the server: plays one role until the server ends it. */
export function runThread(): void {
  if (!parentPort) throw new Error('Only the server starts this program, as a worker thread.');
  const port = parentPort;
  const { role, setting } = workerData as Start;
  const player = playRole(role, setting);
  const send = (sent: Answer) => {
    const isBytes = sent.kind === 'done' && sent.result instanceof Uint8Array;
    port.postMessage(sent, isBytes ? [(sent.result as Uint8Array<ArrayBuffer>).buffer] : []);
  };
  port.on('message', async (ask: Ask) => {
    send(await answer(player, ask, (news) => send({ ask: ask.ask, kind: 'news', news })));
  });
}
