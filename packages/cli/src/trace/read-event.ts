import { fstatSync, read } from 'node:fs';
import { Socket } from 'node:net';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MS = 3000;

/**
 * What a hook is told on stdin. It is there when its JSON is whole, or stdin ends, or has kept us waiting for too long:
 * who started us may never close it. Never fails: nothing to read is an empty text.
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
  const timer = setTimeout(finish, MOST_MS);
  const take = (chunk: Buffer): boolean => {
    chunks.push(chunk);
    size += chunk.length;
    return size > MOST_BYTES || isWhole(chunks);
  };
  stop = open(take, finish);
}

/** `take` says when it has had enough; `end` is called once at most, and not after the function that is given back. */
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
    // A terminal, or nothing at all: nobody tells us anything.
    return stats.isCharacterDevice() ? 'none' : 'file';
  } catch {
    // It is closed.
    return 'none';
  }
}

/** Not with `read`: it would sit in a thread that nothing can end, and the process could not end either. */
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
    // A brace inside: more is to come.
    return false;
  }
}
