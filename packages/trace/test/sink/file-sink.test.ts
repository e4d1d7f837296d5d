import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { senderOf } from '../../src/otlp/resource.js';
import type { SentSpan } from '../../src/otlp/sent-span.js';
import { fileSink } from '../../src/sink/file-sink.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-file-sink-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const sender = senderOf('0.0.0');

function spansOf(name: string, count: number, length: number): SentSpan[] {
  return Array.from({ length: count }, (_, at) => ({
    traceId: '0'.repeat(32),
    spanId: at.toString(16).padStart(16, '0'),
    name,
    kind: 'tool',
    startTimeUnixNano: '0',
    endTimeUnixNano: '0',
    attributes: { text: `${name} ${'x'.repeat(length)}` },
    events: [],
    status: { code: 'unset' },
  }));
}

/** How many spans of each name a file holds; throws if a line is torn. */
function namesIn(path: string): Record<string, number> {
  const names: Record<string, number> = {};
  for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const { name } = JSON.parse(line).resourceSpans[0].scopeSpans[0].spans[0];
    names[name] = (names[name] ?? 0) + 1;
  }
  return names;
}

describe('a file as a sink', () => {
  it('has one line per span, however many and long they are', async () => {
    const path = join(folder, 'long.jsonl');
    const sink = fileSink({ type: 'file', name: 'file', path }, sender);
    const spans = [...spansOf('short', 3, 10), ...spansOf('huge', 2, 6_000_000), ...spansOf('many', 9000, 1000)];
    expect(await sink.send(spans)).toEqual({ kind: 'accepted' });
    expect(await sink.send(spansOf('later', 1, 10))).toEqual({ kind: 'accepted' });
    await sink.settle?.();
    expect(namesIn(path)).toEqual({ short: 3, huge: 2, many: 9000, later: 1 });
  });

  it('does not tear lines of other processes that append to the same file', async () => {
    const path = join(folder, 'shared.jsonl');
    const names = ['a', 'b', 'c'];
    const sendAll = async (name: string) => {
      const sink = fileSink({ type: 'file', name, path }, sender);
      for (let round = 0; round < 20; round++) await sink.send(spansOf(name, 50, 10_000));
    };
    await Promise.all(names.map(sendAll));
    expect(namesIn(path)).toEqual({ a: 1000, b: 1000, c: 1000 });
  });

  it('repairs what a killed process left, and keeps what is not ours', async () => {
    const path = join(folder, 'torn.jsonl');
    writeFileSync(path, '{"resourceSpans":[{"torn');
    const sink = fileSink({ type: 'file', name: 'file', path }, sender);
    await sink.send(spansOf('whole', 1, 10));
    expect(namesIn(path)).toEqual({ whole: 1 });
    writeFileSync(path, 'somebody wrote this');
    await sink.send(spansOf('whole', 1, 10));
    expect(readFileSync(path, 'utf8').split('\n')[0]).toBe('somebody wrote this');
  });

  it('may be a device', async () => {
    const sink = fileSink({ type: 'file', name: 'file', path: '/dev/null' }, sender);
    expect(await sink.send(spansOf('gone', 1, 10))).toEqual({ kind: 'accepted' });
    await sink.settle?.();
  });

  it.skipIf(process.platform === 'win32')('cannot be a pipe, except our own output', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const sink = fileSink({ type: 'file', name: 'file', path }, sender);
    const reason = `${path} is a pipe, not a file that can be appended to`;
    expect(await sink.send(spansOf('gone', 1, 10))).toEqual({ kind: 'blocked', reason });
    const script = join(import.meta.dirname, 'send-to-output.mjs');
    const seen = execFileSync('sh', ['-c', `"${process.execPath}" "${script}" | cat`], { encoding: 'utf8' });
    expect(JSON.parse(seen).resourceSpans[0].scopeSpans[0].spans).toMatchObject([{ name: 'seen' }]);
  });
});
