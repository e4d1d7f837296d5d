import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { endProbe, holdingFiles, newProbe, probeAgain, probeAll, probeInOrder } from '../../src/search/needle-probe.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-probe-'));
const files = Array.from({ length: 40 }, (_, at) => {
  const file = join(folder, `${at}.jsonl`);
  const word = at % 7 === 3 ? 'needle' : 'hay';
  writeFileSync(file, `{"type":"user","message":{"content":"${'x'.repeat(at * 100)} ${word}"}}\n`.repeat(3));
  return file;
});
const holding = files.map((_, at) => at % 7 === 3);
const needles = [{ bytes: Buffer.from('needle') }];

describe('a probe', () => {
  it('tells files that may hold a needle', () => {
    const mayHold = probeInOrder(newProbe(files, needles));
    expect(files.map((_, at) => mayHold(at))).toEqual(holding);
  });

  it('uses what others have found', () => {
    const job = newProbe(files, needles);
    probeAll(job);
    expect(files.map((_, at) => probeInOrder(job)(at))).toEqual(holding);
  });

  it('finds nothing in a file that is not there, but lets its reader try', () => {
    const mayHold = probeInOrder(newProbe([join(folder, 'gone.jsonl'), ...files], needles));
    expect(mayHold(0)).toBe(true);
    expect(mayHold(1)).toBe(false);
  });

  it('does not wait for ever for a thread that takes files and never answers', async () => {
    const job = newProbe(files, needles);
    const worker = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
       Atomics.add(workerData.next, 0, 2);
       parentPort.postMessage('taken');`,
      { eval: true, workerData: job },
    );
    await new Promise((resolve) => worker.once('message', resolve));
    const mayHold = probeInOrder(job);
    expect(mayHold(0)).toBe(true);
    expect(mayHold(2)).toBe(false);
    await worker.terminate();
  });

  it('gives the files that may hold one, unless they are many', () => {
    expect(holdingFiles(newProbe(files, needles, 100))).toEqual(files.filter((_, at) => holding[at]));
    expect(holdingFiles(newProbe(files, needles, 3))).toBeUndefined();
    expect(holdingFiles(newProbe(files, [{ bytes: Buffer.from('nowhere') }], 3))).toEqual([]);
    expect(holdingFiles(newProbe([], needles, 3))).toEqual([]);
  });

  it('shares that work with other threads', async () => {
    const job = newProbe(files, needles, 100);
    const worker = new Worker(
      `const { workerData: { next, states, files }, parentPort } = require('node:worker_threads');
       const first = Atomics.add(next, 0, 10);
       parentPort.postMessage('taken');
       for (let at = first; at < first + 10; at++) {
         Atomics.store(states, at, at % 7 === 3 ? 2 : 1);
         Atomics.notify(states, at);
       }`,
      { eval: true, workerData: job },
    );
    await new Promise((resolve) => worker.once('message', resolve));
    expect(holdingFiles(job)).toEqual(files.filter((_, at) => holding[at]));
    await worker.terminate();
  });

  it('is not repeated for files that are known', () => {
    const first = newProbe(files, needles, 2);
    expect(holdingFiles(first)).toBeUndefined();
    const sorted = files.toReversed();
    const again = probeAgain(first, sorted);
    expect([...again.states].filter((state) => state === 2)).toHaveLength(2);
    const mayHold = probeInOrder(again);
    expect(sorted.map((_, at) => mayHold(at))).toEqual(holding.toReversed());
  });

  it('ends early', () => {
    const job = newProbe(files, needles);
    endProbe(job);
    probeAll(job);
    expect([...job.states].every((state) => state === 0)).toBe(true);
  });
});
