import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CauseKind } from '../../src/causes/cause-report.js';
import { causesOf } from '../../src/causes/file-causes.js';
import { NO_TRANSCRIPT } from '../../src/causes/labels.js';
import { filesWithoutCauses, ledgerCauses } from '../../src/causes/ledger-causes.js';
import { forgetIndex } from '../../src/indexing/forget-index.js';
import { MIGRATIONS } from '../../src/schema/migrations.js';
import { openStore } from '../../src/schema/open-store.js';
import type { Database } from '../../src/sqlite/database.js';
import { openDatabase } from '../../src/sqlite/open-database.js';
import type { Report } from '../../src/usage/reports.js';
import { sessionRef } from '../../src/usage/scan-usage.js';
import { generated, sessionsIn } from '../support/generated.js';
import { ledgerTokens, newStore, newStoreFile, prices, update } from '../support/store.js';

const KINDS: readonly CauseKind[] = ['tools', 'skills', 'sub-agents'];
const options = { prices, isWanted: () => true };

function rowsOf({ rows, total }: Report) {
  const shown = rows.map(({ key, sum, sessions }) => ({
    key,
    tokens: sum.tokens,
    cost: sum.cost,
    replies: sum.replies,
    sessions: sessions.size,
  }));
  return { rows: shown.sort((a, b) => (a.key < b.key ? -1 : 1)), tokens: total.tokens, cost: total.cost };
}

const inLedger = (database: Database) => KINDS.map((kind) => rowsOf(ledgerCauses(kind, database, options)));
const inFiles = (folder: string) =>
  KINDS.map((kind) => rowsOf(causesOf(kind, sessionsIn(folder), sessionRef, options)));

describe.each([
  ['clean', { mb: 3, files: 20, seed: 61 }],
  ['dirty', { mb: 3, files: 20, seed: 62, dirty: true }],
])('causes in the ledger of a %s store', (_, corpus) => {
  const { folder, truth } = generated(corpus);

  it('are those in the files, and stay when the files are deleted', async () => {
    const database = await newStore();
    update(database, folder);
    const expected = inFiles(folder);
    expect(inLedger(database)).toEqual(expected);
    expect(expected[0]?.tokens).toEqual(truth.tokens);
    forgetIndex(database);
    update(database, folder);
    expect(inLedger(database)).toEqual(expected);
    rmSync(join(folder, 'projects'), { recursive: true });
    mkdirSync(join(folder, 'projects'));
    update(database, folder);
    expect(ledgerCauses('tools', database, options).total.goneTokens).toBeGreaterThan(0);
    expect(inLedger(database)).toEqual(expected);
    database.close();
  });
});

const corpus = process.env['UNSPOOL_CORPUS'];
if (!corpus) console.warn('UNSPOOL_CORPUS is not set: causes over outside sessions are not compared');

it.runIf(corpus)('causes are the same over outside sessions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-causes-'));
  for (const name of ['corpus', 'real-client']) {
    const from = join(corpus ?? '', name);
    const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'));
    files.forEach((file, at) => {
      cpSync(join(from, file), join(folder, 'projects', `-${name}-${at % 9}`, `${name}-${at}.jsonl`));
    });
  }
  const database = await newStore();
  update(database, folder);
  expect(inLedger(database)).toEqual(inFiles(folder));
  database.close();
});

