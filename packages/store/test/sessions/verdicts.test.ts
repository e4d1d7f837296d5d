import { appendFileSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders } from '@unspool/session';
import { judgeFile } from '@unspool/session/resume';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateIndex } from '../../src/indexing/indexer.js';
import { openStore } from '../../src/schema/open-store.js';
import { judgeSessions, knownVerdicts } from '../../src/sessions/verdicts.js';
import type { Database } from '../../src/sqlite/database.js';
import { Prices } from '../../src/usage/prices.js';
import { type Generated, generated, sessionsIn } from '../support/generated.js';

let corpus: Generated;
let database: Database;
const home = mkdtempSync(join(tmpdir(), 'unspool-verdicts-'));
const NOW = Date.UTC(2030, 0, 1);

beforeAll(async () => {
  corpus = generated({ mb: 1, files: 6, seed: 11 });
  ({ database } = await openStore(join(home, 'unspool.db')));
  index();
});

afterAll(() => {
  database.close();
  rmSync(home, { recursive: true, force: true });
  rmSync(corpus.folder, { recursive: true, force: true });
});

function index(): void {
  updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: corpus.folder }, '/'), { prices: new Prices() });
}

function asOnDisk(file: string) {
  const { size, mtimeMs } = statSync(file);
  return { file, size, mtimeMs };
}

describe('verdicts in the index', () => {
  it('are made once for each session, a few at a time, and again when its file changes', () => {
    const files = sessionsIn(corpus.folder).map(({ file }) => file);
    expect(judgeSessions(database, { now: NOW, budgetMs: 0 })).toBe(1);
    expect(judgeSessions(database, { now: NOW, budgetMs: 60_000 })).toBe(files.length - 1);
    expect(judgeSessions(database, { now: NOW, budgetMs: 60_000 })).toBe(0);
    for (const file of files) expect(knownVerdicts(database)(asOnDisk(file))).toEqual(judgeFile(file));

    const [changed = ''] = files;
    appendFileSync(changed, '{"type":"user"\n');
    expect(knownVerdicts(database)(asOnDisk(changed))).toBeUndefined();
    index();
    expect(judgeSessions(database, { now: NOW, budgetMs: 60_000 })).toBe(1);
    expect(knownVerdicts(database)(asOnDisk(changed))).toMatchObject({ damagedLines: 1 });
  });

  it('wait until a session that was just written to is still', () => {
    const [, written = ''] = sessionsIn(corpus.folder).map(({ file }) => file);
    appendFileSync(written, '\n');
    utimesSync(written, NOW / 1000, NOW / 1000);
    index();
    expect(judgeSessions(database, { now: NOW + 1000, budgetMs: 60_000 })).toBe(0);
    expect(judgeSessions(database, { now: NOW + 60_000, budgetMs: 60_000 })).toBe(1);
  });

  it('are not asked for again of a file that cannot be read', () => {
    const [, , gone = ''] = sessionsIn(corpus.folder).map(({ file }) => file);
    writeFileSync(gone, '{"type":"user"}\n');
    index();
    rmSync(gone);
    expect(judgeSessions(database, { now: NOW, budgetMs: 60_000 })).toBe(1);
    expect(judgeSessions(database, { now: NOW, budgetMs: 60_000 })).toBe(0);
  });
});
