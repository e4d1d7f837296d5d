import { expect, it } from 'vitest';
import { readMeta, writeMeta } from '../../src/indexing/meta.js';
import { rowsOf } from '../../src/ledger/ledger-usage.js';
import { MIGRATIONS } from '../../src/schema/migrations.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import { newStoreFile } from '../support/store.js';

it('a text that is no longer UTF-8 does not abort the process', async () => {
  const database = await openDatabase(newStoreFile(), 'libsql');
  for (const step of MIGRATIONS) database.exec(step);
  writeMeta(database, 'whole', 'Grüße 🎉');
  expect(readMeta(database, 'whole')).toBe('Grüße 🎉');
  expect(readMeta(database, 'none')).toBeUndefined();
  database.exec("INSERT INTO meta VALUES ('damaged', CAST(x'61ff62' AS TEXT))");
  expect(readMeta(database, 'damaged')).toBe('a\ufffdb');
  database.exec("INSERT INTO names VALUES (1, CAST(x'61ff62' AS TEXT)), (2, 'é')");
  const rows = rowsOf(database, 'SELECT json_group_array(json_array(id, text)) AS rows FROM names');
  expect(rows).toEqual([
    [1, 'a\ufffdb'],
    [2, 'é'],
  ]);
  expect(rowsOf(database, 'SELECT json_group_array(id) AS rows FROM names WHERE id = ?', 7)).toEqual([]);
  database.close();
});
