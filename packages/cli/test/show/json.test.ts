import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

async function json(file: string, ...args: string[]) {
  const io = memoryIo();
  await run(['show', file, '--json', ...args], io);
  expect(io.stderr()).toBe('');
  return JSON.parse(io.stdout());
}

describe('show --json', () => {
  it('gives the session, its turns, replies and calls', async () => {
    const file = sessionFile()
      .user('go', { uuid: 'start' })
      .line({ type: 'attachment', attachment: { type: 'date', date: '2026-01-01' } })
      .call('m', 't', 'Bash', { command: 'ls' })
      .result('t', 'a\nb')
      .reply('n', 'done')
      .write();
    const session = await json(file);
    expect(session).toMatchObject({ sessionId: SESSION_ID, file, title: 'go', cwd: '/home/dev/app', resumes: true });
    expect(session.turns).toHaveLength(1);
    const [turn] = session.turns;
    expect(turn).toMatchObject({
      number: 1,
      id: 'start',
      kind: 'prompt',
      round: 'new_session',
      isOnTip: true,
      isOpen: false,
      parent: null,
      words: { kind: 'prompt', text: 'go', ideContext: [] },
    });
    expect(turn.tokens.total).toBe(2040);
    expect(turn.asides).toMatchObject([{ kind: 'aside', subtype: 'date', aside: { label: 'date' } }]);
    expect(turn.replies).toHaveLength(2);
    expect(turn.replies[0].calls).toEqual([
      {
        id: 't',
        name: 'Bash',
        file: null,
        isError: false,
        durationMs: 1000,
        agentId: null,
        size: 3,
        input: { command: 'ls' },
        result: 'a\nb',
      },
    ]);
    expect(turn.replies[1].content).toEqual([{ type: 'text', text: 'done' }]);
  });

  it('says what it cut, and with --full cuts nothing', async () => {
    const long = 'é'.repeat(5000);
    const file = sessionFile().user('go').call('m', 't', 'Bash', { command: long }).result('t', long).write();
    const [cut] = (await json(file)).turns[0].replies[0].calls;
    expect(cut.result).toHaveLength(2000);
    expect(cut.truncated).toEqual({ 'input.command': 5000, result: 5000 });
    const [whole] = (await json(file, '--full')).turns[0].replies[0].calls;
    expect(whole.result).toBe(long);
    expect(whole.input.command).toBe(long);
    expect(whole.truncated).toBeUndefined();
  });

  it('shows an offloaded result as if it were on the line', async () => {
    const path = `/home/dev/.claude/projects/x/${SESSION_ID}/tool-results/o.txt`;
    const stub = `<persisted-output>\nOutput too large. Full output saved to: ${path}\n</persisted-output>`;
    const file = sessionFile().user('go').call('m', 't', 'Bash', { command: 'x' }).result('t', stub).write();
    const output = join(dirname(file), SESSION_ID, 'tool-results', 'o.txt');
    mkdirSync(dirname(output), { recursive: true });
    const text = '日本"\n'.repeat(300_000);
    writeFileSync(output, text);
    const [whole] = (await json(file, '--full')).turns[0].replies[0].calls;
    expect(whole.result === text).toBe(true);
    const [cut] = (await json(file)).turns[0].replies[0].calls;
    expect(cut.truncated).toEqual({ result: Buffer.byteLength(text) });
    expect(text.startsWith(cut.result)).toBe(true);
  });

  it('gives one turn when one is asked for', async () => {
    const file = sessionFile().user('a').reply('m', 'x').user('b').reply('n', 'y').write();
    const session = await json(file, '--turn', '2');
    expect(session.turnCount).toBe(2);
    expect(session.turns.map((turn: { number: number }) => turn.number)).toEqual([2]);
  });

  it('is JSON for an empty file too', async () => {
    expect(await json(sessionFile().write())).toMatchObject({ turns: [], resumes: false });
  });
});
