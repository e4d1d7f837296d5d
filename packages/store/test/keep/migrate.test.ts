import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/schema/migrations.js';
import { openStore } from '../../src/schema/open-store.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import { count, newStoreFile } from '../support/store.js';

it('an index from before there were archives gets the new table, and keeps its content', async () => {
  const file = newStoreFile();
  const old = await openDatabase(file);
  old.exec(MIGRATIONS[0] ?? '');
  old.exec('PRAGMA user_version = 1');
  old.exec("INSERT INTO tags VALUES ('a', 'x')");
  old.close();
  const { database, movedAside } = await openStore(file);
  expect(movedAside).toBeUndefined();
  expect(count(database, '(SELECT count(*) FROM archives)')).toBe(0);
  expect(count(database, '(SELECT count(*) FROM tags)')).toBe(1);
  database.close();
});
