import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'unspool-stdin-'));
const dist = join(folder, 'dist');
const errors = join(folder, 'data/trace/errors.jsonl');

beforeAll(() => {
  for (const script of ['bundle.mjs', 'bundle-hook.mjs']) {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), dist], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EVENT = JSON.stringify({ hook_event_name: 'Stop', transcript_path: join(folder, 'gone.jsonl') });
const COMMANDS = [
  ['the bundled hook', ['trace-hook.cjs']],
  ['unspool trace hook', ['unspool.js', 'trace', 'hook']],
] as const;

describe.each(COMMANDS)('%s ends with 0', (_, [script, ...args]) => {
  const start = (stdin: 'pipe' | number) =>
    spawn(process.execPath, [join(dist, script), ...args], {
      env: { PATH: process.env['PATH'], HOME: folder, UNSPOOL_HOME: join(folder, 'data') },
      stdio: [stdin, 'ignore', 'ignore'],
    });
  const status = (child: ReturnType<typeof start>) => new Promise<number | null>((done) => child.on('exit', done));

  it.each([
    ['silent', '', 'stdin is empty'],
    ['half an event', '{"session_id":', 'stdin is not JSON'],
    ['a whole event', EVENT, 'no sink is configured'],
    ['a whole event and more', `${EVENT}\n \n`, 'no sink is configured'],
  ])('while stdin stays open: %s', async (_name, text, message) => {
    const child = start('pipe');
    const ended = status(child);
    child.stdin?.write(text);
    expect(await ended).toBe(0);
    expect(readFileSync(errors, 'utf8').trim().split('\n').at(-1)).toContain(message);
  });

  it('while stdin drips without an end', async () => {
    const child = start('pipe');
    const ended = status(child);
    child.stdin?.on('error', () => undefined);
    const timer = setInterval(() => child.stdin?.write(' '), 20);
    expect(await ended).toBe(0);
    clearInterval(timer);
  });

  it('with a file, a folder, nothing', async () => {
    const file = join(folder, 'event.json');
    writeFileSync(file, EVENT);
    for (const place of [file, folder, '/dev/null']) {
      if (process.platform === 'win32' && place !== file) continue;
      const fd = openSync(place, 'r');
      expect(await status(start(fd)), place).toBe(0);
      closeSync(fd);
    }
  });
});
