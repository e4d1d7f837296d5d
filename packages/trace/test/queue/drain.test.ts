import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { senderOf } from '../../src/otlp/resource.js';
import { type DrainOptions, drain } from '../../src/queue/drain.js';
import { publish, queuedBytes, queuedFiles, queueFolders, stage } from '../../src/queue/queue-files.js';
import { QueueReader } from '../../src/queue/queue-reader.js';
import { readSinkRecord } from '../../src/queue/sink-record.js';
import { ask } from '../../src/sink/ask.js';
import { openSink } from '../../src/sink/open-sink.js';
import type { Span } from '../../src/span/span.js';
import { type TraceFolder, traceFolderIn } from '../../src/state/trace-folder.js';
import { Receiver } from '../support/receiver.js';
import { madeUpSpan, madeUpSpans } from '../support/spans.js';
import { byId, wireSpan } from '../support/tracer.js';

let home = '';
let folder: TraceFolder;
let receiver: Receiver;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'unspool-queue-'));
  folder = traceFolderIn(home);
  receiver = await new Receiver().start();
});
afterEach(async () => {
  await receiver.stop();
  rmSync(home, { recursive: true, force: true });
});

const folders = () => queueFolders(folder, 's');
const lines = (spans: readonly Span[]) => spans.map((span) => ({ spanId: span.spanId, line: JSON.stringify(span) }));
const enqueue = (spans: readonly Span[], key = 'session', from = 0) => {
  const upTo = stage(folders(), key, from, lines(spans), 1_700_000_000_000 + from);
  publish(folders(), key, upTo);
};
const options = (fields: Partial<DrainOptions> = {}): DrainOptions => ({
  folder,
  now: Date.now,
  retryPolicy: {
    tries: 4,
    firstMs: 1,
    maxMs: 2,
    sleep: (ms) => new Promise((r) => setTimeout(r, ms)),
    random: Math.random,
  },
  isForced: true,
  ...fields,
});
const sink = (fields: object = {}) => {
  const config = {
    type: 'otlp' as const,
    name: 's',
    url: `${receiver.url}/v1/traces`,
    encoding: 'json' as const,
    gzip: true,
    headers: {},
  };
  return openSink({ ...config, ...fields }, { sender: senderOf('1'), ask, now: Date.now });
};

