import { TOOL } from '@unspool/session/tools';
import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

const ask = await recorded({
  [`${SESSION}.jsonl`]: [
    ['user', 'Hello'],
    ['assistant', [{ type: 'tool_use', id: 't1', name: TOOL.Bash, input: { command: 'ls' } }]],
  ],
});
const LONG = 'x'.repeat(1_000_000);
const KEY = `sk-ant-api03-${'a1B2c3D4'.repeat(11)}-AAAAAAAA`;

it.each([
  ['search_sessions', { query: 'hello', kind: LONG }, 'Kinds: prompt'],
  ['search_sessions', { query: 'hello', limit: LONG }, 'limit must be'],
  ['search_sessions', { query: `"${LONG}" (` }, ''],
  ['search_sessions', { query: 'hello', project: 'x' }, 'There is no argument project. Arguments: query, kind, file,'],
  ['usage', { [LONG]: 1 }, 'Arguments: by, since_days'],
  ['show_turn', { session: LONG, turn: 1 }, 'There is no session'],
  ['blame', { target: LONG }, 'neither a file nor a commit'],
  ['blame', { target: `${LONG}:3` }, 'There is no file'],
  ['blame', { target: 'a\0b' }, 'neither a file nor a commit'],
  ['blame', { target: 'a\0b:1' }, 'There is no file'],
  ['uncompact', { session: `1111\n${LONG}` }, 'There is no session'],
  ['usage', { by: LONG }, 'by must be one of'],
  ['session_overview', { session: KEY }, 'There is no session'],
  [LONG, {}, 'There is no tool'],
])('an error is short, whatever was asked: %#', (name, args, message) => {
  const text = ask(name, args);
  expect(text).toContain(message);
  expect(text.length).toBeLessThanOrEqual(401);
  expect(text).not.toMatch(/[\n\0]|a1B2/);
});

it('a NUL in a query separates words', () => {
  expect(ask('search_sessions', { query: '"hello\0"' })).toContain('> Hello');
  expect(ask('search_sessions', { query: '\0hello\0' })).toContain('> Hello');
});

it('the least budget is 200 tokens', () => {
  expect(ask('session_overview', { session: SESSION, max_tokens: 1 })).toMatch(/\(about \d+ of 200 tokens/);
});
