import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, canRunCluster, startCluster } from '../../../../scripts/clickhouse-cluster.mjs';
import { openClickHouse } from '../../src/clickhouse/open-clickhouse.js';
import type { TeamStore } from '../../src/contract/store.js';
import { type RunningService, startService } from '../../src/service/start-service.js';
import { expectWhole, laptopOf } from '../support/laptops.js';
import { lineStarts, madeSession, pieceOf } from '../support/made-session.js';
import { contentOf, listed, share, storeContract } from '../support/store-contract.js';

/** Set by npm run test:team, which also installs what this needs. */
const isWanted = process.env['UNSPOOL_TEST_CLICKHOUSE'] !== undefined && canRunCluster();

describe.skipIf(!isWanted)('ClickHouse 18.16, 2 shards × 2 replicas', () => {
  let cluster: Cluster;
  let shared: Promise<TeamStore>;
  beforeAll(async () => {
    cluster = await startCluster(mkdtempSync(join(tmpdir(), 'clickhouse-')));
    shared = open();
    await shared;
  });
  afterAll(async () => {
    await (await shared).close();
    await cluster.stop();
  });

  const hosts = () => cluster.servers.map(({ host }) => host).join(',');
  const open = () => openClickHouse({ store: `clickhouse://${hosts()}/team`, cluster: 'team' });

  storeContract(() => shared);

  it('serves what was acknowledged while replicas are killed and come back', async () => {
    const [one, two] = [await shared, await open()];
    const owner = 'kim';
    const sessions = Array.from({ length: 6 }, (_, at) =>
      madeSession({ owner, words: `zebrafish ${at}`, replies: 12 }),
    );
    let kills = 0;
    for (const [round, made] of sessions.entries()) {
      const victim = cluster.servers[round % cluster.servers.length];
      await one.putSession(made.session);
      const starts = lineStarts(made.bytes);
      const pushes = async () => {
        for (let at = 0; at + 1 < starts.length; at += 3) {
          const to = starts[Math.min(at + 3, starts.length - 1)] as number;
          const piece = pieceOf(made, { from: starts[at] as number, to, isWhole: to === made.bytes.length });
          await untilKept(at % 2 === 0 ? one : two, piece, made.session);
        }
      };
      const killing = async () => {
        await victim?.kill();
        kills++;
        await victim?.up();
      };
      await Promise.all([pushes(), killing()]);
    }
    expect(kills).toBe(6);
    for (const made of sessions) expect((await contentOf(two, made)).equals(made.bytes)).toBe(true);
    const replies = async () => {
      const rows = (await one.usage({ timeZone: 'UTC' })).filter(({ person }) => person === owner);
      return rows.reduce((sum, row) => sum + row.replies, 0);
    };
    await expect.poll(replies).toBe(6 * 12);
    await two.close();
  });

  it('takes pushes of 20 laptops through two services while replicas are killed', async () => {
    const services = [await startService({ store: await open() }), await startService({ store: await open() })];
    const laptops = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const service = services[at % 2] as RunningService;
        return laptopOf(`many${at}`, service, { sessions: 1, padding: 4000 });
      }),
    );
    let replies = 0;
    for (let turn = 0; turn < 2; turn++) {
      for (const laptop of laptops) replies += laptop.work(turn);
      const victim = cluster.servers[turn * 2 + 1];
      const killing = async () => {
        await victim?.kill();
        await victim?.up();
      };
      await Promise.all([killing(), ...laptops.map((laptop) => laptop.push())]);
    }
    const counted = async () => {
      const rows = (await (await shared).usage({ timeZone: 'UTC' })).filter(({ person }) => person.startsWith('many'));
      return rows.reduce((sum, row) => sum + row.replies, 0);
    };
    await expect.poll(counted, { timeout: 20_000 }).toBe(replies);
    for (const laptop of laptops) await expectWhole(laptop);
    for (const service of services) await service.close();
  });

  it('loses nothing when a replica was wiped, also when the other one dies then', async () => {
    const store = await shared;
    const sessions = Array.from({ length: 6 }, (_, at) => madeSession({ owner: 'max', words: `wombat ${at}` }));
    for (const made of sessions) await share(store, made);
    const [wiped, other] = cluster.servers;
    const countOn = async (host: string | undefined, table: string) => {
      const query = encodeURIComponent(`SELECT uniqExact(session) FROM team.${table} WHERE owner = 'max'`);
      return Number(await (await fetch(`http://${host}/?query=${query}`)).text());
    };
    const areAlike = async () => {
      const lines = [await countOn(wiped?.host, 'lines_local'), await countOn(other?.host, 'lines_local')];
      const marks = await Promise.all(cluster.servers.map(({ host }) => countOn(host, 'marks')));
      const rows = await Promise.all(cluster.servers.map(({ host }) => countOn(host, 'sessions')));
      return lines[0] === lines[1] && [...marks, ...rows].every((count) => count === sessions.length);
    };
    // Replicas copy from each other: what is on one disk only is lost with it.
    await expect.poll(areAlike, { timeout: 30_000 }).toBe(true);
    await wiped?.kill();
    wiped?.wipe();
    await wiped?.up();
    for (const made of sessions) expect((await contentOf(store, made)).equals(made.bytes)).toBe(true);
    await expect.poll(areAlike, { timeout: 30_000 }).toBe(true);
    await other?.kill();
    for (const made of sessions) expect((await contentOf(store, made)).equals(made.bytes)).toBe(true);
    expect((await listed(store)).filter(({ owner }) => owner === 'max')).toHaveLength(6);
    await other?.up();
  });

  it('keeps a session withdrawn that was withdrawn while a replica was down', async () => {
    const store = await shared;
    const made = madeSession({ owner: 'lee', words: 'axolotl' });
    await share(store, made);
    const victim = cluster.servers[1];
    await victim?.kill();
    await store.putSession({ ...made.session, isWithdrawn: true, version: 2 });
    await store.removeContent(made.session);
    await victim?.up();
    expect(await store.files(made.session)).toEqual([]);
    expect((await listed(store)).filter(({ owner }) => owner === 'lee')).toEqual([]);
    expect((await store.search({ text: 'axolotl', limit: 5 })).count).toBe(0);
    expect((await store.usage({ timeZone: 'UTC' })).filter(({ person }) => person === 'lee')).toEqual([]);
  });

  it('reports that the store is unavailable when every server is down', async () => {
    const store = await shared;
    for (const server of cluster.servers) await server.kill();
    await expect(listed(store)).rejects.toMatchObject({ code: 'store_unavailable' });
    for (const server of cluster.servers) await server.up();
    await expect
      .poll(() =>
        listed(store).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  });
});

/** As a laptop does: again until the store says that it has it. */
async function untilKept(
  store: TeamStore,
  piece: ReturnType<typeof pieceOf>,
  session: Parameters<TeamStore['append']>[1],
) {
  const end = piece.offset + piece.bytes.length;
  await expect
    .poll(async () => (await store.append(piece, session).catch(() => undefined))?.bytes ?? -1)
    .toBeGreaterThanOrEqual(end);
}
