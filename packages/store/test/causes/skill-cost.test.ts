import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { causesOf } from '../../src/causes/file-causes.js';
import { Prices } from '../../src/usage/prices.js';
import { sessionRef } from '../../src/usage/scan-usage.js';
import { sessionsIn } from '../support/generated.js';

const ID = '00000000-0000-4000-8000-000000000000';
const user = (content: unknown, more: object = {}) => ({ type: 'user', message: { role: 'user', content }, ...more });
const result = (id: string, content: string) => user([{ type: 'tool_result', tool_use_id: id, content }]);
const reply = (id: string, content: object[], more: object = {}) => {
  const usage = { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 50_000 };
  return { type: 'assistant', message: { id, role: 'assistant', model: 'claude-opus-5', content, usage }, ...more };
};
const marked = { attributionSkill: 'backlog' };

/** A skill is loaded, and then a long piece of other work is done in the same turn. */
const lines = [
  user('pick the next item and do it'),
  reply('m1', [{ type: 'tool_use', id: 't1', name: 'Skill', input: { skill: 'backlog' } }]),
  result('t1', 'Launching skill: backlog'),
  user([{ type: 'text', text: 's'.repeat(900) }], { isMeta: true, sourceToolUseID: 't1' }),
  reply('m2', [{ type: 'tool_use', id: 't2', name: 'Read', input: { file_path: '/a' } }], marked),
  result('t2', 'x'.repeat(5000)),
  reply(
    'm3',
    [
      { type: 'text', text: 'done' },
      { type: 'tool_use', id: 't3', name: 'Bash', input: {} },
    ],
    marked,
  ),
];

it('a skill costs its call and its text, not the rest of its turn', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-skill-'));
  mkdirSync(join(folder, 'projects', '-p'), { recursive: true });
  const text = lines.map((line) => `${JSON.stringify({ ...line, sessionId: ID })}\n`).join('');
  writeFileSync(join(folder, 'projects', '-p', `${ID}.jsonl`), text);
  const options = { prices: new Prices(), isWanted: () => true };
  const skills = causesOf('skills', sessionsIn(folder), sessionRef, options);
  // The output of the call, and the new input of the request that the result and the text were part of.
  const tokens = { input: 1000, output: 100, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 };
  expect(skills.rows.map(({ key, sum }) => [key, sum.tokens])).toEqual([['backlog', tokens]]);
  const tools = causesOf('tools', sessionsIn(folder), sessionRef, options);
  expect(tools.total.tokens).toEqual({ ...tokens, input: 3000, output: 300, cacheRead: 150_000 });
  expect(tools.total.replies).toBe(3);
});
