import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { openStore } from '../../src/schema/open-store.js';
import { newStoreFile } from '../support/store.js';

const LIBSQL = createRequire(import.meta.url).resolve('libsql');

it('keeps its write-ahead log when another process closes the store, though this one opened it twice', async () => {
  const file = newStoreFile();
  const first = await openStore(file);
  const second = await openStore(file);
  second.database.exec("INSERT INTO meta VALUES ('kept', '1')");
  const log = statSync(`${file}-wal`).ino;
  const script = `const database = new (require(${JSON.stringify(LIBSQL)}))(${JSON.stringify(file)}); database.exec('SELECT * FROM meta'); database.close();`;
  execFileSync(process.execPath, ['-e', script]);
  expect(statSync(`${file}-wal`).ino).toBe(log);
  first.database.close();
  second.database.close();
});
