import { TOOL } from '@unspool/session/tools';
import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

const KEY = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}-AAAAAAAA`;
const PASSWORD = 'hunter2-Xq9z7Lm4Pw';

let calls = 1;

const asked = await recorded({
  [`${SESSION}.jsonl`]: [
    ['user', `Upload it with ${KEY} please`],
    ['assistant', 'The upload is done.'],
    ['user', 'Another upload, without any key'],
    ['assistant', [{ type: 'text', text: 'Logging in.' }, call({ user: 'me', password: PASSWORD })]],
    ['user', [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }]],
    ['assistant', [call({ file_path: `/app/${KEY}/notes.txt`, content: 'plainwords' })]],
  ],
});
const found = (query: string, more: object = {}) => asked('search_sessions', { query, ...more });
const turns = (answer: string) => [...answer.matchAll(/session \w+ turn (\d+)/g)].map(([, turn]) => Number(turn));

it.each([
  'a1B2*',
  'a1B2c3D4a',
  '"api03 a1B2*"',
  '"with sk ant api03"',
  `"${KEY}"`,
  KEY.slice(13),
  'hunter2',
  '"me hunter2"',
  'Xq9z*',
])('a masked secret is not found: %s', (query) => {
  expect(found(query)).toContain('No matches in this project');
});

it.each(['upload AND a1B2*', 'upload NOT upload', '(a1B2* OR hunter2)'])('nor with other words: %s', (query) => {
  expect(found(query)).toContain('No matches');
});

it.each([
  ['upload OR zebra*', 'upload OR a1B2*'],
  ['upload zebracrossing', 'upload a1B2c3D4'],
  ['upload NOT zebra*', 'upload NOT a1B2*'],
])('the answer to %s is that to %s', (wrong, right) => {
  expect(turns(found(wrong))).toEqual([2, 1]);
  expect(found(right).replaceAll(/about \d+/g, '')).toBe(found(wrong).replaceAll(/about \d+/g, ''));
});

it('a file is not found by a secret in its path', () => {
  expect(found('plainwords', { file: 'notes.txt' })).toContain('turn 2');
  expect(found('plainwords', { file: KEY.slice(0, 20) })).toContain('No matches');
});

function call(input: object): object {
  return { type: 'tool_use', id: `t${calls++}`, name: TOOL.Write, input };
}
