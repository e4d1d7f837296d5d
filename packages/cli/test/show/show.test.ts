import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { SESSION_ID, sessionFile } from '../support/session-file.js';

process.env['TZ'] = 'UTC';

async function show(file: string, ...args: string[]) {
  const io = memoryIo();
  const code = await run(['show', file, ...args], io);
  return { code, out: io.stdout(), err: io.stderr() };
}

const rule = (head: string) => `${head} ${'─'.repeat(79 - head.length - 1)}`;

const twoTurns = () =>
  sessionFile()
    .user([
      { type: 'text', text: '<ide_opened_file>The user opened a.ts</ide_opened_file>' },
      { type: 'text', text: 'Fix the test' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } },
    ])
    .reply('m1', [
      { type: 'thinking', thinking: 'Let me look at it.' },
      { type: 'text', text: 'I will **read** it.' },
    ])
    .call('m1', 't1', 'Read', { file_path: '/home/dev/app/src/a.ts' })
    .result('t1', '1\tone', { toolUseResult: { file: { content: 'one\ntwo', startLine: 7 } } })
    .call('m2', 't2', 'Edit', { file_path: '/home/dev/app/src/a.ts', old_string: 'one', new_string: 'uno' })
    .result('t2', 'done')
    .call('m3', 't3', 'Bash', { command: 'npm test\necho' })
    .result('t3', 'Exit code 1\n\u001b[31mred\u001b[0m', { is_error: true })
    .call('m4', 't4', 'mcp__box__open', { size: 3 })
    .user('[Request interrupted by user]')
    .user('<command-name>/review</command-name><command-args>all</command-args>')
    .reply('m5', 'Reviewed.');

