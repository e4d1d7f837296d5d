import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { Room } from '@unspool/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackSpans } from '../../src/backfill/packed-spans.js';
import { openRawTrace, openTrace } from '../../src/model/open-trace.js';
import { encodedSpan, encodedSpans } from '../../src/otlp/encode-json.js';
import { requestProtobuf } from '../../src/otlp/encode-protobuf.js';
import { senderOf } from '../../src/otlp/resource.js';
import { type SentSpan, sentSpan } from '../../src/otlp/sent-span.js';
import { SpanBytes } from '../../src/otlp/span-bytes.js';
import { RawText } from '../../src/span/raw-text.js';
import type { ContentMode, TraceOptions } from '../../src/span/turn-trace.js';
import { layOut, SESSION, temporaryFolder, WrittenSession } from '../support/written-session.js';

const corpus = process.env['UNSPOOL_CORPUS'];
const fixtures = join(import.meta.dirname, '../../fixtures/sessions');
const MODES: readonly ContentMode[] = ['none', 'full', 'redacted'];
const redactor = createRedactor({ salt: 'fixed' });
const sender = senderOf('0.0.0');

const out = new SpanBytes(40 * 1024 * 1024);
const room = new Room(out.room);
/** For what was read to another place. */
const roomless = new SpanBytes(0);

/** What is copied from a transcript is byte by byte what reading it gives. Gives how many attributes were copied. */
function expectSame(file: string, options: Partial<TraceOptions> = {}): number {
  let copied = 0;
  for (const content of MODES) {
    const all = { file, content, redactor, isEnded: true, ...options };
    const read = openTrace(all).turns;
    const raw = openRawTrace(all).turns;
    room.clear();
    const written = openRawTrace({ ...all, room }).turns;
    expect(raw.length).toBe(read.length);
    expect(written.length).toBe(read.length);
    read.forEach((turn, at) => {
      const wanted = turn.spans();
      const made = raw[at]?.spans() ?? [];
      const told = `${file} ${content} turn ${turn.number}`;
      const encoded = encodedSpans(wanted);
      expect(encodedSpans(made).bytes.equals(encoded.bytes), told).toBe(true);
      written[at]?.write(out);
      const { bytes, facts } = out.take();
      expect(bytes.equals(encoded.bytes), told).toBe(true);
      raw[at]?.write(roomless);
      expect(roomless.take().bytes.equals(encoded.bytes), told).toBe(true);
      const marks = encoded.pieces.map(({ mark, length }, at) => [wanted[at]?.spanId, wanted[at]?.kind, mark, length]);
      expect(unpackSpans({ bytes, facts }).map(factsOf), told).toEqual(marks);
      expect(JSON.stringify(made.map(sentSpan)) === JSON.stringify(wanted.map(sentSpan)), told).toBe(true);
      expect(Buffer.from(requestProtobuf(made, sender)).equals(requestProtobuf(wanted, sender)), told).toBe(true);
      for (const { attributes } of made) {
        for (const value of Object.values(attributes)) if (value instanceof RawText) copied++;
      }
    });
  }
  return copied;
}

function factsOf(span: SentSpan): unknown[] {
  const { mark, bytes } = encodedSpan(span);
  return [span.spanId, span.kind, mark, bytes.length];
}

function sessionsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name));
}

describe('spans copied from a transcript', () => {
  it.each(sessionsIn(fixtures).map((file) => [file.slice(fixtures.length + 1), file]))('of %s', (_, file) => {
    expectSame(file);
    expectSame(file, { limit: 300 });
  });

  it.runIf(corpus).each(['corpus', 'real-client'])('of outside sessions: %s', { timeout: 600_000 }, (name) => {
    let copied = 0;
    for (const file of sessionsIn(join(corpus ?? '', name))) {
      copied += expectSame(file);
      expectSame(file, { limit: 700 });
    }
    expect(copied).toBeGreaterThan(1000);
  });

  const KEY = `sk-ant-api03-${'aB3dE6gH9j'.repeat(9)}AAA`;
  const secrets = [
    KEY,
    `export TOKEN=${KEY}`,
    JSON.stringify({ deep: JSON.stringify({ key: KEY }) }),
    Buffer.from(`and so on: ${KEY}`).toString('base64'),
    'password: hunter2Hunter2',
    'https://user:hunter2Hunter2@example.com/',
    '-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----',
  ];
  const words = fc.oneof(
    { arbitrary: fc.constantFrom(...secrets), weight: 1 },
    {
      arbitrary: fc.constantFrom('', 'plain', 'a "quoted" \\ line\n', 'é→🙂：', '\u001b[31m', '\ud83d', 'x'),
      weight: 3,
    },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
    { arbitrary: fc.constant('long line of text\n'.repeat(200)), weight: 1 },
  );
  const text = fc.array(words, { maxLength: 4 }).map((parts) => parts.join(' '));
  const name = fc.oneof(fc.constantFrom('command', 'password', 'value', 'name', 'api_key', '1', '__proto__'), text);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  }));
  const block = fc.oneof(
    text.map((said) => ({ type: 'text', text: said })),
    text.map((said) => ({ type: 'thinking', thinking: said, signature: 'xyz' })),
    fc
      .tuple(fc.constantFrom('t1', 't2', 't3'), value)
      .map(([id, input]) => ({ type: 'tool_use', id, name: 'Bash', input })),
    fc.constantFrom<object>({ type: 'redacted_thinking', data: 'x' }, { type: 'server_tool_use', id: 's', input: {} }),
  );
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8='.repeat(9) } };
  const result = fc.oneof(value, text, fc.array(fc.oneof(block, fc.constant(picture)), { maxLength: 3 }));

  it('of any replies and results, with secrets in them', () => {
    const folder = temporaryFolder();
    fc.assert(
      fc.property(
        text,
        fc.array(fc.tuple(fc.constantFrom('m1', 'm2'), fc.array(block, { maxLength: 4 })), { maxLength: 4 }),
        fc.array(fc.tuple(fc.constantFrom('t1', 't2', 't3'), result, fc.boolean()), { maxLength: 4 }),
        fc.constantFrom(undefined, 300, 1000),
        (prompt, replies, results, limit) => {
          const session = new WrittenSession().prompt(prompt);
          for (const [id, blocks] of replies) session.reply(id, blocks);
          for (const [id, said, is_error] of results) session.result(id, said, { is_error });
          session.reply('m9', 'done');
          const file = layOut({ [`${SESSION}.jsonl`]: session }, folder);
          expectSame(file, limit === undefined ? {} : { limit });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are mostly copied', () => {
    const session = new WrittenSession().prompt('go').call('m1', 't1').result('t1', 'a "line"\n').reply('m2', 'done\n');
    expect(expectSame(layOut({ [`${SESSION}.jsonl`]: session }))).toBeGreaterThan(10);
  });
});
