import { expect, it } from 'vitest';
import { serveMcp } from '../src/index.js';

it('answers requests, not notifications or responses', async () => {
  const answers = await answersTo(
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":9,"result":{}}',
    '  ',
    '{"jsonrpc":"2.0","id":"two","method":"tools/call","params":{"name":"usage","arguments":{"by":"daily"}}}',
  );
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 'two', result: { content: [{ type: 'text', text: 'usage {"by":"daily"}' }] } },
  ]);
});

it('keeps the version of the client if it knows it, and else names the newest', async () => {
  const ask = (version: unknown) =>
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":${JSON.stringify(version)}}}`;
  const answers = await answersTo(ask('2024-11-05'), ask('1999-01-01'), ask({}), ask('__proto__'));
  expect(answers.map((answer) => (answer as { result: { protocolVersion: string } }).result.protocolVersion)).toEqual([
    '2024-11-05',
    '2025-11-25',
    '2025-11-25',
    '2025-11-25',
  ]);
});

it('answers a batch with a batch', async () => {
  const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
  const [batch] = await answersTo(JSON.stringify([ping(1), { jsonrpc: '2.0', method: 'x' }, 7, ping(2)]));
  expect(batch).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: null, error: { code: -32600, message: expect.any(String) } },
    { jsonrpc: '2.0', id: 2, result: {} },
  ]);
  expect(await answersTo('[{"jsonrpc":"2.0","method":"x"}]')).toEqual([]);
});

it.each([
  ['not JSON', 'no json', -32700],
  ['binary', '\u0000\ufffd\u0001', -32700],
  ['nested without end', '['.repeat(200_000), -32700],
  ['a number', '7', -32600],
  ['an empty batch', '[]', -32600],
  ['an object as id', '{"id":{},"method":"ping"}', -32600],
  ['an unknown method', `{"id":1,"method":"${'x'.repeat(9000)}"}`, -32601],
  ['an unknown tool', `{"id":1,"method":"tools/call","params":{"name":"${'x'.repeat(9000)}"}}`, -32602],
  ['no tool', '{"id":1,"method":"tools/call","params":[]}', -32602],
  ['a tool of every object', '{"id":1,"method":"tools/call","params":{"name":"constructor"}}', -32602],
])('answers %s with an error and goes on', async (_, line, code) => {
  const [error, pong] = await answersTo(line, '{"jsonrpc":"2.0","id":2,"method":"ping"}');
  expect(error).toMatchObject({ error: { code } });
  expect(JSON.stringify(error).length).toBeLessThan(300);
  expect(pong).toEqual({ jsonrpc: '2.0', id: 2, result: {} });
});

it('keeps ids as they are', async () => {
  const ids = ['x'.repeat(100_000), '', 0, -1, 1.5];
  const answers = await answersTo(...ids.map((id) => JSON.stringify({ id, method: 'ping' })));
  expect(answers.map((answer) => (answer as { id: unknown }).id)).toEqual(ids);
});

async function answersTo(...lines: string[]): Promise<unknown[]> {
  const written: string[] = [];
  async function* given() {
    yield* lines;
  }
  await serveMcp({
    lines: given(),
    write: (text) => written.push(text),
    version: '1',
    call: async (name, args) => ({ text: `${name} ${JSON.stringify(args)}` }),
  });
  return written.map((text) => JSON.parse(text));
}
