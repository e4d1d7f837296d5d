import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProtobufWriter } from '../../src/otlp/protobuf-writer.js';
import { senderOf } from '../../src/otlp/resource.js';
import { ask } from '../../src/sink/ask.js';
import { checkSink } from '../../src/sink/check-sink.js';
import { deliver } from '../../src/sink/deliver.js';
import { WEB_PAGE } from '../../src/sink/http-sink.js';
import { openSink } from '../../src/sink/open-sink.js';
import type { SinkConfig } from '../../src/sink/sink-config.js';
import { decodeRequest } from '../support/decode-otlp.js';
import { Receiver } from '../support/receiver.js';
import { madeUpSpan, madeUpSpans } from '../support/spans.js';
import { byId, wireSpan } from '../support/tracer.js';

const world = { sender: senderOf('1.0.0'), ask, now: Date.now, timeoutMs: 600_000 };
const spans = madeUpSpans(30);
const wire = byId(spans.map(wireSpan));
let receiver: Receiver;
beforeEach(async () => {
  receiver = await new Receiver().start();
});
afterEach(() => receiver.stop());

const otlp = (fields: object = {}): SinkConfig => ({
  type: 'otlp',
  name: 'o',
  url: `${receiver.url}/v1/traces`,
  encoding: 'json',
  gzip: false,
  headers: {},
  ...fields,
});
const langfuse = (): SinkConfig => ({
  type: 'langfuse',
  name: 'l',
  host: `${receiver.url}/`,
  publicKey: 'pk-1',
  secretKey: 'sk-2',
});

