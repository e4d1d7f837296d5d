import { TOOL } from '@unspool/session/tools';
import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

const LONG = 'and then consider it once more '.repeat(20);

const ask = await recorded({
  [`${SESSION}.jsonl`]: [
    ['user', 'Find the cause'],
    ...Array.from({ length: 30 }, (_, at): [['assistant', object[]], ['user', object[]]] => [
      ['assistant', [{ type: 'tool_use', id: `t${at}`, name: TOOL.Bash, input: { command: `try ${at}` } }]],
      ['user', [{ type: 'tool_result', tool_use_id: `t${at}`, content: at === 25 ? 'walrusword' : 'nothing' }]],
    ]).flat(),
    ['assistant', [{ type: 'thinking', thinking: `otterword ${LONG}`, signature: 'x' }]],
    ['assistant', 'It is the pelicanword.'],
  ],
});

it.each([
  ['walrusword', 53, `tool output ${TOOL.Bash}`],
  ['otterword', 62, `thinking, ${`otterword ${LONG}`.length} characters`],
  ['pelicanword', 63, 'reply'],
])('a search for %s names the item, and show_turn begins with it', (word, item, head) => {
  expect(ask('search_sessions', { query: word })).toContain(`session 11111111 turn 1 item ${item}, `);
  const answer = ask('show_turn', { session: '11111111', turn: 1, from: item, max_tokens: 200 });
  expect(answer).toContain(`${item}. ${head}\n> `);
  expect(answer).toContain(word);
});

it('what a search finds before the first turn can be shown', async () => {
  const result = { type: 'tool_result', tool_use_id: 't0', content: 'heronword' };
  const early = await recorded({ [`${SESSION}.jsonl`]: [['user', [result]]] });
  expect(early('search_sessions', { query: 'heronword' })).toContain('session 11111111 turn 0, tool output');
  expect(early('show_turn', { session: '11111111', turn: 0 })).toContain('heronword');
});
