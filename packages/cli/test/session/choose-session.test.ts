import type { ChoiceList } from '@unspool/agent';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { sampleHome, UPLOAD } from '../support/sample-home.js';

/** Runs a command at a terminal where the user chooses the row whose text contains `wanted`. */
async function runChoosing(args: string[], ...wanted: (string | undefined)[]) {
  const { home } = sampleHome();
  const asked: ChoiceList[] = [];
  const io = memoryIo({
    home,
    columns: 80,
    now: Date.UTC(2026, 5, 1),
    choose: async (list) => {
      asked.push(list);
      const text = wanted[asked.length - 1];
      return text === undefined ? undefined : list.choices.find(({ label }) => label.includes(text))?.value;
    },
  });
  return { exitCode: await run(args, io), out: io.stdout(), err: io.stderr(), asked };
}

describe('a session left out at a terminal', () => {
  it('is chosen from a list with title, project, time and last prompts', async () => {
    const { exitCode, out, asked } = await runChoosing(['show', '--turn', '2'], 'flaky upload');
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Yes, and add a test for it.')]);
    const [list] = asked;
    const choice = list?.choices.find(({ label }) => label === 'Fix the flaky upload test');
    expect(choice?.detail).toBe('shop-api · 2026-05-04 · 4 turns · 5a3c1e70');
    expect(list?.preview?.(choice?.value ?? '')[1]).toBe('2  Yes, and add a test for it.');
  });

  it('is chosen after options that take several values', async () => {
    const { exitCode, out } = await runChoosing(['strip', '--dry-run', '--tool', 'Read', 'Bash'], 'flaky upload');
    expect([exitCode, out]).toEqual([0, expect.stringContaining('Strip')]);
  });

  it('is asked for twice where two are needed', async () => {
    const { exitCode, asked } = await runChoosing(['diff'], 'flaky upload', 'Faster search');
    expect([exitCode, asked.length]).toEqual([1, 2]);
  });

  it('ends the command if none is chosen', async () => {
    const { exitCode, out, err } = await runChoosing(['show'], undefined);
    expect([exitCode, out, err]).toEqual([130, '', '']);
  });

  it('is an error with --json, and without a terminal', async () => {
    const { exitCode, err } = await runChoosing(['show', '--json'], UPLOAD);
    expect([exitCode, err]).toEqual([2, 'error: SESSION is missing.\n  See: unspool show --help\n']);
    expect((await sampleHome().unspool('diff', 'last')).err).toContain('The second SESSION is missing.');
  });
});
