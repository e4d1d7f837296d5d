import { mkdtempSync, readdirSync, realpathSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOf } from '../../src/chat/open.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

const OTHER_ID = '99999999-2222-4333-8444-555555555555';

/** A machine whose environment names the project folder, with a session in that folder. */
function machine() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-named-')));
  const config = join(home, 'config');
  const env = { CLAUDE_CONFIG_DIR: config, CLAUDE_CODE_PROJECT_DIR_NAME: 'shop', UNSPOOL_HOME: join(home, 'data') };
  const projects = join(config, 'projects');
  const write = (project: string, id: string) => {
    const file = sessionFile().user('Q', { cwd: '/work' }).reply('m1', 'A', { cwd: '/work' });
    const path = file.write(`${id}.jsonl`, join(projects, project));
    utimesSync(path, 1e9, 1e9);
    return path;
  };
  const io = (more: object = {}) => memoryIo({ env, home, cwd: '/work', ...more });
  return { home, env, projects, io, own: write('shop', SESSION_ID), other: write('-work', OTHER_ID) };
}

it('chat --continue uses the folder that the environment names', () => {
  const { env, io, own, other } = machine();
  expect(startOf({ continue: true }, io())).toMatchObject({ opened: { file: own } });
  const unnamed = { ...env, CLAUDE_CODE_PROJECT_DIR_NAME: undefined };
  expect(startOf({ continue: true }, io({ env: unnamed }))).toMatchObject({ opened: { file: other } });
});

it('clone, pack and unpack put sessions into that folder', async () => {
  const { home, projects, io } = machine();
  expect(await run(['clone', SESSION_ID, '--cwd', '/srv/other'], io())).toBe(0);
  expect(readdirSync(join(projects, 'shop')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
  expect(await run(['pack', OTHER_ID, '-o', join(home, 'a.tgz')], io())).toBe(0);
  expect(await run(['unpack', join(home, 'a.tgz'), '--as-new', '--cwd', '/srv/third'], io())).toBe(0);
  expect(readdirSync(join(projects, 'shop')).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
  expect(readdirSync(projects).sort()).toEqual(['-work', 'shop']);
});

it('move leaves sessions in that folder and renames others', async () => {
  const { projects, io } = machine();
  expect(await run(['move', '/work', '/srv/moved'], io())).toBe(0);
  expect(readdirSync(projects).sort()).toEqual(['-srv-moved', 'shop']);
});
