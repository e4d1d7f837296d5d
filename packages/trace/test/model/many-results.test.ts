import { afterEach, expect, it, vi } from 'vitest';
import { openTrace } from '../../src/index.js';
import { layOut, SESSION, WrittenSession } from '../support/written-session.js';

const COUNT = 300;

afterEach(() => {
  vi.restoreAllMocks();
});

it('a line that holds the results of many calls is read once, not once for each of them', () => {
  const calls = Array.from({ length: COUNT }, (_, at) => ({
    type: 'tool_use',
    id: `t${at}`,
    name: 'Bash',
    input: { command: `ls ${at}` },
  }));
  const results = calls.map(({ id }, at) => ({ type: 'tool_result', tool_use_id: id, content: `file ${at}` }));
  const session = new WrittenSession().prompt('call them all').reply('m1', calls).prompt(results);
  const [turn] = openTrace({ file: layOut({ [`${SESSION}.jsonl`]: session }), isEnded: true }).turns;
  const parse = vi.spyOn(JSON, 'parse');
  const tools = turn?.spans().filter(({ kind }) => kind === 'tool') ?? [];
  expect(tools.map(({ attributes }) => attributes['gen_ai.tool.call.result'])).toEqual(
    results.map(({ content }) => content),
  );
  expect(tools[7]?.attributes['gen_ai.tool.call.arguments']).toBe('{"command":"ls 7"}');
  expect(parse.mock.calls.length).toBeLessThan(20);
});
