import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

const KEY = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;

/** A session whose file is a link to one elsewhere. */
function linked() {
  const file = sessionFile().user(`the token is ${KEY}`).reply('m1', 'A').user('Q2').reply('m2', 'A2').write();
  const real = join(mkdtempSync(join(tmpdir(), 'unspool-real-')), 'real.jsonl');
  renameSync(file, real);
  symlinkSync(real, file);
  utimesSync(real, 1e9, 1e9);
  const home = dirname(dirname(dirname(file)));
  return {
    file,
    real,
    async run(...args: string[]) {
      const io = memoryIo({ home, cwd: home, env: { CLAUDE_CONFIG_DIR: home, UNSPOOL_HOME: join(home, 'data') } });
      return { code: await run(args, io), io };
    },
  };
}

it.each([
  ['redact', SESSION_ID, '--in-place'],
  ['rename', SESSION_ID, 'new'],
  ['cut', SESSION_ID, '--turns', '1', '--in-place'],
])('%s of a session that is a link changes what it leads to, and undo brings that back', async (...args) => {
  const { file, real, run: at } = linked();
  const bytes = readFileSync(real);
  expect((await at(...args)).code).toBe(0);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real).equals(bytes)).toBe(false);
  if (args[0] === 'redact') expect(readFileSync(real, 'utf8')).not.toContain(KEY);
  expect((await at('undo')).code).toBe(0);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real).equals(bytes)).toBe(true);
  if (args[0] !== 'cut') expect(statSync(real).mtimeMs).toBe(1e12);
});

it('move says that what a link leads to stays', async () => {
  const { file, real, run: at } = linked();
  const moved = await at('move', '/home/dev/app', '/home/dev/new');
  expect([moved.code, moved.io.stdout()]).toEqual([0, expect.stringContaining('is a link: its target stays')]);
  expect(readFileSync(real, 'utf8')).toContain('/home/dev/app');
  expect((await at('undo')).code).toBe(0);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
});

it.each([
  ['delete', SESSION_ID],
  ['move', '/home/dev/app', '/home/dev/new'],
])('%s takes a link away that leads to a place beside it, and undo brings the same link back', async (...args) => {
  const { file, real, run: at } = linked();
  const leadsTo = relative(dirname(file), real);
  rmSync(file);
  symlinkSync(leadsTo, file);
  const { code, io } = await at(...args);
  expect([code, io.stderr()]).toEqual([0, expect.not.stringContaining('ENOENT')]);
  expect([existsSync(file), existsSync(real)]).toEqual([false, true]);
  expect((await at('undo')).code).toBe(0);
  expect(readlinkSync(file)).toBe(leadsTo);
});
