import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders } from '@unspool/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateIndex } from '../../src/indexing/indexer.js';
import { openStore } from '../../src/schema/open-store.js';
import { parseQuery } from '../../src/search/query.js';
import { searchIndex } from '../../src/search/search-index.js';
import { indexedSessions, sessionsWithErrors } from '../../src/sessions/indexed-sessions.js';
import { sessionTape } from '../../src/sessions/session-tape.js';
import type { Database } from '../../src/sqlite/database.js';
import { Prices } from '../../src/usage/prices.js';
import { type Generated, generated, sessionsIn } from '../support/generated.js';

let corpus: Generated;
let database: Database;
const home = mkdtempSync(join(tmpdir(), 'unspool-list-'));
const prices = new Prices();

beforeAll(async () => {
  corpus = generated({ mb: 4, files: 12, seed: 7 });
  ({ database } = await openStore(join(home, 'unspool.db')));
  updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: corpus.folder }, '/'), { prices });
});

afterAll(() => {
  database.close();
  rmSync(home, { recursive: true, force: true });
  rmSync(corpus.folder, { recursive: true, force: true });
});

describe('sessions of the index', () => {
  it('are those on disk, with their turns, tokens and sub-agents', () => {
    const rows = new Map(indexedSessions(database, prices).map((row) => [row.sessionId, row]));
    expect(rows.size).toBe(corpus.truth.sessions.length);
    for (const truth of corpus.truth.sessions) {
      const row = rows.get(truth.sessionId);
      expect(row).toMatchObject({ turns: truth.turns, cwd: truth.cwd, isGone: false, isPinned: false, tags: [] });
      expect(row?.sum.tokens).toEqual(truth.tokensWithAgents);
      expect(row?.sum.cost).toBeGreaterThan(0n);
    }
    for (const session of sessionsIn(corpus.folder)) {
      const row = rows.get(session.sessionId);
      expect(row?.main).toBe(session.file);
      expect(row?.agents).toBe(session.agentFiles.length);
      expect(row?.file).toMatchObject({ size: session.size, isRead: true });
      expect(row?.file?.mtimeMs).toBeCloseTo(session.mtimeMs, 0);
    }
  });

  it('have their labels', () => {
    const [first] = indexedSessions(database, prices);
    const id = first?.sessionId ?? '';
    for (const tag of ['zeta', 'alpha']) database.prepare('INSERT INTO tags VALUES (?, ?)').run(id, tag);
    database.prepare('INSERT INTO pins VALUES (?, 1)').run(id);
    const row = indexedSessions(database, prices).find(({ sessionId }) => sessionId === id);
    expect(row).toMatchObject({ tags: ['alpha', 'zeta'], isPinned: true });
  });

  it('show where a call failed', () => {
    const failed = sessionsWithErrors(database);
    const known = new Set(indexedSessions(database, prices).map(({ number }) => number));
    for (const number of failed) expect(known.has(number)).toBe(true);
    const counted = database
      .prepare('SELECT count(DISTINCT session) AS n FROM docs JOIN files ON files.id = docs.file WHERE is_error = 1')
      .get();
    expect(failed.size).toBe(Number(counted?.['n']));
  });

  it('have a tape of few parts that begins with a prompt', () => {
    for (const { main } of indexedSessions(database, prices)) {
      const tape = sessionTape(database, main, 48);
      expect(tape.length).toBeGreaterThan(0);
      expect(tape.length).toBeLessThanOrEqual(48);
      const texts = database
        .prepare('SELECT count(*) AS n FROM docs WHERE file = (SELECT id FROM files WHERE path = ?)')
        .get(main);
      expect(tape.reduce((sum, part) => sum + part.texts, 0)).toBe(Number(texts?.['n']));
    }
    expect(sessionTape(database, '/nowhere', 48)).toEqual([]);
  });

  it('are searched without showing secrets', () => {
    const query = parseQuery('the');
    const options = { filters: {}, sort: 'time', limit: 5 } as const;
    expect(searchIndex(database, query, options).hits.some(({ snippet }) => snippet.text.includes('the'))).toBe(true);
    const shown = { text: () => 'nothing of it', fields: (fields: unknown) => fields };
    const hidden = searchIndex(database, query, { ...options, shown });
    expect(hidden.hits.map(({ snippet }) => snippet.text)).toEqual(Array(5).fill('nothing of it'));
  });
});
