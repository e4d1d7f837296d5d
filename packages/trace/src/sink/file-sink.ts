import { closeSync, fstatSync, fsync, ftruncateSync, openSync, readSync, writev } from 'node:fs';
import { dirname } from 'node:path';
import { encodedSpan, requestAround } from '../otlp/encode-json.js';
import type { Sender } from '../otlp/resource.js';
import type { SentSpan } from '../otlp/sent-span.js';
import { makeFolder } from './make-folder.js';
import type { Outcome } from './outcome.js';
import type { Sink } from './sink.js';
import type { FileConfig } from './sink-config.js';
import { MUCH, UncachedAppend } from './uncached-append.js';

/** One line a span, each an export request of its own: what OpenTelemetry's collector reads as a file of OTLP JSON. */
export function fileSink({ name, path }: FileConfig, sender: Sender): Sink {
  let uncached: UncachedAppend | undefined;
  const whenMuch = () => {
    uncached ??= new UncachedAppend();
    return uncached;
  };
  return {
    name,
    send: async (spans): Promise<Outcome> => {
      try {
        await append(path, spans, { sender, whenMuch });
        return { kind: 'accepted' };
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        return { kind: code === 'ENOSPC' || code === 'EBUSY' ? 'retry' : 'blocked', reason: message };
      }
    },
    settle: () => withFile(path, flushed),
  };
}

interface AppendWorld {
  sender: Sender;
  whenMuch(): UncachedAppend;
}

async function append(path: string, spans: readonly SentSpan[], { sender, whenMuch }: AppendWorld): Promise<void> {
  makeFolder(dirname(path));
  await withFile(path, async (fd) => {
    const lines = linesOf(spans, sender, mendEnd(fd));
    const stats = fstatSync(fd);
    if (stats.isFile() && lines.size >= MUCH) await whenMuch().append({ fd, path, size: stats.size }, lines.parts);
    else for (let left = lines.parts; left.length > 0; ) left = without(left, await writeSome(fd, left));
  });
}

/** What stands between two spans is one piece: there are tens of thousands of them. */
function linesOf(spans: readonly SentSpan[], sender: Sender, before: '' | '\n'): { parts: Uint8Array[]; size: number } {
  if (spans.length === 0) return { parts: [], size: 0 };
  const { head, end } = requestAround(sender);
  const between = Buffer.concat([end, LINE_END, head]);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const span of spans) {
    const { bytes, size: spanSize } = encodedSpan(span);
    parts.push(between, bytes);
    size += between.length + spanSize;
  }
  parts[0] = Buffer.concat([Buffer.from(before), head]);
  parts.push(Buffer.concat([end, LINE_END]));
  return { parts, size };
}

/** As many as a system takes at once. */
const MOST_PARTS = 1024;

function without(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let left = count;
  let at = 0;
  for (let part = parts[at]; part && part.length <= left; part = parts[at]) {
    left -= part.length;
    at++;
  }
  const [first, ...rest] = parts.slice(at);
  return first ? [first.subarray(left), ...rest] : [];
}

async function withFile(path: string, use: (fd: number) => Promise<void>): Promise<void> {
  const fd = openSync(path, 'a+', 0o600);
  try {
    await use(fd);
  } finally {
    closeSync(fd);
  }
}

const LINE_END = Buffer.from('\n');

/** In threads of Node's own, both of these: meanwhile the next batch is made. */
function writeSome(fd: number, parts: readonly Uint8Array[]): Promise<number> {
  return new Promise((done, fail) => {
    writev(fd, parts.slice(0, MOST_PARTS), (error, count) => (error ? fail(error) : done(count)));
  });
}

function flushed(fd: number): Promise<void> {
  return new Promise((done, fail) => {
    fsync(fd, (error) => (error ? fail(error) : done()));
  });
}

const LINE_FEED = 10;
const BEGIN = Buffer.from('{"resourceSpans":[');

/**
 * A killed process leaves half a line, whose span comes again now: it goes. Half a line that is not ours stays, and gets
 * the newline it lacks.
 */
function mendEnd(fd: number): '' | '\n' {
  const size = fstatSync(fd).size;
  const whole = wholeLines(fd, size);
  if (whole === size) return '';
  const torn = Buffer.alloc(Math.min(BEGIN.length, size - whole));
  readSync(fd, torn, 0, torn.length, whole);
  if (!torn.equals(BEGIN.subarray(0, torn.length))) return '\n';
  ftruncateSync(fd, whole);
  return '';
}

/** Where the last whole line ends: mostly at the end, which one byte tells. */
function wholeLines(fd: number, size: number): number {
  const buffer = Buffer.allocUnsafe(64 * 1024);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end === size ? size - 1 : end - buffer.length);
    const count = readSync(fd, buffer, 0, end - start, start);
    const at = buffer.subarray(0, count).lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}
