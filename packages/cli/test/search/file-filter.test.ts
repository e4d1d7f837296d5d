import { join } from 'node:path';
import { databaseFile, openStore } from '@unspool/store';
import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome } from '../support/made-home.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

function newHome(): MadeHome {
  const home = madeHome();
  const lines = sessionFile()
    .user('go')
    .call('m1', 't1', 'Edit', { file_path: '/app/alpha.ts', new_string: 'needle one' })
    .result('t1', 'needle failed', { is_error: true })
    .call('m2', 't2', 'Read', { file_path: '/app/beta.ts' })
    .result('t2', 'needle in beta')
    .call('m3', 't3', 'Bash', { command: 'ls needle' })
    .result('t3', 'needle in a shell')
    .text()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  home.write(`-app/${SESSION_ID}.jsonl`, lines);
  return home;
}

async function kinds(home: MadeHome, ...args: string[]): Promise<string[]> {
  const { hits } = await home.json<{ hits: { kind: string; tool: string }[] }>('search', 'needle', ...args);
  return hits.map((hit) => `${hit.tool} ${hit.kind}`).sort();
}

async function expectFound(home: MadeHome): Promise<void> {
  expect(await kinds(home, '--file', 'alpha')).toEqual(['Edit tool_input', 'Edit tool_output']);
  expect(await kinds(home, '--file', 'beta')).toEqual(['Read tool_output']);
  expect(await kinds(home, '--file', '.ts', '--errors')).toEqual(['Edit tool_output']);
  expect(await kinds(home, '--file', '.ts', '--kind', 'output')).toEqual(['Edit tool_output', 'Read tool_output']);
  expect(await kinds(home, '--file', 'gamma').catch(() => [])).toEqual([]);
  expect(await kinds(home, '--file', 'beta', '--exact')).toEqual(['Read tool_output']);
}

describe('search --file', () => {
  it('finds outputs by the file of their call, from files', async () => {
    await expectFound(newHome());
  });

  it('finds them from the index', async () => {
    const home = newHome();
    await home.unspool('index');
    await expectFound(home);
  });

  it('rebuilds an index that does not have them, and says so', async () => {
    const home = newHome();
    await home.unspool('index');
    const file = databaseFile({ env: { UNSPOOL_HOME: home.data }, home: home.home });
    const { database } = await openStore(file);
    database.exec("UPDATE files SET state = json_remove(state, '$.hasOutputFiles')");
    database.exec('UPDATE docs SET touched = NULL WHERE is_error = 1 OR kind = (SELECT max(kind) FROM docs)');
    database.exec("DELETE FROM meta WHERE key = 'output_files'");
    database.close();
    expect(file).toBe(join(home.data, 'unspool.db'));
    expect((await home.unspool('search', 'needle')).err).toBe('');
    const { err } = await home.unspool('search', 'needle', '--file', 'alpha');
    expect(err).toContain('The index was built by an older Unspool.');
    expect((await home.unspool('search', 'needle', '--file', 'alpha')).err).toBe('');
    await expectFound(home);
  });
});
