import { expect, it } from 'vitest';
import { madeHome, repliesAt } from '../support/made-home.js';

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const TIME = Date.UTC(2026, 4, 20);

it('says in how many copies a hit stands, with an index and without', async () => {
  const home = madeHome();
  home.write(`-app/${A}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: A }));
  const copy = home.write(`-app/${B}.jsonl`, repliesAt([TIME, TIME + 1], { sessionId: B }));
  for (const command of ['ls', 'index']) {
    await home.unspool(command);
    const { out } = await home.unspool('search', 'hi', '--sort', 'time');
    expect(out.match(/, also in 1 copy\n/g)).toHaveLength(2);
    expect(out).toContain('4 hits, 2 shown and 2 copies of them, the newest first\n');
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
