import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/schema/open-store.js';
import { generated } from '../support/generated.js';
import { program, runProgram } from '../support/program.js';
import { count, ledgerTokens, newStoreFile, update } from '../support/store.js';

/** Set UNSPOOL_KILLS to kill more often. */
const KILLS = Number(process.env['UNSPOOL_KILLS'] ?? 12);

const INDEXER = `
  import { writeSync } from 'node:fs';
  import { fileURLToPath } from 'node:url';
  import { isMainThread, parentPort, Worker } from 'node:worker_threads';
  import { configFolders } from '@unspool/session';
  import { openStore, Prices, readForOther, updateIndex } from '@unspool/store';
  if (isMainThread) {
    const [folder, file, threads] = process.argv.slice(2);
    const { database } = await openStore(file);
    writeSync(1, 'open\\n');
    const startReader = () => (threads === 'two threads' ? new Worker(fileURLToPath(import.meta.url)) : undefined);
    updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: folder }, '/'), { prices: new Prices(), startReader });
    database.close();
    writeSync(1, 'done\\n');
  } else parentPort.once('message', readForOther);
`;

const corpus = generated({ mb: 12, files: 60, seed: 31, dirty: true });
const turns = corpus.truth.sessions.reduce((sum, session) => sum + session.turns, 0);

async function expectWhole(file: string, docs: number): Promise<void> {
  const { database, movedAside } = await openStore(file);
  expect(movedAside).toBeUndefined();
  expect(database.prepare('PRAGMA integrity_check').get()?.['integrity_check']).toBe('ok');
  database.exec("INSERT INTO texts (texts) VALUES ('integrity-check')");
  expect(ledgerTokens(database)).toEqual(corpus.truth.tokens);
  expect(count(database, '(SELECT sum(turns) FROM sessions)')).toBe(turns);
  expect(count(database, '(SELECT count(*) FROM docs)')).toBe(docs);
  database.close();
}

const indexer = await program(INDEXER);
const reference = newStoreFile();
const { database } = await openStore(reference);
update(database, corpus.folder);
const docs = count(database, '(SELECT count(*) FROM docs)');
database.close();

describe.each(['one thread', 'two threads'])('an indexer of %s', (threads) => {
  it(
    'killed at any moment, it opens again and ends with the truth',
    async () => {
      const file = newStoreFile();
      let killed = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const { text } = await runProgram(
          indexer,
          [corpus.folder, file, threads],
          kill === 0 ? 0 : Math.random() * 250,
        );
        if (!text.includes('done')) killed++;
      }
      expect(killed).toBeGreaterThan(0);
      expect((await runProgram(indexer, [corpus.folder, file, threads])).text).toContain('done');
      await expectWhole(file, docs);
    },
    60_000 + KILLS * 5000,
  );

  it('two at once end with the expected content', async () => {
    const file = newStoreFile();
    const runs = await Promise.all([1, 2].map(() => runProgram(indexer, [corpus.folder, file, threads])));
    for (const { code, text } of runs) expect(code, text).toBe(0);
    await expectWhole(file, docs);
  });
});
