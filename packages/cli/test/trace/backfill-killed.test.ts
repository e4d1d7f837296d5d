import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../../../trace/test/support/receiver.js';
import { compare, NO_DIFFERENCE, SALT } from '../../../trace/test/support/tracer.js';

const root = resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'unspool-killed-'));
const config = join(folder, 'claude');
const kills = process.env['UNSPOOL_LONG'] ? 24 : 4;

beforeAll(() => {
  run([join(root, 'scripts/bundle.mjs'), join(folder, 'dist')]);
  // As much as makes it worth while to start threads.
  run([join(root, 'bench/generate.mjs'), config, '--mb', '20', '--files', '40', '--seed', '11']);
  for (const file of readdirSync(config, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  ))
    utimesSync(join(config, file), new Date(0), new Date(0));
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

describe('a backfill, as the built command', () => {
  it(`killed ${kills} times at random moments sends in the end what one that is left alone does`, async () => {
    const clean = await new Receiver().start();
    const alone = backfill('clean', clean.url);
    expect(await alone.ended).toBe(0);
    await clean.stop();
    // V8 would complain there of settings it does not know.
    expect(alone.said()).toBe('');
    expect(clean.stored.size).toBeGreaterThan(1000);
    expect(clean.repeated).toBe(0);

    const receiver = await new Receiver().start();
    let killed = 0;
    for (let round = 0; round < kills; round++) {
      const run = backfill('killed', receiver.url);
      // Around an answer, so that what was taken may not be written down; or while it starts, reads and makes. The first
      // one dies for certain: more than half of its spans are still to come.
      if (round % 4 === 3) setTimeout(run.kill, Math.random() * 1500);
      let left = 1 + Math.floor((Math.random() ** 2 * clean.requests.length) / 2);
      receiver.answer = () => {
        if (round % 4 !== 3 && --left === 0) setTimeout(run.kill, Math.random() * (round % 2 === 0 ? 5 : 150));
        return { status: 200, body: '{}' };
      };
      if ((await run.ended) === null) killed++;
    }
    receiver.answer = () => ({ status: 200, body: '{}' });
    const before = receiver.stored.size;
    expect(await backfill('killed', receiver.url).ended).toBe(0);
    expect(killed).toBeGreaterThan(0);
    await receiver.stop();
    expect(compare(receiver.stored, clean.stored)).toEqual(NO_DIFFERENCE);
    // A span that came twice was the same both times.
    expect(receiver.taken.size).toBe(receiver.stored.size);
    console.log(
      `${killed} killed, ${before} of ${clean.stored.size} spans before the last run, ${receiver.repeated} came again`,
    );
  }, 600_000);

  it.skipIf(process.platform === 'win32')(
    'stopped by Ctrl-C says so, also while a sink does not answer, and goes on where it was',
    async () => {
      const receiver = await new Receiver().start();
      const SLOW = { status: 200, body: '{}', delayMs: 600_000 };
      let left = 2;
      const stopped = backfill('stopped', receiver.url);
      receiver.answer = () => {
        if (--left > 0) return { status: 200, body: '{}' };
        stopped.stop();
        return SLOW;
      };
      expect(await stopped.ended).toBe(130);
      expect(stopped.said()).toBe('Stopped. What was sent is kept. Run the command again to continue.\n');
      receiver.answer = () => ({ status: 200, body: '{}' });
      expect(await backfill('stopped', receiver.url).ended).toBe(0);
      const { size } = receiver.stored;
      expect(await backfill('stopped', receiver.url).ended).toBe(0);
      await receiver.stop();
      expect([receiver.stored.size, receiver.taken.size]).toEqual([size, size]);
    },
  );
});

function run(args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

interface Backfill {
  /** The exit code; null when it was killed. */
  ended: Promise<number | null>;
  /** On stderr. */
  said: () => string;
  kill: () => void;
  stop: () => void;
}

function backfill(name: string, url: string): Backfill {
  const data = join(folder, name);
  mkdirSync(join(data, 'trace'), { recursive: true });
  const settings = JSON.stringify({ sinks: [], content: 'redacted', salt: SALT });
  writeFileSync(join(data, 'trace', 'config.json'), settings, { mode: 0o600 });
  const args = [join(folder, 'dist', 'unspool.js'), 'trace', 'backfill', '--sink', `loop=otlp:${url}`];
  const env = { PATH: process.env['PATH'], HOME: folder, UNSPOOL_HOME: data, CLAUDE_CONFIG_DIR: config };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { ended, said: () => output, kill: () => child.kill('SIGKILL'), stop: () => child.kill('SIGINT') };
}
