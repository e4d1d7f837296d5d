import { fstatSync, read } from 'node:fs';
import { Socket } from 'node:net';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 3000;

/**
 * Reads the event that a hook gets on stdin. It is complete when its JSON is, when stdin ends, or after a time limit, because
 * the caller may never close stdin. Never fails: without input the text is empty.
 */
export function readEvent(done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let stop = () => {};
  const finish = () => {
    clearTimeout(timer);
    stop();
    done(Buffer.concat(chunks).toString('utf8'));
  };
  const timer = setTimeout(finish, MAX_MS);
  const take = (chunk: Buffer): boolean => {
    chunks.push(chunk);
    size += chunk.length;
    return size > MAX_BYTES || isWhole(chunks);
  };
  stop = open(take, finish);
}

/** `take` returns true when it has enough. `end` is called at most once, and never after the returned function was called. */
function open(take: (chunk: Buffer) => boolean, end: () => void): () => void {
  const kind = kindOfStdin();
  if (kind === 'file') return readFile(take, end);
  if (kind === 'pipe') return readPipe(take, end);
  const soon = setImmediate(end);
  return () => clearImmediate(soon);
}

function kindOfStdin(): 'file' | 'pipe' | 'none' {
  try {
    const stats = fstatSync(0);
    if (stats.isFIFO() || stats.isSocket()) return 'pipe';
    // A terminal, or nothing at all: there is no event.
    return stats.isCharacterDevice() ? 'none' : 'file';
  } catch {
    // stdin is closed.
    return 'none';
  }
}

/** Not with `read`: its thread could not be stopped, and the process could not exit. */
function readPipe(take: (chunk: Buffer) => boolean, end: () => void): () => void {
  const socket = new Socket({ fd: 0, readable: true, writable: false });
  let isOver = false;
  const stop = () => {
    isOver = true;
    socket.destroy();
  };
  const over = () => {
    if (!isOver) end();
  };
  socket.on('data', (chunk: Buffer) => {
    if (!isOver && take(chunk)) over();
  });
  socket.on('end', over);
  socket.on('error', over);
  return stop;
}

function readFile(take: (chunk: Buffer) => boolean, end: () => void): () => void {
  let isOver = false;
  const next = () => {
    read(0, Buffer.allocUnsafe(64 * 1024), 0, 64 * 1024, null, (error, count, buffer) => {
      if (isOver) return;
      if (error || count === 0 || take(buffer.subarray(0, count))) end();
      else next();
    });
  };
  next();
  return () => {
    isOver = true;
  };
}

function isWhole(chunks: readonly Buffer[]): boolean {
  const last = chunks.at(-1)?.toString('latin1').trimEnd();
  if (!last?.endsWith('}')) return false;
  try {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return true;
  } catch {
    // This brace is inside: more follows.
    return false;
  }
}
