import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDiskStore } from '../src/disk/disk-store.js';
import { type RunningService, startService } from '../src/service/start-service.js';
import { flakyProxy } from './support/flaky-proxy.js';
import { expectWhole, laptopOf } from './support/laptops.js';

/** Two services on one folder, as behind a proxy. */
let services: RunningService[];
const faults: unknown[] = [];
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-team-'));
  const onFault = (error: unknown) => faults.push(error);
  services = [];
  for (let at = 0; at < 2; at++) services.push(await startService({ store: await openDiskStore(folder), onFault }));
});
afterAll(async () => {
  for (const service of services) await service.close();
});

const serviceAt = (at: number) => services[at % services.length] as RunningService;

async function repliesOf(people: readonly string[]): Promise<number> {
  const { client } = await laptopOf('asker', serviceAt(0), { sessions: 0, padding: 0 });
  const rows = (await client.usage({})).filter(({ person }) => people.includes(person));
  return rows.reduce((sum, row) => sum + row.replies, 0);
}

it('takes pushes of 20 laptops at once through two services', async () => {
  const laptops = await Promise.all(
    Array.from({ length: 20 }, (_, at) => laptopOf(`p${at}`, serviceAt(at), { sessions: 2, padding: 4000 })),
  );
  let replies = 0;
  for (let turn = 0; turn < 2; turn++) {
    for (const laptop of laptops) replies += laptop.work(turn);
    await Promise.all(laptops.map((laptop) => laptop.push()));
  }
  expect(await repliesOf(laptops.map(({ person }) => person))).toBe(replies);
  for (const laptop of laptops) await expectWhole(laptop);
});

it('neither loses nor duplicates anything over a network that cuts every connection', async () => {
  let seed = 7;
  const proxy = await flakyProxy(serviceAt(0).url, () => {
    seed = (seed * 16807) % 2147483647;
    return 400 + (seed % 60_000);
  });
  const laptop = await laptopOf('flaky', serviceAt(0), { sessions: 4, url: proxy.url, padding: 3000 });
  let replies = 0;
  for (let turn = 0; turn < 6; turn++) {
    replies += laptop.work(turn);
    await laptop.push();
  }
  proxy.close();
  expect(proxy.cuts).toBeGreaterThan(5);
  expect(await repliesOf(['flaky'])).toBe(replies);
  await expectWhole(laptop);
});

it('logs no fault', () => expect(faults).toEqual([]));