describe('show', () => {
  it('prints turns: words, replies, calls on a line each', async () => {
    const { code, out, err } = await show(twoTurns().write());
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      'Fix the test',
      'app · main · opus-5-5 · 2 turns · 5.1k tokens · 2026-01-01 12:00',
      '! resumes 8 of 10 messages; 2 are dropped because a tool call has no result:',
      `\`unspool repair\` · ${SESSION_ID}`,
      'repair finds thinking without a signature, a tool call without a result:',
      '`unspool repair --list`',
      '',
      rule('1 you · 2026-01-01 12:00'),
      '  ▌ Fix the test',
      '  ▌ [image, 3.0 kB png]',
      '',
      '  + editor: opened file · 20 B · The user opened a.ts',
      '  thought, 18 characters',
      '',
      '  I will read it.',
      '',
      '  ✓ Read src/a.ts · 5 B · 1.0 s',
      '  ✓ Edit src/a.ts · +1 −1 · 1.0 s',
      '  ✗ Bash npm test echo · 24 B · 1.0 s',
      '    Exit code 1 red',
      '  ? box/open {"size":3} · no result',
      '  ! Request interrupted by user',
      '',
      '  9.0 s · 4.1k tokens, 4.1k new, 80 output',
      '',
      rule('2 you · 12:00'),
      '  ▌ /review all',
      '',
      '  Reviewed.',
      '',
      '  1.0 s · 1.0k tokens, 1.0k new, 20 output',
      '',
    ]);
  });

  it('with --full adds thinking, files with line numbers, diffs and outputs', async () => {
    const { out } = await show(twoTurns().write(), '--turn', '1', '--full');
    const lines = out.split('\n');
    const from = lines.indexOf('  thought, 18 characters');
    expect(lines.slice(from, -3)).toEqual([
      '  thought, 18 characters',
      '  │ Let me look at it.',
      '',
      '  I will read it.',
      '',
      '  ✓ Read src/a.ts · 5 B · 1.0 s',
      '    │ 7  one',
      '    │ 8  two',
      '  ✓ Edit src/a.ts · +1 −1 · 1.0 s',
      '    │ - one',
      '    │ + uno',
      '  ✗ Bash npm test echo · 24 B · 1.0 s',
      '    │ $ npm test',
      '    │ echo',
      '    │ Exit code 1',
      '    │ red',
      '  ? box/open {"size":3} · no result',
      '    │ {',
      '    │   "size": 3',
      '    │ }',
      '    │ no result',
      '  ! Request interrupted by user',
    ]);
    expect(out).not.toContain('Reviewed.');
  });

  it('with --full shows a fetched page with its question, and a background command as a terminal', async () => {
    const file = sessionFile()
      .user('go')
      .call('m1', 't1', 'WebFetch', { url: 'https://a.org', prompt: 'Which version?' })
      .result('t1', 'Version 3')
      .call('m2', 't2', 'BashOutput', { bash_id: 'bash_1' })
      .result('t2', 'built')
      .write();
    const { out } = await show(file, '--full');
    const lines = out.split('\n').filter((line) => /^ {2}(?:✓| {2}│)/.test(line));
    expect(lines).toEqual([
      '  ✓ WebFetch https://a.org · 9 B · 1.0 s',
      '    │ Which version?',
      '    │ Version 3',
      '  ✓ BashOutput bash_1 · 5 B · 1.0 s',
      '    │ $ bash_1',
      '    │ built',
    ]);
  });

  it('says where an output is cut and how to see it all', async () => {
    const long = Array.from({ length: 5000 }, (_, at) => `line ${at}`).join('\n');
    const file = sessionFile().user('go').call('m', 't', 'Bash', { command: 'x' }).result('t', long).write();
    const all = await show(file, '--full');
    expect(all.out).toContain('│ line 59\n');
    expect(all.out).not.toContain('line 60\n');
    expect(all.out).toContain(`… 4,940 lines, 48.4 kB more: unspool show`);
    const one = await show(file, '--full', '--turn', '1');
    expect(one.out).toContain('│ line 1999\n');
    expect(one.out.replace(/\s+│\s+/g, ' ')).toContain('--turn 1 --full --json');
  });

  it('marks compactions, API errors, queued prompts and hooks', async () => {
    const file = sessionFile()
      .user('go')
      .call('m', 't', 'Bash', { command: 'x' })
      .line({ type: 'queue-operation', operation: 'enqueue', content: 'and more' })
      .result('t', 'ok')
      .user('and more')
      .line({
        type: 'system',
        subtype: 'api_error',
        retryAttempt: 1,
        maxRetries: 10,
        retryInMs: 600,
        error: { status: 529 },
      })
      .line({ type: 'attachment', attachment: { type: 'hook_success', hookName: 'Stop' } })
      .line({ type: 'attachment', attachment: { type: 'date', date: '2026-01-01' } })
      .line({ type: 'attachment', attachment: { type: 'model', text: 'opus' } })
      .reply('e', 'API Error: overloaded', { isApiErrorMessage: true })
      .line({
        type: 'system',
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto', preTokens: 150000, postTokens: 9000 },
      })
      .write();
    const { out } = await show(file);
    expect(out).toContain('  ▌ typed while the model worked\n  ▌ and more\n');
    expect(out).toContain('  ! API error 529, try 1 of 10, again in 600 ms\n');
    expect(out).toContain('  + context ×2 · 39 B · date, model\n');
    expect(out).toContain('  ✗ API Error: overloaded\n');
    expect(out).toContain('── compacted automatically: 150k → 9.0k tokens ───');
    expect(out).toContain('  + hooks ran 1 time: Stop ×1\n');
  });

  it('marks branches', async () => {
    const file = sessionFile()
      .user('first', { uuid: 'a' })
      .reply('m1', 'one', { uuid: 'b' })
      .user('try this', { parentUuid: 'b' })
      .reply('m2', 'two')
      .user('rather this', { parentUuid: 'b' })
      .reply('m3', 'three')
      .write();
    const { out } = await show(file);
    expect(out).toContain('⑂ not on the branch that resumes; forks at turn 1, beside turn 3\n');
    expect(out).toContain('⑂ forks at turn 1, beside turn 2; this branch resumes\n');
  });

  it('says so when there is nothing to show', async () => {
    const empty = sessionFile().write();
    expect((await show(empty)).out).toContain('The file is empty.\n');
    writeFileSync(empty, '{"type":"mode","mode":"normal"}\nnot json\n');
    const { code, out } = await show(empty);
    expect(code).toBe(0);
    expect(out).toContain('✗ does not resume: no line belongs to the main conversation\n');
    expect(out).toContain('There are no turns');
  });

  it('refuses turns that are not there, and things that are no numbers', async () => {
    const file = twoTurns().write();
    const far = await show(file, '--turn', '9');
    expect(far.code).toBe(1);
    expect(far.err).toContain('There is no turn 9');
    expect(far.err).toContain('It has turns 1 to 2.');
    const word = await show(file, '--turn', 'two');
    expect(word.code).toBe(2);
    expect(word.err).toContain('Cannot use "two" as a turn number.');
    expect((await show(file, '--turn', '0')).code).toBe(1);
  });

  it('shows what comes before the first turn, which search calls turn 0', async () => {
    const file = sessionFile()
      .user('<command-name>/model</command-name><command-args>opus</command-args>')
      .user('<local-command-stdout>Set model to papaya</local-command-stdout>')
      .user('Fix the test')
      .reply('m1', 'Fixed.')
      .write();
    const { code, out } = await show(file, '--turn', '0');
    expect(code).toBe(0);
    expect(out).toContain('Set model to papaya');
    expect(out).not.toContain('▌ Fix the test');
    const result = JSON.parse((await show(file, '--turn', '0', '--json')).out);
    expect([result.preamble.length > 0, result.turns]).toEqual([true, []]);
  });

  it('fits into narrow terminals', async () => {
    const io = memoryIo({ columns: 40, hasColour: true });
    await run(['show', twoTurns().write(), '--full'], io);
    const widths = io
      .stdout()
      .split('\n')
      .map((line) => stripVTControlCharacters(line).length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(40);
  });
});
