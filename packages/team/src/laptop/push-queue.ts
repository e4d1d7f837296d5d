import { createHash } from 'node:crypto';
import { readChunks, readRange } from '@unspool/session/read';
import { TeamFailure } from '../contract/failure.js';
import { BLOCK, PIECE } from '../contract/limits.js';
import { describe } from './collect.js';
import { newGeneration, type Queue, type QueuedFile, type QueuedSession, waitingBytes } from './queue.js';
import type { TeamClient } from './team-client.js';

export interface PushOrder {
  queue: Queue;
  client: TeamClient;
  person: string;
  home: string;
  platform: string;
  now: () => number;
}

export interface Pushed {
  sessions: number;
  bytes: number;
  withdrawn: number;
  /** Sessions that stay queued, and why. */
  problems: { sessionId: string; message: string }[];
}

/** Sends the queue. Each acknowledged piece is recorded, so an interrupted push continues from there. */
export async function pushQueue(order: PushOrder): Promise<Pushed> {
  const pushed: Pushed = { sessions: 0, bytes: 0, withdrawn: 0, problems: [] };
  for (const session of order.queue.all()) {
    try {
      await sendOne(session, order, pushed);
    } catch (error) {
      if (!(error instanceof TeamFailure) || STOPS.has(error.code)) throw error;
      const isWithdrawn = error.code === 'withdrawn';
      order.queue.put({ ...currentOf(session, order), refused: error.message, ...(isWithdrawn && { isWithdrawn }) });
      pushed.problems.push({ sessionId: session.sessionId, message: error.message });
    }
  }
  return pushed;
}

/** After these errors nothing else would get through either, so the push stops. */
const STOPS: ReadonlySet<string> = new Set(['unreachable', 'not_joined', 'store_unavailable', 'too_many']);

async function sendOne(session: QueuedSession, order: PushOrder, pushed: Pushed): Promise<void> {
  const { sessionId, problem, isLeaving, isWithdrawn } = session;
  if (isLeaving) pushed.withdrawn += await leave(session, order);
  else if (isWithdrawn) return;
  else if (problem !== undefined) pushed.problems.push({ sessionId, message: problem });
  else {
    const bytes = await pushSession(session, order).catch((error: unknown) => {
      const isGone = error instanceof TeamFailure && error.code === 'not_found';
      if (!isGone) throw error;
      return pushSession(fromStart(session, order), order);
    });
    if (session.refused !== undefined) {
      const { refused: _, ...taken } = currentOf(session, order);
      order.queue.put(taken);
    }
    pushed.bytes += bytes;
    if (bytes > 0) pushed.sessions++;
  }
}

/** Sends a session from its start: the service deleted it when its time was up, and it has continued since. */
function fromStart(session: QueuedSession, order: PushOrder): QueuedSession {
  const current = currentOf(session, order);
  const files = Object.entries(current.files).map(([name, file]) => [name, { ...file, sent: 0 }] as const);
  const whole = { ...current, files: Object.fromEntries(files), described: '' };
  order.queue.put(whole);
  return whole;
}

async function leave({ sessionId }: QueuedSession, { queue, client, person }: PushOrder): Promise<number> {
  try {
    await client.withdraw(person, sessionId);
  } catch (error) {
    const isGone = error instanceof TeamFailure && (error.code === 'not_found' || error.code === 'withdrawn');
    if (!isGone) throw error;
  }
  queue.remove(sessionId);
  return 1;
}

async function pushSession(session: QueuedSession, order: PushOrder): Promise<number> {
  const { queue, client } = order;
  const waiting = waitingBytes(session);
  if (waiting === 0 && session.described !== '') return 0;
  const description = describe(session, order);
  const described = JSON.stringify(description);
  if (described !== session.described) {
    await client.describe(session.sessionId, description);
    const { isAgain: _, ...current } = currentOf(session, order);
    queue.put({ ...current, described });
  }
  for (const [name, file] of Object.entries(session.files)) {
    if (file.sent < file.bytes || file.bytes === 0) await pushFile({ session, name, file }, order);
  }
  return waiting;
}

const MAX_GAPS = 3;

/** Sends a file, starting where the service's copy ends. */
async function pushFile(
  { session, name, file }: { session: QueuedSession; name: string; file: QueuedFile },
  order: PushOrder,
): Promise<void> {
  let current = file;
  const note = (change: Partial<QueuedFile>) => {
    current = { ...current, ...change };
    const state = currentOf(session, order);
    order.queue.put({ ...state, files: { ...state.files, [name]: current } });
  };
  for (let gaps = 0; ; ) {
    try {
      await sendPieces({ session, name, file: current }, order, (sent) => note({ sent }));
      return;
    } catch (error) {
      const held = error instanceof TeamFailure && error.code === 'gap' ? error.details.held : undefined;
      if (!held || ++gaps > MAX_GAPS) throw error;
      if (held.generation === current.generation && held.bytes <= current.bytes) note({ sent: held.bytes });
      else if (isOurs(held, current)) note({ generation: newGeneration(order.now(), held.generation), sent: 0 });
      else {
        throw new TeamFailure('gap', 'Another of your machines has continued this session.', {
          hint: 'Bring both together with: unspool team sync',
        });
      }
    }
  }
}

/** Whether everything the service holds was pushed by this machine, or merged into its copy from another one. */
function isOurs(held: { generation: number; bytes: number }, { generation, merged }: QueuedFile): boolean {
  if (merged?.generation === held.generation && merged.bytes === held.bytes) return true;
  return held.generation === generation;
}

async function sendPieces(
  { session, name, file }: { session: QueuedSession; name: string; file: QueuedFile },
  { queue, client }: PushOrder,
  sent: (bytes: number) => void,
): Promise<void> {
  const copy = queue.copyOf(session.sessionId, name);
  const hash = createHash('sha256');
  let hashed = 0;
  for (const chunk of file.sent > 0 ? readChunks(copy) : []) {
    const part = chunk.subarray(0, file.sent - hashed);
    hash.update(part);
    hashed += part.length;
    if (hashed === file.sent) break;
  }
  const { generation, version } = file;
  let offset = file.sent;
  do {
    const bytes = pieceAt(copy, { offset, end: file.bytes, isTranscript: name.endsWith('.jsonl') });
    hash.update(bytes);
    const isWhole = offset + bytes.length === file.bytes;
    const fileSha256 = hash.copy().digest('hex');
    const place = { session: session.sessionId, file: name, generation, version, offset };
    await client.push({ ...place, isWhole, fileSha256, bytes });
    offset += bytes.length;
    sent(offset);
  } while (offset < file.bytes);
}

/** Whole lines of a transcript; otherwise bytes up to a multiple of the block size. */
function pieceAt(
  copy: string,
  { offset, end, isTranscript }: { offset: number; end: number; isTranscript: boolean },
): Uint8Array {
  if (!isTranscript) return readRange(copy, offset, Math.min(PIECE - (offset % BLOCK), end - offset));
  for (let size = PIECE; ; size *= 2) {
    const bytes = readRange(copy, offset, Math.min(size, end - offset));
    const lines = bytes.lastIndexOf(LINE_FEED) + 1;
    if (lines > 0 || offset + bytes.length >= end) return bytes.subarray(0, lines || bytes.length);
  }
}

const LINE_FEED = 10;

/** The current state on disk, which includes pieces recorded since the session was read. */
function currentOf(session: QueuedSession, { queue }: PushOrder): QueuedSession {
  return queue.get(session.sessionId) ?? session;
}
