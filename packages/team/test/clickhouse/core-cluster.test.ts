import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, canRunCluster, startCluster } from '../../../../scripts/clickhouse-cluster.mjs';
import { openClickHouse } from '../../src/clickhouse/open-clickhouse.js';
import type { TeamStore } from '../../src/contract/store.js';
import { lineStarts, madeSession, pieceOf } from '../support/made-session.js';
import { contentOf, share, storeContract } from '../support/store-contract.js';

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
    expect((await store.sessions()).filter(({ owner }) => owner === 'lee')).toEqual([]);
    expect((await store.search({ text: 'axolotl', limit: 5 })).count).toBe(0);
    expect((await store.usage({ timeZone: 'UTC' })).filter(({ person }) => person === 'lee')).toEqual([]);
  });

  it('says that it is gone when every server is', async () => {
    const store = await shared;
    for (const server of cluster.servers) await server.kill();
    await expect(store.sessions()).rejects.toMatchObject({ code: 'store_unavailable' });
    for (const server of cluster.servers) await server.up();
    await expect
      .poll(() =>
        store.sessions().then(
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
