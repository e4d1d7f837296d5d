import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { Calendar } from '../../src/usage/calendar.js';
import { Prices } from '../../src/usage/prices.js';
import { reportOf } from '../../src/usage/reports.js';
import { type ScannedUsage, type ScanOptions, scanSources, scanUsage, sourcesOf } from '../../src/usage/scan-usage.js';
import { type GivenShare, takeForOther, type UsageTasks } from '../../src/usage/usage-tasks.js';
import { generated, sessionsIn } from '../support/generated.js';
import { program } from '../support/program.js';

const prices = new Prices();
const { folder, truth } = generated({ mb: 6, files: 40, seed: 21, dirty: true });
const sessions = sessionsIn(folder);

function rowsOf(scanned: ScannedUsage) {
  const options = { prices, calendar: new Calendar('UTC'), isWanted: () => true };
  const report = reportOf('sessions', scanned.usages(prices), options);
  return report.rows.map(({ key, sum, lastTime }) => ({ key, tokens: sum.tokens, cost: sum.cost, lastTime }));
}

const withHelp = (help: ScanOptions['help']) => scanSources(sourcesOf(sessions), help ? { help } : {});

/** Takes its share at once, before the first thread takes any. */
function inTurn(most: number): (tasks: UsageTasks) => Promise<GivenShare | undefined> {
  return async (tasks) => {
    const some = { ...tasks, order: tasks.order.slice(0, most) };
    let given: GivenShare | undefined;
    takeForOther(some, (share, large) => {
      const { port1, port2 } = new MessageChannel();
      port1.postMessage(share, large);
      given = receiveMessageOnPort(port2)?.message as GivenShare;
      port1.close();
    });
    Atomics.store(tasks.next, 0, Math.min(most, tasks.order.length));
    return given;
  };
}

describe('usage read by two threads', () => {
  const alone = scanUsage(sessions);

  it.each([0, 1, 7, 1000])('is what one reads, when the other takes %s files', async (most) => {
    const scanned = await withHelp(inTurn(most));
    expect(scanned.replies).toBe(Object.keys(truth.messages).length);
    expect(rowsOf(scanned)).toEqual(rowsOf(alone));
  });

  it.each([1, 1000, 65_536])('is what one reads, in parts of %s bytes', async (partSize) => {
    // Of two hundred thousand parts of a byte only few hold a line: some files are enough for them.
    const some = partSize === 1 ? sessions.filter(({ size }) => size < 60_000).slice(0, 4) : sessions;
    const sources = sourcesOf(some);
    const whole = rowsOf(scanUsage(some));
    expect(rowsOf(await scanSources(sources, { partSize }))).toEqual(whole);
    expect(rowsOf(await scanSources(sources, { partSize, help: inTurn(9) }))).toEqual(whole);
  });

  it('is what one reads, when the other dies with what it took', async () => {
    const scanned = await withHelp(async (tasks) => {
      await inTurn(5)(tasks);
      return undefined;
    });
    expect(rowsOf(scanned)).toEqual(rowsOf(alone));
  });

  it('is what one reads, in a real thread', async () => {
    const script = await program(
      `import { parentPort } from 'node:worker_threads';
       import { takeForOther } from '@unspool/store';
       parentPort.once('message', (tasks) => takeForOther(tasks, (share, large) => parentPort.postMessage(share, large)));`,
    );
    const worker = new Worker(script);
    const scanned = await withHelp(
      (tasks) =>
        new Promise((resolve) => {
          worker.once('message', resolve);
          worker.once('exit', () => resolve(undefined));
          worker.postMessage(tasks);
        }),
    );
    await worker.terminate();
    expect(rowsOf(scanned)).toEqual(rowsOf(alone));
  });

  it('names files that cannot be read, whoever took them', async () => {
    const missing = join(mkdtempSync(join(tmpdir(), 'unspool-missing-')), 'gone.jsonl');
    const ref = { sessionId: 'gone', slug: 'p', cwd: () => undefined };
    const sources = [{ ref, files: [{ file: missing, isAgent: false, size: 1e9 }] }, ...sourcesOf(sessions)];
    for (const help of [undefined, inTurn(3)]) {
      const scanned = await scanSources(sources, help ? { help } : {});
      expect(scanned.problems).toEqual([{ file: missing, message: expect.stringContaining('ENOENT') }]);
      expect(scanned.replies).toBe(Object.keys(truth.messages).length);
    }
  });

  it('tells how many files were taken', async () => {
    const seen: number[] = [];
    await scanSources(sourcesOf(sessions), { onFile: (taken) => seen.push(taken) });
    const files = sourcesOf(sessions).reduce((sum, source) => sum + source.files.length, 0);
    expect(seen).toEqual(Array.from({ length: files }, (_, at) => at + 1));
  });
});
