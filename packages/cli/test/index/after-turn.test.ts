import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { afterTurn } from '../../src/index/after-turn.js';
import { madeHome, repliesAt } from '../support/made-home.js';
import { memoryIo } from '../support/memory-io.js';

it('of many updates at once, one runs and one waits to see what came meanwhile', async () => {
  const { home, data } = madeHome();
  const io = memoryIo({ home, env: { UNSPOOL_HOME: data } });
  const events: string[] = [];
  let isFree = false;
  const update = (number: number) =>
    afterTurn(io, async () => {
      events.push(`${number} begins`);
      while (!isFree) await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${number} ends`);
      return number;
    });
  const first = update(1);
  await vi.waitFor(() => expect(events).toHaveLength(1));
  const second = update(2);
  expect(await Promise.all([3, 4, 5].map(update))).toEqual([0, 0, 0]);
  expect(events).toEqual(['1 begins']);
  isFree = true;
  expect(await Promise.all([first, second])).toEqual([1, 2]);
  expect(events).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  expect(readdirSync(data)).toEqual([]);
});

it('does not wait for a process that is dead, and runs again after an error', async () => {
  const { home, data } = madeHome();
  const io = memoryIo({ home, env: { UNSPOOL_HOME: data } });
  mkdirSync(data);
  for (const name of ['index-running.lock', 'index-waiting.lock'])
    writeFileSync(join(data, name), JSON.stringify({ pid: 2 ** 22 + 1 }));
  await expect(afterTurn(io, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  expect(await afterTurn(io, async () => 7)).toBe(7);
});

it('the command updates the index', async () => {
  const home = madeHome();
  home.write('-app/11111111-0000-4000-8000-000000000001.jsonl', repliesAt([1], { sessionId: '1' }));
  expect(await home.unspool('index', '--no-archive', '--after-turn')).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(home.data, 'unspool.db'))).toBe(true);
  expect((await home.unspool('index', '--help')).out).not.toContain('after-turn');
});
