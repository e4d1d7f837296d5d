import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distinctiveWords } from '../../src/search/distinctive-words.js';
import { searchTurns } from '../../src/search/search-turns.js';
import { newStore, update } from '../support/store.js';

describe('words of a question', () => {
  it('ignore words that are in every text, and match other forms of a word', () => {
    expect(distinctiveWords('How do we know the migrated tests?').map(({ asked }) => asked)).toEqual([
      { kind: 'term', text: 'know', isPrefix: false },
      { kind: 'term', text: 'migrat', isPrefix: true },
      { kind: 'term', text: 'test', isPrefix: true },
    ]);
    expect(distinctiveWords('what is it').map(({ own }) => own)).toHaveLength(3);
    expect(distinctiveWords('?!')).toEqual([]);
  });
});

describe('a search for turns', () => {
  it('puts the turn first that says most of the words, wherever in it', async () => {
    const { find } = await indexed([
      ['Fix the flaky upload', 'The token expires while it runs.'],
      ['Something about tokens', 'Done.'],
      ['An upload of pictures', 'Done.'],
    ]);
    expect(find('uploading with an expired token')).toEqual([1, 3, 2]);
    expect(find('zeppelin')).toEqual([]);
  });

  it('counts rare words more than common ones', async () => {
    const turns = Array.from({ length: 20 }, (_, at): [string, string] => [`common words number ${at}`, 'ok']);
    const { find } = await indexed([['a kestrel', 'ok'], ...turns]);
    expect(find('common kestrel')[0]).toBe(1);
  });

  it('names the turn of a fork once', async () => {
    const { find } = await indexed([['Only once, please', 'Done.']], 2);
    expect(find('once')).toHaveLength(1);
  });
});

async function indexed(turns: readonly [prompt: string, reply: string][], copies = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-turns-'));
  mkdirSync(join(folder, 'projects', '-app'), { recursive: true });
  for (let copy = 1; copy <= copies; copy++) {
    const sessionId = `${copy}1111111-0000-4000-8000-000000000001`;
    const lines = turns.flatMap(([prompt, reply], at) => [
      { type: 'user', message: { role: 'user', content: prompt }, at: at * 2 },
      {
        type: 'assistant',
        message: { id: `m${copy}${at}`, role: 'assistant', content: [{ type: 'text', text: reply }] },
        at: at * 2 + 1,
      },
    ]);
    const text = lines.map(({ at, ...line }) => {
      const timestamp = new Date(Date.UTC(2026, 4, 1, 9, 0, at)).toISOString();
      const place = { uuid: `${copy}-${at}`, parentUuid: at === 0 ? null : `${copy}-${at - 1}`, timestamp };
      return `${JSON.stringify({ ...line, ...place, sessionId, cwd: '/app', isSidechain: false })}\n`;
    });
    writeFileSync(join(folder, 'projects', '-app', `${sessionId}.jsonl`), text.join(''));
  }
  const database = await newStore();
  update(database, folder);
  const shown = { text: (text: string) => text, fields: (fields: unknown) => fields };
  const options = { filters: {}, limit: 10, shown };
  const find = (words: string) => searchTurns(database, distinctiveWords(words), options).hits.map(({ turn }) => turn);
  return { find };
}
