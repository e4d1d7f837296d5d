import type { MessagePort } from 'node:worker_threads';
import { isOpenTurn } from '../hook/export-session.js';
import { type MadePart, type MakeOrder, MOST_AHEAD_BYTES, type OpenSession, type Waiting } from './make-order.js';
import { packSpans } from './packed-spans.js';

/** In a thread of its own: makes and encodes the spans of one session after another. */
export function makeSpans(port: MessagePort, open: OpenSession, waiting: Waiting): void {
  port.on('message', (order: MakeOrder) => {
    try {
      make(order, port, open, waiting);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      port.postMessage({ id: order.id, kind: 'failed', reason } satisfies MadePart);
    }
  });
}

function make({ id, file, event, family }: MakeOrder, port: MessagePort, open: OpenSession, waiting: Waiting): void {
  const { sessionId, turns } = open(file, event, { family });
  const facts = turns.map(({ spans: _, ...fact }) => fact);
  port.postMessage({ id, kind: 'turns', sessionId, turns: facts } satisfies MadePart);
  turns.forEach((turn, at) => {
    if (isOpenTurn(turn, event)) return;
    const part = { id, kind: 'spans', turn: at, ...packSpans(turn.spans()) } satisfies MadePart;
    Atomics.add(waiting, 0, part.bytes.length);
    port.postMessage(part, [part.bytes.buffer]);
    for (let held = Atomics.load(waiting, 0); held > MOST_AHEAD_BYTES; held = Atomics.load(waiting, 0)) {
      Atomics.wait(waiting, 0, held);
    }
  });
}
