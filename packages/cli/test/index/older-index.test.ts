import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { bytesBelow, type Home, NOTES, newHome, UPLOAD } from '../keep/home.js';

/** What each version of the schema has that the one before had not. */
const NEW_TABLES: { [version: number]: readonly string[] } = {
  2: ['archives'],
  3: ['causes', 'agent_facts'],
  4: ['writes'],
  5: ['verdicts'],
};
const NEWEST = 6;
/** Columns of `sessions` that came with a version. */
const NEW_COLUMNS: { readonly [version: number]: readonly string[] } = { 6: ['client'] };

describe.each([1, 2, 3, 4, 5])('an index with version %i of the schema', (version) => {
  it('is migrated, and nothing that exists only there is lost', async () => {
    const { home, before } = await keptHome();
    await inIndex(home, (database) => makeOlder(database, version));
    expect(await factsOf(home)).toEqual(before);
    expect(await versionIn(home)).toBe(NEWEST);
    expect(asideIn(home)).toEqual([]);
    await expectUndoAndRestore(home);
  });

  it('continues from where it was', async () => {
    const { home } = await keptHome();
    await home.unspool('undo');
    await inIndex(home, (database) => makeOlder(database, version));
    const file = home.main[NOTES] ?? '';
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    appendFileSync(file, `${lines.at(-1)?.replace(/"id":"msg_[^"]*"/, '"id":"msg_more"')}\n`);
    expect((await home.unspool('index', '--no-archive')).err).toBe('');
    const { out } = await home.unspool('usage', 'tools', '--json');
    expect(JSON.parse(out).total.replies).toBeGreaterThan(0);
  });
});

describe('an index of another time that cannot be brought to the newest', () => {
  it.each<[string, string[], (database: Database) => void]>([
    ['says nothing of its version', ['usage'], (database) => database.exec('PRAGMA user_version = 0')],
    [
      'has a table too early',
      ['usage'],
      (database) => {
        makeOlder(database, 2);
        database.exec('CREATE TABLE causes (id INTEGER PRIMARY KEY)');
      },
    ],
    [
      'has a table of another shape',
      ['index', '--rebuild', '--no-archive'],
      (database) => {
        makeOlder(database, 1);
        database.exec('ALTER TABLE replies DROP COLUMN web_searches');
      },
    ],
    [
      'lacks a table',
      ['usage'],
      (database) => {
        makeOlder(database, 1);
        database.exec('DROP TABLE slots');
      },
    ],
  ])('%s: it is kept beside, told, and what stands only there is taken over', async (_, args, spoil) => {
    const { home, before } = await keptHome();
    await inIndex(home, spoil);
    const { exitCode, err } = await home.unspool(...args);
    const [aside, ...more] = asideIn(home);
    expect([exitCode, more]).toEqual([0, []]);
    expect(err).toContain(`moved to ${join(home.data, aside ?? '')}`);
    expect(err).toMatch(/Saved from it: [1-9]\d* replies of the ledger, 1 tag, 1 pin\./);
    expect(await factsOf(home)).toEqual(before);
    await expectUndoAndRestore(home);
  });
});

it('an index of a newer Unspool is left as it is', async () => {
  const { home } = await keptHome();
  await inIndex(home, (database) => database.exec(`PRAGMA user_version = ${NEWEST + 1}`));
  const bytes = readFileSync(join(home.data, 'unspool.db'));
  for (const command of [['index'], ['index', '--rebuild'], ['usage'], ['search', 'upload']]) {
    const { exitCode, err } = await home.unspool(...command);
    expect([exitCode, err]).toEqual([1, expect.stringContaining('was written by a newer Unspool')]);
  }
  expect(readFileSync(join(home.data, 'unspool.db')).equals(bytes)).toBe(true);
});

/** One session that stands only in the archive, one in the trash; a tag and a pin. */
async function keptHome(): Promise<{ home: Home; before: object }> {
  const home = newHome();
  await home.unspool('index', '--no-archive');
  await home.unspool('tag', UPLOAD, 'urgent');
  await home.unspool('pin', UPLOAD);
  await home.unspool('archive', '--all');
  await home.unspool('delete', NOTES);
  rmSync(home.main[UPLOAD] ?? '');
  rmSync((home.main[UPLOAD] ?? '').replace('.jsonl', ''), { recursive: true, force: true });
  return { home, before: await factsOf(home) };
}

async function factsOf(home: Home): Promise<object> {
  const { total } = await home.json<{ total: { tokens: object; replies: number; costUSD: string } }>('usage');
  const { rows } = await home.json<{ rows: object[] }>('usage', 'sessions');
  const { hits } = await home.json<{ hits: { sessionId: string; byte: number }[] }>('search', 'upload');
  const pinned = await home.json<{ sessionId: string; tags: string[] }[]>('ls', '--archived', '--pinned');
  return {
    tokens: total.tokens,
    replies: total.replies,
    costUSD: total.costUSD,
    sessions: rows,
    hits: hits.map(({ sessionId, byte }) => `${sessionId} ${byte}`).sort(),
    pinned: pinned.map(({ sessionId, tags }) => [sessionId, tags]),
  };
}

async function expectUndoAndRestore(home: Home): Promise<void> {
  expect((await home.unspool('undo')).exitCode).toBe(0);
  expect((await home.unspool('restore', UPLOAD)).exitCode).toBe(0);
  const original = newHome();
  for (const id of [UPLOAD, NOTES]) {
    const folder = (main: string | undefined) => join(main ?? '', '..');
    expect(bytesBelow(folder(home.main[id]))).toEqual(bytesBelow(folder(original.main[id])));
  }
}

/** As an Unspool left it that knew no more: neither the tables, nor what is noted of files. */
function makeOlder(database: Database, version: number): void {
  for (let step = NEWEST; step > version; step--) {
    for (const table of NEW_TABLES[step] ?? []) database.exec(`DROP TABLE ${table}`);
    for (const column of NEW_COLUMNS[step] ?? []) database.exec(`ALTER TABLE sessions DROP COLUMN ${column}`);
  }
  const unknown = ['attribution', 'title', 'hasOutputFiles', 'waiting', 'writes'].map((key) => `'$.${key}'`).join();
  database.exec(`UPDATE files SET state = json_remove(state, ${unknown})`);
  database.exec(`PRAGMA user_version = ${version}`);
}

async function inIndex(home: Home, work: (database: Database) => void): Promise<void> {
  const database = await openDatabase(join(home.data, 'unspool.db'));
  work(database);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

async function versionIn(home: Home): Promise<unknown> {
  let version: unknown;
  await inIndex(home, (database) => {
    version = database.prepare('PRAGMA user_version').get()?.['user_version'];
  });
  return version;
}

function asideIn(home: Home): string[] {
  return readdirSync(home.data).filter((name) => /\.broken-[^/]*Z$/.test(name));
}
