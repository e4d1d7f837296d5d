import type { MessagePort } from 'node:worker_threads';
import { Room } from '@unspool/session';
import { isOpenTurn } from '../hook/export-session.js';
import { SpanBytes } from '../otlp/span-bytes.js';
import { type MadePart, type MakeOrder, MOST_AHEAD_BYTES, type OpenSession, take, type Waiting } from './make-order.js';

/** In a thread of its own: makes and encodes the spans of one session after another. */
export function makeSpans(port: MessagePort, open: OpenSession, waiting: Waiting): void {
  port.on('message', (order: MakeOrder) => {
    if (!take(order.claim)) return;
    makeParts(order, open, (part) => {
      if (part.kind !== 'spans') {
        port.postMessage(part);
        return;
      }
      Atomics.add(waiting, 0, part.bytes.length);
      port.postMessage(part, [part.bytes.buffer]);
      for (let held = Atomics.load(waiting, 0); held > MOST_AHEAD_BYTES; held = Atomics.load(waiting, 0)) {
        Atomics.wait(waiting, 0, held);
      }
    });
  });
}

interface Desk {
  out: SpanBytes;
  room: Room;
}

const MB = 1024 * 1024;
/** What nearly all sessions fit into with their sub-agents, and what the others get. */
const ROOMS = [8 * MB, 40 * MB];
const desks = new Map<number, Desk>();

/** Where spans are made, of the files of one order after another. */
function deskFor(bytes: number): Desk {
  const size = ROOMS.find((each) => bytes <= each) ?? Math.max(...ROOMS);
  let desk = desks.get(size);
  if (!desk) {
    const out = new SpanBytes(size);
    desk = { out, room: new Room(out.room) };
    desks.set(size, desk);
  }
  return desk;
}

/** All of one order, part by part. */
export function makeParts(order: MakeOrder, open: OpenSession, give: (part: MadePart) => void): void {
  const { id, file, event, agentFiles } = order;
  const { out, room } = deskFor(order.bytes);
  room.clear();
  try {
    const { sessionId, turns, unread } = open(file, event, { agentFiles, room });
    const found = () => unread.size > 0 && { unread };
    give({ id, kind: 'turns', sessionId, turns: turns.map(({ spans: _, write: __, ...fact }) => fact), ...found() });
    turns.forEach((turn, at) => {
      if (isOpenTurn(turn, event)) return;
      turn.write(out);
      give({ id, kind: 'spans', turn: at, ...out.take(), ...found() });
    });
  } catch (error) {
    out.drop();
    give({ id, kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
  give({ id, kind: 'made' });
}