describe('a sink over HTTP', () => {
  it.each([
    ['json', false],
    ['json', true],
    ['protobuf', false],
    ['protobuf', true],
  ] as const)('%s, gzip %s: what arrives is what was sent', async (encoding, gzip) => {
    const sink = openSink(otlp({ encoding, gzip, headers: { 'x-team': 'blue' } }), world);
    expect(await sink.send(spans)).toEqual({ kind: 'accepted' });
    expect(receiver.stored).toEqual(wire);
    expect(receiver.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-team': 'blue' } });
    expect(receiver.requests[0]?.headers['content-encoding']).toBe(gzip ? 'gzip' : undefined);
  });

  it('does not take a login page for success', async () => {
    receiver.answer = () => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<html>' });
    expect(await openSink(otlp(), world).send(spans)).toMatchObject({ kind: 'retry', reason: WEB_PAGE });
    expect(await checkSink(otlp(), ask)).toMatchObject({ isOk: false });
    expect(await checkSink(langfuse(), ask)).toMatchObject({ isOk: false });
  });

  it('does not follow a redirect, and reports its target', async () => {
    const place = `${receiver.url}/login`;
    receiver.answer = () => ({ status: 307, headers: { location: place }, body: 'moved' });
    const reason = `HTTP 307: it redirects to ${place}`;
    expect(await openSink(otlp(), world).send(spans)).toEqual({ kind: 'blocked', reason });
    for (const sink of [otlp(), langfuse()]) {
      expect(await checkSink(sink, ask)).toEqual({ isOk: false, message: expect.stringContaining(reason) });
    }
    expect(receiver.requests.map(({ path }) => path)).not.toContain('/login');
  });

  it('sends Langfuse its headers', async () => {
    expect(await openSink(langfuse(), world).send(spans)).toEqual({ kind: 'accepted' });
    expect(receiver.requests[0]?.path).toBe('/api/public/otel/v1/traces');
    expect(receiver.requests[0]?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from('pk-1:sk-2').toString('base64')}`,
      'x-langfuse-ingestion-version': '4',
      'content-type': 'application/json',
    });
    expect(receiver.stored).toEqual(wire);
  });

  it.each([
    [400, {}, { kind: 'rejected' }],
    [401, {}, { kind: 'blocked' }],
    [404, {}, { kind: 'blocked' }],
    [413, {}, { kind: 'too_large' }],
    [422, {}, { kind: 'rejected' }],
    [429, { 'retry-after': '7' }, { kind: 'retry', afterMs: 7000 }],
    [429, {}, { kind: 'retry' }],
    [503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, { kind: 'retry', afterMs: 0 }],
    // Limited: the server's clock or value may be wrong.
    [503, { 'retry-after': '99999999999' }, { kind: 'retry', afterMs: 3_600_000 }],
    [429, { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }, { kind: 'retry', afterMs: 3_600_000 }],
    [500, {}, { kind: 'retry' }],
    [302, { location: 'http://127.0.0.1:1/' }, { kind: 'blocked' }],
  ])('takes HTTP %i for what it means', async (status, headers, outcome) => {
    receiver.answer = () => ({ status, headers, body: 'because' });
    expect(await openSink(otlp(), world).send(spans)).toMatchObject(outcome);
  });

  it('does not try batches of a size that was too large before', async () => {
    receiver.answer = ({ spans }) => ({ status: spans.length > 3 ? 413 : 200 });
    const sink = openSink(otlp(), world);
    const retryPolicy = { tries: 1, firstMs: 0, maxMs: 0, sleep: async () => {}, random: () => 0 };
    expect(await deliver(sink, spans, retryPolicy)).toMatchObject({ kind: 'settled', accepted: 30 });
    const again = madeUpSpans(60).slice(30);
    expect(await deliver(sink, again, retryPolicy)).toMatchObject({ kind: 'settled', accepted: 30 });
    const counts = receiver.requests.map((request) => request.spans.length);
    expect(counts.slice(0, 5)).toEqual([30, 15, 8, 4, 2]);
    expect(Math.max(...counts.slice(4))).toBeLessThan(5);
    expect(receiver.stored.size).toBe(60);
  });

  it('tries a single span again, even if it is as large as a refused batch', async () => {
    receiver.answer = () => ({ status: 413 });
    const sink = openSink(otlp(), world);
    expect(await sink.send(spans.slice(0, 1))).toMatchObject({ kind: 'too_large' });
    receiver.answer = () => ({ status: 200 });
    expect(await sink.send(spans.slice(0, 1))).toEqual({ kind: 'accepted' });
  });

  it('retries after a timeout or a refused connection', async () => {
    receiver.answer = () => ({ status: 200, delayMs: 1000 });
    expect(await openSink(otlp(), { ...world, timeoutMs: 300 }).send(spans)).toEqual({
      kind: 'retry',
      reason: 'no response in time',
    });
    const away = openSink(otlp({ url: 'http://127.0.0.1:9/v1/traces' }), world);
    expect(await away.send(spans)).toMatchObject({ kind: 'retry' });
  });

  it('understands what a receiver says about rejected spans', async () => {
    receiver.answer = () => ({
      status: 200,
      body: '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}',
    });
    const note = { rejectedSpans: 2, message: 'too old' };
    expect(await openSink(otlp(), world).send(spans)).toEqual({ kind: 'accepted', note });
    const writer = new ProtobufWriter();
    writer.message(1, (inner) => {
      inner.int64(1, 2n);
      inner.string(2, 'too old');
    });
    const body = Buffer.from(writer.bytes());
    expect(ProtobufTraceSerializer.deserializeResponse(body)).toEqual({
      partialSuccess: { rejectedSpans: 2, errorMessage: 'too old' },
    });
    receiver.answer = () => ({ status: 200, headers: { 'content-type': 'application/x-protobuf' }, body });
    expect(await openSink(otlp({ encoding: 'protobuf' }), world).send(spans)).toEqual({ kind: 'accepted', note });
    receiver.answer = () => ({ status: 200, body: '{"partialSuccess":{}}' });
    expect(await openSink(otlp(), world).send(spans)).toEqual({ kind: 'accepted' });
  });

  it('can be checked without sending spans', async () => {
    receiver.answer = () => ({ status: 200, body: '{}' });
    expect(await checkSink(otlp({ encoding: 'protobuf' }), ask)).toMatchObject({ isOk: true });
    receiver.answer = () => ({ status: 401 });
    expect(await checkSink(otlp(), ask)).toMatchObject({ isOk: false });
    expect(await checkSink({ ...langfuse(), host: 'http://127.0.0.1:9' } as SinkConfig, ask)).toMatchObject({
      isOk: false,
    });
    expect(receiver.stored.size).toBe(0);
  });
});

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-file-sink-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gets one line per span, each a request of its own; half a line of a killed process is removed', async () => {
    const path = join(folder, 'deep', 'spans.jsonl');
    const sink = openSink({ type: 'file', name: 'f', path }, world);
    await sink.send(spans.slice(0, 3));
    truncateSync(path, statSync(path).size - 10);
    await sink.send(spans.slice(2));
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const read = lines.flatMap((line) => decodeRequest(Buffer.from(line), 'application/json'));
    expect(read).toEqual(spans.map(wireSpan));
  });

  it("does not cut another program's line", async () => {
    const path = join(folder, 'notes.jsonl');
    writeFileSync(path, '{"mine":1}');
    await openSink({ type: 'file', name: 'f', path }, world).send([madeUpSpan(1)]);
    expect(readFileSync(path, 'utf8')).toMatch(/^\{"mine":1\}\n\{"resourceSpans"/);
  });

  it('reports that it cannot be written', async () => {
    const sink = openSink({ type: 'file', name: 'f', path: folder }, world);
    expect(await sink.send(spans)).toMatchObject({ kind: 'blocked' });
  });
});
