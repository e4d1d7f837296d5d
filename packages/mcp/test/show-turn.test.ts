import { TOOL } from '@unspool/session/tools';
import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

const LONG = Array.from({ length: 900 }, (_, at) => `word${at}`).join(' ');
const OUTPUT = Array.from({ length: 200 }, (_, at) => `row ${at} é 日本語 😀`).join('\n');

const ask = await recorded({
  [`${SESSION}.jsonl`]: [
    ['user', 'Show me'],
    ['assistant', LONG],
    ['assistant', [{ type: 'tool_use', id: 't1', name: TOOL.Bash, input: { command: 'seq 200' } }]],
    ['user', [{ type: 'tool_result', tool_use_id: 't1', content: OUTPUT }]],
    ['assistant', 'That is all.'],
  ],
  [`${SESSION}/subagents/agent-abc.jsonl`]: [
    ['user', 'The task of the agent'],
    ['assistant', 'The answer of the agent'],
  ],
});
const turn = (more: object) => ask('show_turn', { session: '11111111', turn: 1, ...more });

it.each([
  [2, 'reply', LONG],
  [4, 'tool output Bash', OUTPUT],
])('item %i can be read in pieces, each within its budget', (from, name, whole) => {
  let read = '';
  let pieces = 0;
  for (let offset: number | undefined = 1; offset !== undefined && pieces < 200; pieces++) {
    const answer = turn({ from, offset, max_tokens: 200 });
    expect(answer).toContain(`${from}. ${name}`);
    const [used = 0, budget = 0] = (/about (\d+) of (\d+)/.exec(answer)?.slice(1) ?? []).map(Number);
    expect([used <= budget, budget]).toEqual([true, 200]);
    const [own = ''] = answer.split(`\n${from + 1}. `);
    const rows = own.split('\n').filter((row) => row.startsWith('> '));
    offset = Number(/offset: (\d+)/.exec(answer)?.[1]) || undefined;
    const piece = rows.map((row) => row.slice(2)).join('\n');
    read += offset === undefined ? piece : piece.slice(0, -1);
  }
  expect(pieces).toBeGreaterThan(3);
  expect(read).toBe(whole);
});

it('says how long a shortened output is', () => {
  expect(turn({ from: 3 })).toContain(`4. tool output ${TOOL.Bash}, ${OUTPUT.length} characters`);
  expect(turn({ from: 9 })).toBe('Session 11111111 turn 1 of 1 has no text from item 9 on.');
});

it('a hit in a sub-agent names it, and its turn can be shown', () => {
  expect(ask('search_sessions', { query: 'answer agent' })).toContain('session 11111111 agent abc turn 1');
  const answer = turn({ agent: 'abc' });
  expect(answer).toContain('Session 11111111 agent abc turn 1. 1. prompt\n> The task of the agent');
  expect(answer).toContain('> The answer of the agent');
  expect(answer).not.toContain('Show me');
});
