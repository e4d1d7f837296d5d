import { expect, it } from 'vitest';
import { linesOf } from '../../src/mcp/stdin-lines.js';

it('joins what arrives in pieces, also within a character', async () => {
  const bytes = Buffer.from('{"a":"é"}\r\n\n{"b":1}\n{"c"');
  expect(await all([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['{"a":"é"}\r', '', '{"b":1}', '{"c"']);
  expect(await all([bytes])).toEqual(['{"a":"é"}\r', '', '{"b":1}', '{"c"']);
});

it('shortens a line that does not end, and reads the next one', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const lines = await all([...Array.from({ length: 40 }, () => chunk), Buffer.from('x\nnext\n')]);
  expect(lines).toEqual([expect.any(String), 'next']);
  expect(lines[0]?.length).toBeLessThan(17 * 1024 * 1024);
});

async function all(chunks: readonly Uint8Array[]): Promise<string[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: string[] = [];
  for await (const line of linesOf(stream())) lines.push(line);
  return lines;
}
