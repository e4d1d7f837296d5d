import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generated } from '../../../store/test/support/generated.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const { folder, truth } = generated({ mb: 12, files: 30, seed: 57 });

async function unspool(home: string, ...args: string[]) {
  const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data'), CLAUDE_CONFIG_DIR: folder } });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

it('says what an index stopped by Ctrl-C keeps, and continues from there', async () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-stopped-'));
  const listening = process.listenerCount('SIGINT');
  pressAsSoonAsHeard();
  const stopped = await unspool(home, 'index', '--no-archive');
  expect(process.listenerCount('SIGINT')).toBe(listening);
  expect([stopped.exitCode, stopped.out]).toEqual([130, '']);
  const [, done, files] = /^Stopped\. (\d+) of (\d+) files \(.+ of .+\) are in the index.*\n$/.exec(stopped.err) ?? [];
  expect(Number(done)).toBeGreaterThan(0);
  expect(Number(done)).toBeLessThan(Number(files));
  const { changed } = JSON.parse((await unspool(home, 'index', '--no-archive', '--json')).out);
  expect(changed).toBeLessThanOrEqual(Number(files) - Number(done));
  const { total } = JSON.parse((await unspool(home, 'usage', '--json')).out);
  expect(total.tokens).toMatchObject(truth.tokens);
});

it('archives nothing after Ctrl-C', async () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-stopped-'));
  await unspool(home, 'index', '--no-archive');
  pressAsSoonAsHeard();
  const { exitCode, err } = await unspool(home, 'index');
  expect([exitCode, err]).toEqual([130, 'Stopped. All files are in the index; nothing was archived.\n']);
});

it('says how many sessions were archived when it is pressed meanwhile', async () => {
  const home = mkdtempSync(join(tmpdir(), 'unspool-stopped-'));
  await unspool(home, 'index', '--no-archive');
  const archive = join(home, 'data', 'archive');
  const press = setInterval(() => existsSync(archive) && readdirSync(archive).length > 0 && process.emit('SIGINT'));
  const { exitCode, out, err } = await unspool(home, 'index').finally(() => clearInterval(press));
  expect([exitCode, out]).toEqual([130, '']);
  const [, archived, due] =
    /^Stopped\. All files are in the index; (\d+) of (\d+) sessions were archived\.\n$/.exec(err) ?? [];
  expect(Number(archived)).toBeGreaterThan(0);
  expect(Number(archived)).toBeLessThan(Number(due));
  expect((await unspool(home, 'archive', '--verify')).out).toContain(', 0 damaged');
});

function pressAsSoonAsHeard(): void {
  const received = (event: string | symbol) => {
    if (event !== 'SIGINT') return;
    process.off('newListener', received);
    setImmediate(() => process.emit('SIGINT'));
  };
  process.on('newListener', received);
}
