import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { redactFile } from '@unspool/session/edit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, sessionFile } from '../support/session-file.js';

const project = newProject();
const home = dirname(dirname(project));
let file: string;
beforeEach(() => {
  file = sessionFile().user('nothing to hide').reply('m1', 'no').write(undefined, project);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function unspool(...args: string[]) {
  const env = { UNSPOOL_HOME: join(home, 'data'), CLAUDE_CONFIG_DIR: home };
  const io = memoryIo({ home, cwd: home, env, now: Date.now() });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

describe('a live session', () => {
  it.each([
    ['redact', '--in-place'],
    ['redact'],
    ['repair', '--in-place'],
    ['strip', '--tools', '--in-place'],
    ['cut', '--turns', '1'],
    ['clone'],
  ])('is refused before it is said that there is nothing to do: %s %s', async (command, ...options) => {
    utimesSync(file, new Date(), new Date());
    const before = readdirSync(project);
    const { exitCode, err } = await unspool(command, file, ...options);
    expect(err).toContain('This session is live');
    expect(exitCode).toBe(1);
    expect(readdirSync(project)).toEqual(before);
  });

  it.each([
    ['redact', '--dry-run'],
    ['repair', '--list'],
    ['strip', '--tools', '--dry-run'],
  ])('may be looked at: %s %s', async (command, ...options) => {
    utimesSync(file, new Date(), new Date());
    expect((await unspool(command, file, ...options)).exitCode).toBe(0);
  });

  it('is left alone by undo, which offers no dry run it does not have', async () => {
    utimesSync(file, 1e9, 1e9);
    expect((await unspool('rename', file, 'A title')).exitCode).toBe(0);
    appendFileSync(file, '{"type":"x"}\n');
    const { exitCode, err } = await unspool('undo');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('wait a minute.\n')]);
  });
});

it('an edit sweeps what a killed one left in the folder a day ago', async () => {
  utimesSync(file, 1e9, 1e9);
  const old = join(project, '.unspool-0f0f0f0f-1111-4222-8333-444444444444.tmp');
  writeFileSync(old, 'half');
  utimesSync(old, 1e9, 1e9);
  expect((await unspool('clone', file)).exitCode).toBe(0);
  expect(readdirSync(project).filter((name) => name.startsWith('.'))).toEqual([]);
});

describe('a long file that is packed without secrets', () => {
  const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
  const KEY = [
    '-----BEGIN RSA PRIVATE',
    ' KEY-----\n',
    `${'MIIEowIBAAKCAQEA7bq'.repeat(3)}\n`.repeat(20),
    '-----END RSA PRIVATE',
    ' KEY-----\n',
  ].join('');
  const MB = 1024 * 1024;

  function packed(text: (string | Buffer)[]): string {
    const from = join(home, 'long.txt');
    const to = join(home, 'long.out');
    mkdirSync(home, { recursive: true });
    rmSync(to, { force: true });
    writeFileSync(from, '');
    for (const each of text) appendFileSync(from, each);
    const redactor = createRedactor();
    redactFile(from, to, { text: redactor.redactText, value: redactor.redactValue });
    return readFileSync(to, 'latin1');
  }

  it('is searched whole where a line is longer than a piece', () => {
    const out = packed([Buffer.alloc(32 * MB - 10, 'x '), `${SECRET} `, Buffer.alloc(9 * MB, 'y ')]);
    expect(out).not.toContain(SECRET);
    expect(out.length).toBeGreaterThan(41 * MB - 10);
  });

  it('is not cut within a key', () => {
    const out = packed([Buffer.alloc(8 * MB - 600, 'line of text\n'), '\n', KEY, Buffer.alloc(MB, 'more text\n')]);
    expect(out).not.toContain('MIIEowIBAAKCAQEA7bq');
  });

  it('is refused where a line is too long', () => {
    expect(() => packed([Buffer.alloc(80 * MB, 'x')])).toThrow('too long to search');
  });
});
