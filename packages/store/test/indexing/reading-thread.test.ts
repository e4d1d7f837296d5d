import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { configFolders } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { type IndexResult, updateIndex } from '../../src/indexing/indexer.js';
import type { Database } from '../../src/sqlite/database.js';
import { generated } from '../support/generated.js';
import { program } from '../support/program.js';
import { count, ledgerTokens, newStore, prices, update } from '../support/store.js';

const reader = await program(`
  import { parentPort } from 'node:worker_threads';
  import { readForOther } from '@unspool/store';
  parentPort.once('message', readForOther);
`);

function updateWithThread(database: Database, folder: string, script = reader): IndexResult {
  const started: Worker[] = [];
  const startReader = () => {
    const worker = new Worker(script);
    worker.on('error', () => {});
    started.push(worker);
    return worker;
  };
  const result = updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: folder }, '/'), { prices, startReader });
  expect(started.length).toBeGreaterThan(0);
  return result;
}

const rows = (database: Database, sql: string) => JSON.stringify(database.prepare(sql).all());

function contentOf(database: Database): string[] {
  return [
    rows(database, 'SELECT path, offset, size, mtime, head, state FROM files ORDER BY path'),
    rows(database, 'SELECT main, title, turns, started, ended FROM sessions ORDER BY main'),
    rows(database, 'SELECT key, model, time, input, output FROM replies ORDER BY key'),
    rows(
      database,
      'SELECT path, byte, part, kind, turn, time FROM docs JOIN files ON files.id = file ORDER BY docs.id',
    ),
  ];
}

describe('a reading thread', () => {
  it('results in the same index', async () => {
    const { folder, truth } = generated({ mb: 8, files: 40, seed: 41, dirty: true });
    const [alone, helped] = [await newStore(), await newStore()];
    expect(updateWithThread(helped, folder)).toEqual(update(alone, folder));
    expect(contentOf(helped)).toEqual(contentOf(alone));
    expect(ledgerTokens(helped)).toEqual(truth.tokens);
    helped.exec("INSERT INTO texts (texts) VALUES ('integrity-check')");
    expect(update(helped, folder).changed).toBe(0);
  });

  it('leaves unreadable files to the writing thread', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-thread-'));
    const project = join(folder, 'projects', '-p');
    mkdirSync(project, { recursive: true });
    const line = (text: string) =>
      `${JSON.stringify({ type: 'user', uuid: text, parentUuid: null, message: { role: 'user', content: text } })}\n`;
    for (const name of ['a', 'b', 'c']) writeFileSync(join(project, `${name}.jsonl`), line(name));
    chmodSync(join(project, 'b.jsonl'), 0);
    const [alone, helped] = [await newStore(), await newStore()];
    expect(updateWithThread(helped, folder)).toEqual(update(alone, folder));
    expect(contentOf(helped)).toEqual(contentOf(alone));
    rmSync(folder, { recursive: true });
  });

  it('may crash without an effect', async () => {
    const { folder, truth } = generated({ mb: 3, files: 10, seed: 42 });
    const broken = await program(`
      import { parentPort } from 'node:worker_threads';
      import { readForOther } from '@unspool/store';
      parentPort.once('message', (order) => readForOther({ ...order, jobs: order.jobs.slice(0, 4) }));
    `);
    const database = await newStore();
    updateWithThread(database, folder, broken);
    expect(ledgerTokens(database)).toEqual(truth.tokens);
    expect(count(database, '(SELECT count(*) FROM files WHERE offset < size)')).toBe(0);
  });

  it.each([
    ['that throws', "throw new Error('out of luck')"],
    ['that ends without a word', 'process.exit(1)'],
    ['that was never there', 'while (true) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  ])('%s is not waited for long', async (_, fate) => {
    const { folder, truth } = generated({ mb: 1, files: 6, seed: 44 });
    const unlucky = await program(`
      import { parentPort } from 'node:worker_threads';
      import { readForOther } from '@unspool/store';
      parentPort.once('message', (order) => {
        const jobs = { *[Symbol.iterator]() { yield* order.jobs.slice(0, 2); ${fate}; } };
        readForOther({ ...order, jobs });
      });
    `);
    const database = await newStore();
    updateWithThread(database, folder, unlucky);
    expect(ledgerTokens(database)).toEqual(truth.tokens);
    expect(count(database, '(SELECT count(*) FROM files WHERE offset < size)')).toBe(0);
  });
});
