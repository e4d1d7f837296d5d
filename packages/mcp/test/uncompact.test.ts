import { TOOL } from '@unspool/session/tools';
import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

it('masks a secret whose name is on another line', async () => {
  const content = 'password:\n  Xq9zfail7Lm4PwTt\n';
  const ask = await recorded({
    [`${SESSION}.jsonl`]: [
      ['user', 'Log in'],
      ['assistant', [{ type: 'tool_use', id: 't1', name: TOOL.Bash, input: { command: 'login' } }]],
      ['user', [{ type: 'tool_result', tool_use_id: 't1', content, is_error: true }]],
      [
        'user',
        'This session is being continued from a previous conversation that ran out of context. Nothing happened.',
      ],
    ],
  });
  const answer = ask('uncompact', { session: SESSION });
  expect(answer).toContain('> login');
  expect(answer).toContain('error, turn 1');
  expect(answer).not.toContain('7Lm4');
});
