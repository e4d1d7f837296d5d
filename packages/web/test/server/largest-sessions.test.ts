import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UsagePage } from '../../src/view/routes.js';
import { SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const idOf = (at: number) => `11111111-2222-4333-8444-${String(at).padStart(12, '0')}`;
let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    // Many sessions with a high cost and few tokens, and a cheap one with many tokens, all from the cache.
    for (let at = 0; at < 25; at++) write(config, at, { input_tokens: 0, output_tokens: 10_000 + at });
    write(config, 99, { input_tokens: 0, output_tokens: 1, cache_read_input_tokens: 400_000 });
  });
});
afterAll(() => served.stop());

it('the usage page lists the sessions with the most tokens, even if others cost more', async () => {
  const { sessions } = (await served.get<UsagePage>('/api/usage')).json;
  expect(sessions.map(({ key }) => key)).toContain(idOf(99));
  expect(sessions[0]?.key).toBe(idOf(24));
  expect(sessions.map(({ cost }) => cost ?? 0)).toEqual(
    [...sessions.map(({ cost }) => cost ?? 0)].sort((a, b) => b - a),
  );
});

function write(config: string, at: number, usage: { [name: string]: number }): void {
  const message = { id: `m${at}`, role: 'assistant', model: 'claude-opus-4-5-20251101', content: [], usage };
  new SessionScript(idOf(at)).user('Go on.').reply(`m${at}`, 'Done.', { message }).write(config);
}
