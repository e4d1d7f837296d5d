import { mkdirSync, mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { backfillAtOnce } from '../../src/trace/backfill-at-once.js';
import { hasMuch } from '../../src/trace/early-thread.js';
import { plainBackfill } from '../../src/trace/plain-backfill.js';
import { memoryIo } from '../support/memory-io.js';
import { TracedHome } from './traced-home.js';

const traced = new TracedHome();

function world() {
  return memoryIo({
    env: { CLAUDE_CONFIG_DIR: traced.at('.claude'), UNSPOOL_HOME: traced.at('data') },
    now: Date.now(),
  });
}

describe('a backfill at once', () => {
  it('understands what is asked as the command does, and says the same', async () => {
    traced.layOut('2.1.325/agent2');
    traced.layOut('2.1.45/par3');
    const sink = ['--sink', `box=otlp:${traced.receiver.url}`];
    for (const more of [
      ['-n'],
      ['--dry-run', '--json'],
      ['--dry-run', '--project', 'par3', '--json'],
      ['-p', 'par3', '--content', 'none', '-n', '--json'],
      ['-s', '2h', '-n', '--sink', `other=otlp:${traced.receiver.url}/x`, '--json'],
      ['--since', '2020-01-01', '-n', '--json'],
    ]) {
      const io = world();
      const given = ['trace', 'backfill', ...sink, ...more];
      const asked = plainBackfill(given);
      if (!asked) throw new Error('it is not taken for plain');
      const atOnce = { code: await backfillAtOnce(asked, io), ...io.taken() };
      expect(atOnce.out).toContain(more.includes('--json') ? '"turns"' : 'Would send');
      expect(atOnce).toEqual({ code: await run(given, io), ...io.taken() });
    }
  });

  it.each([
    [['trace']],
    [['trace', 'status', '--json']],
    [['trace', 'backfill', '--sink']],
    [['trace', 'backfill', '--sink', '--json']],
    [['trace', 'backfill', '--sink', '']],
    [['trace', 'backfill', '--sink=file:x']],
    [['trace', 'backfill', '--sink', 'file:x', 'file:y']],
    [['trace', 'backfill', '--header', 'a=b']],
    [['trace', 'backfill', '-nj']],
    [['trace', 'backfill', 'all']],
    [['trace', 'backfill', '--help']],
    [['trace', 'backfill', '--debug']],
    [['--debug', 'trace', 'backfill']],
  ])('leaves to the program: %j', (given) => {
    expect(plainBackfill(given)).toBeUndefined();
  });

  it('leaves to the program what it cannot do', async () => {
    traced.layOut('2.1.45/par3');
    const io = world();
    for (const given of [[], ['--since', 'soon'], ['--content', 'some'], ['--project', 'nowhere']]) {
      const asked = plainBackfill(['trace', 'backfill', ...(given.length > 0 ? ['--sink', 'file:x'] : []), ...given]);
      if (!asked) throw new Error('it is not taken for plain');
      expect(await backfillAtOnce(asked, io)).toBeUndefined();
      expect(io.taken()).toEqual({ out: '', err: '' });
    }
  });
});

describe('whether there is enough for a thread', () => {
  const config = mkdtempSync(join(tmpdir(), 'unspool-much-'));
  const much = () => hasMuch({ env: { CLAUDE_CONFIG_DIR: config }, home: config, platform: 'linux' });
  const MB = 1024 * 1024;

  it('is told by the sizes of sessions', () => {
    expect(much()).toBe(false);
    for (const project of ['-a', '-b']) mkdirSync(join(config, 'projects', project), { recursive: true });
    const write = (name: string, size: number) => {
      writeFileSync(join(config, 'projects', name), '');
      truncateSync(join(config, 'projects', name), size);
    };
    write('stray.jsonl', 99 * MB);
    write('-a/picture.png', 99 * MB);
    write('-a/one.jsonl', 9 * MB);
    expect(much()).toBe(false);
    write('-b/two.jsonl', 7 * MB);
    expect(much()).toBe(true);
  });
});
