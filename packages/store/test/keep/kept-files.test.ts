import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configFolders } from '@unspool/session';
import { expect, it } from 'vitest';
import { forgetIndex } from '../../src/indexing/forget-index.js';
import { updateIndex } from '../../src/indexing/indexer.js';
import { archiveSession } from '../../src/keep/archive-session.js';
import { KeptFiles } from '../../src/keep/kept-files.js';
import { openStore } from '../../src/schema/open-store.js';
import { parseQuery } from '../../src/search/query.js';
import { searchIndex } from '../../src/search/search-index.js';
import type { Database } from '../../src/sqlite/database.js';
import { generated, sessionsIn } from '../support/generated.js';
import { count, ledgerTokens, newStoreFile, prices } from '../support/store.js';
import { configAt, newArchiveFolder } from './family.js';

const { folder, truth } = generated({ mb: 3, files: 16, seed: 5, dirty: true });
const config = configAt(folder);
const sessions = sessionsIn(folder);
const archive = newArchiveFolder();
for (const session of sessions) archiveSession(session, config, { folder: archive, now: Date.now() });
const everyFile = sessions.flatMap(({ file, hasMain, agentFiles }) => [
  ...(hasMain ? [file] : []),
  ...agentFiles.map((agent) => agent.file),
]);
// Well in the past, so that the folder's time is reliable.
utimesSync(archive, 1_700_000_000, 1_700_000_000);

function update(database: Database) {
  const kept = new KeptFiles(database, archive, Date.now());
  try {
    return updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: folder }, '/'), { prices, kept });
  } finally {
    kept.close();
  }
}

function find(database: Database, words: string) {
  const kept = new KeptFiles(database, archive, Date.now());
  try {
    return searchIndex(database, parseQuery(words), { filters: {}, sort: 'time', limit: 500, kept });
  } finally {
    kept.close();
  }
}

const docs = (database: Database) => count(database, '(SELECT count(*) FROM docs)');
const fresh = async () => (await openStore(newStoreFile())).database;

it('what the client deletes stays searchable and counted, and is not read again', async () => {
  const database = await fresh();
  update(database);
  const before = { docs: docs(database), hits: find(database, 'error OR the') };
  expect(before.hits.hits.length).toBeGreaterThan(100);
  for (const file of everyFile) rmSync(file);
  expect(update(database)).toMatchObject({ changed: 0, gone: 0, bytesRead: 0 });
  expect(docs(database)).toBe(before.docs);
  expect(find(database, 'error OR the')).toEqual(before.hits);
  expect(ledgerTokens(database)).toEqual(truth.tokens);
  expect(count(database, '(SELECT count(*) FROM replies WHERE is_gone = 1)')).toBe(0);

  // An index made after the deletion is the same as one made before.
  const later = await fresh();
  expect(update(later).changed).toBe(everyFile.length);
  expect(docs(later)).toBe(before.docs);
  expect(ledgerTokens(later)).toEqual(truth.tokens);
  const found = find(later, 'error OR the');
  const texts = (hits: typeof found.hits) => hits.map((hit) => `${hit.file}:${hit.byte}:${hit.snippet.text}`).sort();
  expect(texts(found.hits)).toEqual(texts(before.hits.hits));

  forgetIndex(later);
  update(later);
  expect(docs(later)).toBe(before.docs);

  // Deleting archives removes their texts, but the ledger is kept.
  rmSync(archive, { recursive: true });
  expect(update(later).gone).toBe(everyFile.length);
  expect(docs(later)).toBe(0);
  expect(ledgerTokens(later)).toEqual(truth.tokens);
  database.close();
  later.close();
});

it('a damaged archive is a reported problem, not a failure', async () => {
  const other = generated({ mb: 1, files: 3, seed: 6 });
  const own = newArchiveFolder();
  const [session] = sessionsIn(other.folder);
  if (!session) throw new Error('no session');
  const result = archiveSession(session, configAt(other.folder), { folder: own, now: Date.now() });
  const path = result.kind === 'nothing' ? '' : result.path;
  const database = await fresh();
  const kept = new KeptFiles(database, own, Date.now());
  rmSync(session.file);
  rmSync(join(dirname(session.file), session.sessionId), { recursive: true, force: true });
  const configs = configFolders({ CLAUDE_CONFIG_DIR: other.folder }, '/');
  expect(kept.missing(new Set()).length).toBe(1);
  writeFileSync(path, Buffer.alloc(10));
  const { problems } = updateIndex(database, configs, { prices, kept });
  expect(problems.length).toBeGreaterThan(0);
  expect(updateIndex(database, configs, { prices, kept: new KeptFiles(database, own, Date.now()) }).problems).toEqual(
    [],
  );
  database.close();
});
