import { expect, it } from 'vitest';
import { madeHome, repliesAt } from '../support/made-home.js';
import { sampleHome } from '../support/sample-home.js';

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const TIME = Date.UTC(2026, 4, 20);

it('says how many copies a hit has, with an index and without', async () => {
  const home = madeHome();
  home.write(`-app/${A}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: A }));
  const copy = home.write(`-app/${B}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: B }));
  for (const command of ['ls', 'index']) {
    await home.unspool(command);
    const { out } = await home.unspool('search', 'hi', '--sort', 'time');
    expect(out.match(/ · also in 1 copy\n/g)).toHaveLength(2);
    expect(out).toContain('2 of 4 hits and 2 copies of them, newest first\n');
    const { count, hits } = await home.json<{ count: number; hits: { sessionId: string; copies: object[] }[] }>(
      'search',
      'hi',
    );
    expect([count, hits.length]).toEqual([4, 2]);
    expect(hits[0]).toMatchObject({ sessionId: A, copies: [{ sessionId: B, agentId: null, file: copy, turn: 1 }] });
    const only = await home.json<{ hits: { sessionId: string; copies: object[] }[] }>('search', 'hi', '--session', B);
    expect(only.hits.map(({ sessionId, copies }) => [sessionId, copies])).toEqual([
      [B, []],
      [B, []],
    ]);
  }
});

it('names the title of the session, with an index and without, and no byte', async () => {
  const { unspool } = sampleHome();
  for (const command of ['ls', 'index']) {
    await unspool(command);
    const { out } = await unspool('search', 'callers', '--tool', 'Task');
    expect(out).toMatch(/^5a3c1e70 turn 1 {2}Fix the flaky upload test {2}shop-api · 2026-05-04 · tool input, Task\n/);
  }
});
