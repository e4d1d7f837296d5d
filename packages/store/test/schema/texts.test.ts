import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/schema/open-store.js';
import { readAllTexts, repairTexts } from '../../src/schema/texts.js';
import type { Database } from '../../src/sqlite/database.js';
import { count, newStore, newStoreFile } from '../support/store.js';

/** `a` and a lone surrogate, which is not valid UTF-8; then a valid character with similar bytes. */
const HALF = "CAST(x'61EDA080' AS TEXT)";
const HALVES = "CAST(x'61EDA080EDB08062' AS TEXT)";
const WHOLE = "CAST(x'ED9FBFEFBFBD' AS TEXT)";

function addHalves(database: Database): void {
  database.exec(`INSERT INTO names (text) VALUES (${HALF}), (${WHOLE}), ('plain')`);
  database.exec(`INSERT INTO tags VALUES (${HALF}, ${HALVES}), ('b', 'c')`);
  database.exec(
    `INSERT INTO sessions (main, session_id, slug, title) VALUES ('m', 'i', 's', ${HALVES}), ('n', 'j', 's', NULL)`,
  );
  database.exec(`INSERT INTO pins VALUES (${HALF}, 1)`);
}

function expectHealed(database: Database): void {
  expect(() => readAllTexts(database)).not.toThrow();
  const texts = database.prepare('SELECT text FROM names ORDER BY id').all();
  expect(texts.map((row) => row['text'])).toEqual(['a\ufffd', '\ud7ff\ufffd', 'plain']);
  expect(database.prepare('SELECT * FROM tags ORDER BY tag').all()).toEqual([
    { session_id: 'a\ufffd', tag: 'a\ufffd\ufffdb' },
    { session_id: 'b', tag: 'c' },
  ]);
  expect(
    database
      .prepare('SELECT title FROM sessions ORDER BY id')
      .all()
      .map((row) => row['title']),
  ).toEqual(['a\ufffd\ufffdb', null]);
}

describe('lone surrogates in an index', () => {
  it('are repaired without being read', async () => {
    const database = await newStore();
    addHalves(database);
    expect(repairTexts(database)).toBe(5);
    expectHealed(database);
    expect(repairTexts(database)).toBe(0);
    database.close();
  });

  it('are repaired when an index of an older version is opened', async () => {
    const file = newStoreFile();
    const old = (await openStore(file)).database;
    addHalves(old);
    old.exec('DROP TABLE writes; DROP TABLE causes; DROP TABLE agent_facts; ALTER TABLE sessions DROP COLUMN client');
    old.exec('PRAGMA user_version = 2');
    old.close();
    const { database, movedAside } = await openStore(file);
    expect(movedAside).toBeUndefined();
    expectHealed(database);
    database.close();
  });

  it('that become an existing text are merged with it', async () => {
    const database = await newStore();
    database.exec(`INSERT INTO pins VALUES (${HALF}, 1), (${JSON.stringify('a\ufffd').replaceAll('"', "'")}, 2)`);
    repairTexts(database);
    expect(count(database, '(SELECT count(*) FROM pins)')).toBe(1);
    database.close();
  });
});
