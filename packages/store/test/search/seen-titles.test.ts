import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wordMatcher } from '../../src/search/matcher.js';
import { parseQuery } from '../../src/search/query.js';
import { searchFiles } from '../../src/search/search-files.js';
import { searchIndex } from '../../src/search/search-index.js';
import { sessionsIn } from '../support/generated.js';
import { newStore, update } from '../support/store.js';

const title = (text: string) => `${JSON.stringify({ type: 'custom-title', customTitle: text, sessionId: 's' })}\n`;
const prompt = (text: string) => `${JSON.stringify({ type: 'user', message: { role: 'user', content: text } })}\n`;
const LINES = [title('The zebra'), prompt('a zebra'), title('The zebra'), title('Another'), title('The zebra')];

function newFolder(): { folder: string; file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-titles-'));
  const project = join(folder, 'projects', '-p');
  mkdirSync(project, { recursive: true });
  return { folder, file: join(project, '00000000-0000-4000-8000-000000000001.jsonl') };
}

describe('a title that a session repeats', () => {
  const query = parseQuery('zebra');
  const options = { filters: {}, sort: 'time', limit: 20 } as const;
  const places = (hits: readonly { kind: string; byte: number }[]) =>
    hits.map(({ kind, byte }) => `${kind} ${byte}`).sort();
  const expected = [`prompt ${LINES[0]?.length}`, 'title 0'];

  it('is found once, with and without an index', async () => {
    const { folder, file } = newFolder();
    writeFileSync(file, LINES.join(''));
    const database = await newStore();
    update(database, folder);
    const indexed = searchIndex(database, query, options);
    const read = searchFiles(sessionsIn(folder), wordMatcher(query), options);
    expect(places(indexed.hits)).toEqual(expected);
    expect(places(read.hits)).toEqual(expected);
    expect([indexed.count, read.count]).toEqual([2, 2]);
    database.close();
  });

  it('is found once if it comes later', async () => {
    const { folder, file } = newFolder();
    const database = await newStore();
    for (const line of LINES) {
      appendFileSync(file, line);
      update(database, folder);
    }
    expect(places(searchIndex(database, query, options).hits)).toEqual(expected);
    database.close();
  });

  it('is found in each session that has it', async () => {
    const { folder, file } = newFolder();
    writeFileSync(file, LINES.join(''));
    writeFileSync(file.replace('1.jsonl', '2.jsonl'), LINES.join(''));
    const database = await newStore();
    update(database, folder);
    expect(searchIndex(database, query, options).count).toBe(4);
    expect(searchFiles(sessionsIn(folder), wordMatcher(query), options).count).toBe(4);
    database.close();
  });
});
