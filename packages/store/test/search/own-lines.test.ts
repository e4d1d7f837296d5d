import { expect, it } from 'vitest';
import { WriteCursor } from '../../src/blame/write-cursor.js';
import { isOwnLine } from '../../src/search/hit.js';

const OWN = '10000000-0000-4000-8000-000000000001';
const OTHER = '20000000-0000-4000-8000-000000000002';

it.each([
  ['its own', {}, true],
  ['a branch', { forkedFrom: { sessionId: OTHER, messageUuid: 'x' } }, false],
  ['a copied reply of client 2.1.326', { requestSessionId: OTHER }, false],
])('search and blame know whose a line is: %s', (_, marks, isOwn) => {
  const call = {
    type: 'assistant',
    sessionId: OWN,
    ...marks,
    message: {
      id: 'm1',
      role: 'assistant',
      content: [{ type: 'tool_use', id: 't1', name: 'Write', input: { file_path: '/a.ts', content: 'one line\n' } }],
    },
  };
  const result = {
    type: 'user',
    sessionId: OWN,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'done' }] },
  };
  expect(isOwnLine(call, OWN)).toBe(isOwn);
  const cursor = new WriteCursor(`/projects/-p/${OWN}.jsonl`);
  const at = { byte: 0, turn: { number: 1 }, time: null };
  expect([...cursor.see(call, at), ...cursor.see(result, at)]).toMatchObject([{ toolUseId: 't1', isOwn }]);
});