describe('causes of a session that grows', () => {
  const tokens = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 7 };
  const line = (value: object) => `${JSON.stringify(value)}\n`;
  const user = (content: unknown, more = {}) => line({ type: 'user', message: { role: 'user', content }, ...more });
  const reply = (id: string, content: object[], more = {}) =>
    line({
      type: 'assistant',
      message: { id, role: 'assistant', model: 'claude-opus-5', content, usage: tokens },
      ...more,
    });
  const call = (id: string, name: string, input: object = {}) => ({ type: 'tool_use', id, name, input });
  const result = (id: string, text: string, more = {}) =>
    user([{ type: 'tool_result', tool_use_id: id, content: text }], more);

  const text = [
    user('do something'),
    reply('m1', [{ type: 'text', text: 'I will' }]),
    reply('m1', [call('t1', 'Read', { file_path: '/a' }), call('t2', 'Skill', { skill: 'pdf' })]),
    result('t1', 'x'.repeat(200)),
    result('t2', 'ok'),
    user('the whole skill', { isMeta: true, sourceToolUseID: 't2' }),
    reply('m2', [call('t3', 'Task', { subagent_type: 'explorer', prompt: 'look' })], { attributionSkill: 'pdf' }),
    result('t3', 'found', { toolUseResult: { agentId: 'a1' } }),
    reply('m3', [{ type: 'text', text: 'done' }]),
  ].join('');
  const agent = [
    user('look', { isSidechain: true, agentId: 'a1' }),
    reply('s1', [{ type: 'text', text: 'found it' }], { isSidechain: true, agentId: 'a1' }),
  ].join('');

  function place(): { folder: string; file: string; agentFile: string } {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-causes-'));
    const id = '00000000-0000-4000-8000-000000000000';
    const project = join(folder, 'projects', '-p');
    mkdirSync(join(project, id, 'subagents'), { recursive: true });
    return { folder, file: join(project, `${id}.jsonl`), agentFile: join(project, id, 'subagents', 'agent-a1.jsonl') };
  }

  it('are the same in whatever parts it was read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(text.length), { maxLength: 5 }), fc.nat(), async (cuts, when) => {
        const { folder, file, agentFile } = place();
        const database = await newStore();
        let from = 0;
        for (const [at, cut] of [...cuts.sort((a, b) => a - b), text.length].entries()) {
          appendFileSync(file, text.slice(from, cut));
          if (at === when % (cuts.length + 1)) writeFileSync(agentFile, agent);
          update(database, folder);
          expect(inLedger(database)).toEqual(inFiles(folder));
          from = cut;
        }
        const [tools, skills, agents] = inLedger(database);
        expect(tools?.tokens.input).toBe(400);
        expect(tools?.rows.map(({ key }) => key)).toEqual(
          expect.arrayContaining(['(prompts)', '(replies)', 'Read', 'Skill', 'Task']),
        );
        expect(skills?.rows.map(({ key }) => key)).toEqual(['pdf']);
        expect(agents?.rows.map(({ key }) => key)).toEqual(['explorer']);
        database.close();
      }),
      { numRuns: 30 },
    );
  });

  it('are counted once if it is rewritten', async () => {
    const { folder, file } = place();
    const database = await newStore();
    writeFileSync(file, text);
    update(database, folder);
    writeFileSync(file, text.replace('do something', 'do something else'));
    update(database, folder);
    expect(inLedger(database)).toEqual(inFiles(folder));
    database.close();
  });

  it('prefer the type in the note of a sub-agent to that of the call', async () => {
    const { folder, file, agentFile } = place();
    writeFileSync(file, text);
    writeFileSync(agentFile, agent);
    writeFileSync(agentFile.replace('.jsonl', '.meta.json'), '{"agentType":"noted"}');
    const database = await newStore();
    update(database, folder);
    expect(inLedger(database)[2]?.rows.map(({ key }) => key)).toEqual(['noted']);
    expect(inLedger(database)).toEqual(inFiles(folder));
    database.close();
  });

  it('are read again if an older version did not record them', async () => {
    const { folder, file } = place();
    writeFileSync(file, text);
    const index = newStoreFile();
    const made = (await openStore(index)).database;
    update(made, folder);
    // As an older version left it.
    made.exec('DROP TABLE writes; DROP TABLE causes; DROP TABLE agent_facts; ALTER TABLE sessions DROP COLUMN client');
    made.exec('PRAGMA user_version = 2');
    made.exec("UPDATE files SET state = json_remove(state, '$.attribution')");
    made.close();
    expect(MIGRATIONS.length).toBeGreaterThan(2);
    const { database } = await openStore(index);
    appendFileSync(file, reply('m4', [{ type: 'text', text: 'more' }]));
    update(database, folder);
    expect(filesWithoutCauses(database)).toHaveLength(1);
    const before = ledgerCauses('tools', database, options);
    expect(before.rows.map(({ key }) => key)).toEqual([NO_TRANSCRIPT]);
    expect(before.total.tokens).toEqual(ledgerTokens(database));
    forgetIndex(database);
    update(database, folder);
    expect(filesWithoutCauses(database)).toEqual([]);
    expect(filesWithoutCauses(database)).toEqual([]);
    expect(inLedger(database)).toEqual(inFiles(folder));
    database.close();
  });

  it('survive a damaged index', async () => {
    const { folder, file } = place();
    writeFileSync(file, text);
    const index = newStoreFile();
    const first = (await openStore(index)).database;
    update(first, folder);
    const expected = inLedger(first);
    rmSync(file);
    update(first, folder);
    first.close();
    const fresh = newStoreFile();
    const { salvage } = await import('../../src/schema/salvage.js');
    const [broken, { database }] = [await openDatabase(index), await openStore(fresh)];
    salvage(broken, database);
    expect(inLedger(database)).toEqual(expected);
    expect(readFileSync(index).length).toBeGreaterThan(0);
    broken.close();
    database.close();
  });
});
