import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { followSession } from '../../src/show/follow-session.js';
import { memoryIo } from '../support/memory-io.js';
import { sessionFile } from '../support/session-file.js';

const whole = () =>
  sessionFile()
    .user('Fix the test')
    .reply('m1', 'I will read it.')
    .call('m1', 't1', 'Read', { file_path: '/home/dev/app/a.ts' })
    .result('t1', '1\tone')
    .reply('m2', 'It is fixed.')
    .user('Now the docs')
    .reply('m3', 'Done.');

/** The lines of a session, of which the file has only the first ones, and what following it prints step by step. */
async function followed(first: number, steps: number[]): Promise<string[]> {
  const lines = readFileSync(whole().write(), 'utf8').split(/(?<=\n)/);
  const file = sessionFile().write();
  const io = memoryIo();
  const printed: string[] = [];
  appendFileSync(file, lines.slice(0, first).join(''));
  let at = first;
  const left = [...steps];
  await followSession(file, false, io, async () => {
    printed.push(io.taken().out);
    const count = left.shift();
    if (count === undefined) return false;
    appendFileSync(file, lines.slice(at, at + count).join(''));
    at += count;
    return true;
  });
  return printed;
}

describe('show --follow', () => {
  it('prints what was there, then each part as it is added', async () => {
    const [before, call, reply, prompt] = await followed(3, [1, 1, 2]);
    expect(before).toContain('▌ Fix the test');
    expect(before).toContain('I will read it.');
    expect(before).not.toContain('tokens, ');
    expect(call).toContain('✓ Read a.ts');
    expect(call).not.toContain('I will read it.');
    expect(reply?.trim()).toBe('It is fixed.');
    // The figures of the turn that is over, then the new one.
    expect(prompt).toMatch(/output\n\n?2 you .*\n {2}▌ Now the docs\n\n {2}Done\.\n$/s);
  });

  it('prints nothing while nothing is added', async () => {
    expect((await followed(5, [0, 0])).slice(1)).toEqual(['', '']);
  });

  it('starts with a session that has no turn yet', async () => {
    const [before, first] = await followed(0, [2]);
    expect(before).toContain('The file is empty.');
    expect(first).toContain('I will read it.');
  });

  it('is refused together with --turn or --json', async () => {
    const file = whole().write();
    for (const option of [['--turn', '1'], ['--json']]) {
      const io = memoryIo();
      expect(await run(['show', file, '--follow', ...option], io)).toBe(2);
      expect(io.stderr()).toContain(`Give --follow or ${option[0]}, not both.`);
    }
  });
});
