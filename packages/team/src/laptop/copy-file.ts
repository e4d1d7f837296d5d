import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject, Line } from '@unspool/session';
import { isBinaryFile, redactFile, redactLine, type SecretCleaner, UnsearchedLine } from '@unspool/session/edit';
import { hashOfStart, LineSplitter, readRange } from '@unspool/session/read';
import { copyRange, FileSink, makeFolder } from '@unspool/session/write';
import { LIMITS } from '../contract/limits.js';
import { metricsLine } from '../contract/metrics-line.js';
import { newGeneration, type QueuedFile } from './queue.js';

export interface CopyOrder {
  source: string;
  copy: string;
  /** Undefined if the owner shares the session with its secrets. */
  cleaner: SecretCleaner | undefined;
  /** Set if only numbers are shared. */
  metrics: { session: string; project: string } | undefined;
  now: number;
}

/** A line is too long for a push. */
export class LineTooLong extends Error {}

/** Brings the redacted copy of a transcript up to date. Reads only what is new, and only complete lines. */
export function copyTranscript(known: QueuedFile | undefined, order: CopyOrder): QueuedFile {
  const { source, copy, now } = order;
  const { size, mtimeMs } = statSync(source);
  const stamp = `${size}:${mtimeMs}`;
  if (known?.stamp === stamp) return known;
  const isSame = known && size >= known.sourceBytes && hashOfStart(source, known.sourceBytes) === known.sourceSha256;
  const from = isSame ? known.sourceBytes : 0;
  const start = isSame ? known.bytes : 0;
  makeFolder(dirname(copy));
  const fd = openSync(copy, start > 0 ? 'r+' : 'w', 0o600);
  let end = from;
  let bytes = start;
  try {
    // Removes what an interrupted copy left behind.
    ftruncateSync(fd, start);
    for (const line of wholeLines(source, { from, to: size, isAtRest: now - mtimeMs > AT_REST })) {
      const shared = sharedLine(line, order);
      for (let at = 0; at < shared.length; ) at += writeSync(fd, shared, at, shared.length - at, bytes + at);
      bytes += shared.length;
      end += line.length;
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return {
    ...(isSame
      ? known
      : { generation: newGeneration(now, known?.generation), sent: 0, ...(known?.merged && { merged: known.merged }) }),
    source,
    // Looked at again if a line was left.
    stamp: end === size ? stamp : '',
    sourceBytes: end,
    sourceSha256: hashOfStart(source, end),
    bytes,
    version: now,
  };
}

/** Copies any other file as a whole. Undefined if it cannot be searched for secrets. */
export function copySideFile(known: QueuedFile | undefined, order: CopyOrder): QueuedFile | undefined {
  const { source, copy, cleaner, now } = order;
  const { size, mtimeMs } = statSync(source);
  const stamp = `${size}:${mtimeMs}`;
  if (known?.stamp === stamp) return known;
  if (cleaner && isBinaryFile(source)) return undefined;
  makeFolder(dirname(copy));
  rmSync(copy, { force: true });
  if (cleaner) redactFile(source, copy, cleaner);
  else copyAsIs(source, copy, size);
  const bytes = statSync(copy).size;
  return {
    source,
    stamp,
    sourceBytes: size,
    sourceSha256: createHash('sha256').update(stamp).digest('hex'),
    generation: newGeneration(now, known?.generation),
    bytes,
    sent: 0,
    version: now,
  };
}

function copyAsIs(source: string, copy: string, length: number): void {
  const fd = openSync(copy, 'wx', 0o600);
  try {
    const sink = new FileSink(fd);
    copyRange(source, { byte: 0, length }, sink);
    sink.flush();
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function sharedLine(line: Line, { source, cleaner, metrics }: CopyOrder): Uint8Array {
  if (metrics) {
    return Buffer.concat(line.objects.flatMap((object: JsonObject) => metricsLine(object, metrics) ?? []));
  }
  if (!line.bytes) throw new UnsearchedLine(source, line.number);
  const shared = cleaner ? redactLine(line, line.bytes, cleaner) : line.bytes;
  if (shared.length > LIMITS.pieceBytes) {
    throw new LineTooLong(`a line has ${shared.length} bytes, and the service takes ${LIMITS.pieceBytes}`);
  }
  return shared.at(-1) === LINE_FEED ? shared : Buffer.concat([shared, Buffer.from('\n')]);
}

const LINE_FEED = 10;
const CHUNK = 1024 * 1024;

/** A client writes a line at once. After this time, one without a newline is all that there will be. */
const AT_REST = 60_000;

/** Complete lines. A line that is still being written is read next time. */
function* wholeLines(
  file: string,
  { from, to, isAtRest }: { from: number; to: number; isAtRest: boolean },
): Generator<Line> {
  if (!existsSync(file)) return;
  const splitter = new LineSplitter();
  for (let at = from; at < to; at += CHUNK) {
    yield* splitter.push(readRange(file, at, Math.min(CHUNK, to - at)));
  }
  const last = splitter.takeLast();
  if (last && isAtRest && last.state === 'whole') yield last;
}