describe('a queue', () => {
  it('10,000 spans through a sink that fails half of the time: all arrive once', async () => {
    const spans = madeUpSpans(10_000);
    for (let at = 0; at < spans.length; at += 250) enqueue(spans.slice(at, at + 250), `session-${at}`, at);
    let count = 0;
    receiver.answer = () =>
      count++ % 2 === 0 ? { status: [500, 502, 503, 429][(count >> 1) % 4] ?? 500 } : { status: 200, body: '{}' };
    const drained = await drain(sink(), options({ limits: { spans: 100, bytes: 1_000_000 } }));
    expect(drained).toEqual({ kind: 'empty', sent: 10_000, rejected: 0 });
    expect(receiver.stored).toEqual(byId(spans.map(wireSpan)));
    expect(receiver.repeated).toBe(0);
    expect(readSinkRecord(folder.sinkFile('s'))).toMatchObject({ sent: 10_000, failures: 0 });
  });

  it('isolates a span that the backend refuses with its whole batch, reports it, and sends the rest', async () => {
    const spans = [
      ...madeUpSpans(40),
      madeUpSpan(41, { name: 'poison' }),
      ...[42, 43].map((number) => madeUpSpan(number)),
    ];
    enqueue(spans);
    receiver.answer = ({ spans: sent }) =>
      sent.some((span) => span.name === 'poison') ? { status: 400, body: 'invalid span id' } : { status: 200 };
    expect(await drain(sink(), options())).toEqual({ kind: 'empty', sent: 42, rejected: 1 });
    const record = readSinkRecord(folder.sinkFile('s'));
    expect(record.lastError?.message).toContain('"poison": HTTP 400: invalid span id');
    const aside = JSON.parse(readFileSync(folder.rejected('s'), 'utf8'));
    expect(aside.span.name).toBe('poison');
    expect(receiver.stored.size).toBe(42);
  });

  it('keeps what was not accepted and continues there', async () => {
    enqueue(madeUpSpans(30));
    let left = 2;
    receiver.answer = () => (left-- > 0 ? { status: 200 } : { status: 503 });
    const limits = { spans: 10, bytes: 1_000_000 };
    expect(await drain(sink(), options({ limits }))).toMatchObject({ kind: 'stopped', sent: 20, reason: 'HTTP 503' });
    const { retryAt = 0 } = readSinkRecord(folder.sinkFile('s'));
    expect(await drain(sink(), options({ limits, isForced: false, now: () => retryAt - 1 }))).toEqual({
      kind: 'waiting',
      retryAt,
    });
    receiver.answer = () => ({ status: 200 });
    expect(await drain(sink(), options({ limits }))).toMatchObject({ kind: 'empty', sent: 10 });
    expect(receiver.repeated).toBe(0);
    expect(receiver.stored.size).toBe(30);
  });

  it('lets only one process send', async () => {
    enqueue(madeUpSpans(50));
    receiver.answer = () => ({ status: 200, delayMs: 20 });
    const all = await Promise.all(
      Array.from({ length: 5 }, () => drain(sink(), options({ limits: { spans: 10, bytes: 1e6 } }))),
    );
    expect(all.filter((each) => each.kind === 'busy')).toHaveLength(4);
    expect(receiver.repeated).toBe(0);
    expect(receiver.stored.size).toBe(50);
  });

  it('cuts batches by size', async () => {
    const long = 'x'.repeat(1000);
    enqueue(Array.from({ length: 20 }, (_, at) => madeUpSpan(at, { attributes: { long } })));
    await drain(sink(), options({ limits: { spans: 512, bytes: 5000 } }));
    expect(receiver.requests.length).toBeGreaterThan(4);
    expect(receiver.stored.size).toBe(20);
  });
});

describe('files of a queue', () => {
  it('become visible only after the state counts them as exported', () => {
    const upTo = stage(folders(), 'key', 3, lines(madeUpSpans(5)), 1);
    expect(upTo).toBe(4);
    expect(queuedFiles(folder.queue('s'))).toEqual([]);
    // A second try from the same state replaces what was never exported.
    publish(folders(), 'key', 3);
    expect(queuedFiles(folder.queue('s'))).toEqual([]);
    stage(folders(), 'key', 3, lines(madeUpSpans(5)), 2);
    publish(folders(), 'other', 9);
    expect(queuedFiles(folder.queue('s'))).toEqual([]);
    publish(folders(), 'key', 4);
    expect(queuedFiles(folder.queue('s'))).toHaveLength(1);
  });

  it('are recorded as settled before they are deleted: a kill in between does not send anything twice', () => {
    enqueue(madeUpSpans(5), 'a', 0);
    enqueue(
      [6, 7, 8].map((number) => madeUpSpan(number)),
      'b',
      5,
    );
    const reader = new QueueReader(folders());
    const batch = reader.next({ spans: 6, bytes: 1e6 });
    expect(batch?.spans).toHaveLength(6);
    if (batch) reader.done(batch);
    const again = new QueueReader(folders()).next({ spans: 100, bytes: 1e6 });
    expect(again?.spans.map((span) => span.name)).toEqual(['Step 7', 'Step 8']);
  });

  it('are split when they get large, and counted only if it matters', () => {
    const long = { attributes: { long: 'x'.repeat(100_000) } };
    enqueue(Array.from({ length: 50 }, (_, at) => madeUpSpan(at, long)));
    expect(queuedFiles(folder.queue('s')).length).toBeGreaterThan(2);
    expect(queuedBytes(folder.queue('s'), 1_000_000)).toBeGreaterThan(1_000_000);
    expect(queuedBytes(folder.queue('s'), 1e12)).toBe(0);
  });
});
