import { closeSync, fstatSync, fsync, openSync, readSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { encodedSpan, requestAround } from '../otlp/encode-json.js';
import type { Sender } from '../otlp/resource.js';
import type { SentSpan } from '../otlp/sent-span.js';
import { LineBuffer } from './line-buffer.js';
import type { Outcome } from './outcome.js';
import type { Sink } from './sink.js';
import type { FileConfig } from './sink-config.js';
import { whyNotAppended } from './why-not-appended.js';

/** Writes one line per span, each an export request of its own, as OpenTelemetry's collector reads OTLP JSON files. */
export function fileSink({ name, path }: FileConfig, sender: Sender): Sink {
  const lines = new LineBuffer();
  return {
    name,
    send: async (spans): Promise<Outcome> => {
      try {
        await append(path, spans, { sender, lines });
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
  lines: LineBuffer;
}

async function append(path: string, spans: readonly SentSpan[], { sender, lines }: AppendWorld): Promise<void> {
  makeFolder(dirname(path));
  await withFile(path, async (fd) => {
    const { head, end } = requestAround(sender);
    const lineEnd = Buffer.concat([end, LINE_END]);
    if (spans.length > 0 && (await endLastLine(path, fd)) === '\n') lines.add(LINE_END);
    for (const span of spans) {
      const { bytes } = encodedSpan(span);
      if (!lines.hasRoomFor(head.length + bytes.length + lineEnd.length)) await lines.writeTo(fd);
      lines.add(head);
      lines.add(bytes);
      lines.add(lineEnd);
    }
    await lines.writeTo(fd);
  });
}

async function withFile(path: string, use: (fd: number) => Promise<void>): Promise<void> {
  const fd = openSync(path, 'a+', 0o600);
  try {
    const why = whyNotAppended(fstatSync(fd));
    if (why !== undefined) throw new Error(`${path} ${why}`);
    await use(fd);
  } finally {
    closeSync(fd);
  }
}

const LINE_END = Buffer.from('\n');

function flushed(fd: number): Promise<void> {
  // fsync fails on a device, which has nothing to flush.
  if (!fstatSync(fd).isFile()) return Promise.resolve();
  return new Promise((done, fail) => {
    fsync(fd, (error) => (error ? fail(error) : done()));
  });
}

const LINE_FEED = 10;
const BEGIN = Buffer.from('{"resourceSpans":[');

/** A process that is still writing finishes a line in this time. */
const LINE_MS = 200;

/**
 * Repairs the end of the file. Removes half a line that a killed process left; its span is sent again. Keeps half a line of
 * another program, and returns the newline that it lacks. Waits while another process is still writing the line.
 */
async function endLastLine(path: string, fd: number): Promise<'' | '\n'> {
  const { size } = fstatSync(fd);
  const whole = wholeLines(fd, size);
  if (whole === size) return '';
  const torn = Buffer.alloc(Math.min(BEGIN.length, size - whole));
  readSync(fd, torn, 0, torn.length, whole);
  if (!torn.equals(BEGIN.subarray(0, torn.length))) return '\n';
  await new Promise((done) => setTimeout(done, LINE_MS));
  if (fstatSync(fd).size !== size) return endLastLine(path, fd);
  // By path: on Windows a file opened for appending cannot be truncated.
  truncateSync(path, whole);
  return '';
}

/** Where the last whole line ends. Usually that is the end of the file, so the last byte is read first. */
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
