import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOpenFiles } from '../../src/write/holders.js';
import { judgeLiveness, livenessOf } from '../../src/write/liveness.js';
import { A, B, tempTree } from '../locate/temp-tree.js';
import { firstWords, start } from './child.js';

const now = Date.parse('2026-01-02T03:04:05Z');
const facts = { file: '/p/s.jsonl', mtimeMs: now - 61_000, clients: [], holders: [] };

test.each([
  ['quiet for longer', facts, []],
  ['just written', { ...facts, mtimeMs: now - 5000 }, ['s.jsonl was written 5 s ago']],
  [
    'written by a clock that is years ahead',
    { ...facts, mtimeMs: Date.UTC(2100, 0, 1) },
    [
      's.jsonl was written in the future, at 2100-01-01T00:00:00.000Z; if it is not in use, correct its time (touch FILE)',
    ],
  ],
  ['written by a clock that is ahead', { ...facts, mtimeMs: now + 5000 }, ['s.jsonl was written 0 s ago']],
  ['gone', { ...facts, mtimeMs: undefined }, []],
  ['held open', { ...facts, holders: [{ pid: 7, command: 'vim' }] }, ['vim (process 7) has s.jsonl open']],
  [
    'open in a client',
    { ...facts, clients: [{ pid: 7, version: '2.1.325' }] },
    ['Claude Code 2.1.325 (process 7) has the session open'],
  ],
])('%s', (_, given, reasons) => {
  expect(judgeLiveness(given, { now })).toEqual({ isLive: reasons.length > 0, reasons });
});

test('accepts another quiet time', () => {
  expect(judgeLiveness(facts, { now, quietMs: 120_000 }).isLive).toBe(true);
});

test.skipIf(process.platform !== 'linux')('sees a process that has the file open', async () => {
  const file = quietSession();
  expect(livenessOf(file, { now }).reasons).toEqual([]);
  const child = start('bash', ['-c', `exec 7<"${file}"; echo ready; exec sleep 60`]);
  await firstWords(child);
  const { reasons } = livenessOf(file, { now });
  const openFiles = listOpenFiles();
  child.process.kill('SIGKILL');
  await child.ended;
  expect(reasons).toHaveLength(1);
  expect(reasons[0]).toContain(`(process ${child.process.pid}) has ${A}.jsonl open`);
  expect(livenessOf(file, { now }).isLive).toBe(false);
  // A given list of open files is not read again.
  expect(livenessOf(file, { now, openFiles }).isLive).toBe(true);
});

test('trusts a running client that reports the session as open', () => {
  const open = (record: object) => quietSession({ 'sessions/1.json': { sessionId: A, version: '2.1.325', ...record } });
  expect(livenessOf(open({ pid: process.pid }), { now }).isLive).toBe(true);
  expect(livenessOf(open({ pid: process.pid, sessionId: B }), { now }).isLive).toBe(false);
  expect(livenessOf(open({ pid: 2 ** 22 + 1 }), { now }).isLive).toBe(false);
  expect(livenessOf(open({ pid: 'x' }), { now }).isLive).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'does not mistake another process with the same number for the client',
  () => {
    const procStart = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19];
    const open = (start: unknown) =>
      quietSession({ 'sessions/1.json': { sessionId: A, pid: process.pid, procStart: start } });
    expect(livenessOf(open(procStart), { now }).isLive).toBe(true);
    expect(livenessOf(open('12'), { now }).isLive).toBe(false);
  },
);

function quietSession(more: { [path: string]: object } = {}): string {
  const file = join(tempTree({ [`projects/-p/${A}.jsonl`]: 'x\n', ...more }), `projects/-p/${A}.jsonl`);
  utimesSync(file, new Date(now - 3_600_000), new Date(now - 3_600_000));
  return file;
}
