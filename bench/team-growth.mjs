#!/usr/bin/env node
// How a team's store grows: pushes until it holds each of SIZES (MB), asks the same questions at each, and prints how much
// slower they become. Over a folder, and over a 2 × 2 cluster where ClickHouse 18.16 is installed (ONLY=folder|cluster).
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openClickHouse } from '../packages/team/dist/clickhouse/open-clickhouse.js';
import { TeamClient } from '../packages/team/dist/index.js';
import { openDiskStore, startService } from '../packages/team/dist/service.js';
import { canRunCluster, startCluster } from '../scripts/clickhouse-cluster.mjs';
import { generate } from './generate.mjs';
import { median, report } from './measure.mjs';
import { TEAM_PLACE } from './team-place.mjs';

const SIZES = (process.env.SIZES ?? '1000 4000').split(/[ ,]+/).map(Number);
const RUNS = Number(process.env.RUNS ?? 5);
/** Generated, pushed and deleted at a time. */
const PART = 50;
const LAPTOPS = 8;
const PIECE = 4 * 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-growth-'));
const only = process.env.ONLY;
try {
  if (only !== 'cluster') await grow('folder', await openDiskStore(join(folder, 'store')));
  if (only !== 'folder' && canRunCluster()) {
    const cluster = await startCluster(mkdtempSync(join(tmpdir(), 'clickhouse-')));
    try {
      const hosts = cluster.servers.map(({ host }) => host).join(',');
      await grow('cluster', await openClickHouse({ store: `clickhouse://${hosts}/growth`, cluster: 'team' }));
    } finally {
      await cluster.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function grow(name, store) {
  const service = await startService({ store });
  const clients = [];
  for (let at = 0; at < LAPTOPS; at++) {
    const { token } = await new TeamClient(service.url, undefined).join(await service.invite(`p${at}`, 'member'), 'x');
    clients.push(new TeamClient(service.url, token));
  }
  const [client] = clients;
  let stored = 0;
  let first;
  const measured = [];
  for (const [step, size] of SIZES.entries()) {
    let ms = 0;
    const before = stored;
    while (stored < size * 1e6) {
      const source = join(folder, 'source');
      generate(source, { mb: PART, files: PART, seed: Math.round(stored / 1000) + 7 });
      const waiting = transcripts(source);
      first ??= waiting[0].id;
      ms += await timed(() =>
        Promise.all(
          clients.map(async (laptop) => {
            for (let next = waiting.pop(); next; next = waiting.pop()) {
              // The first session is opened later, so its owner is known.
              const owner = next.id === first ? client : laptop;
              stored += await push(owner, next);
            }
          }),
        ),
      );
      rmSync(source, { recursive: true });
    }
    await push(client, rareSession(step));
    const asked = {
      'first question, which indexes': () => client.usage({}),
      usage: () => client.usage({}),
      'rare word': () => client.search({ q: `quokka${step}` }),
      'common word': () => client.search({ q: 'function' }),
      'first page of the list': () => client.page({ limit: 200 }),
      counts: () => client.counts({}),
      'open a session': () => opened(client, first),
    };
    const row = { 'ingest, per MB': ms / ((stored - before) / 1e6) };
    for (const [what, ask] of Object.entries(asked)) {
      const times = [];
      for (let run = 0; run < (what.startsWith('first question') ? 1 : RUNS); run++) times.push(await timed(ask));
      row[what] = median(times);
    }
    measured.push(row);
    report(`${name}: ${(stored / 1e6).toFixed(0)} MB`, 'reached');
  }
  for (const what of Object.keys(measured[0])) {
    const all = measured.map((row) => row[what]);
    report(
      `${name}: ${what}`,
      `${all.map((ms) => ms.toFixed(1)).join(' → ')} ms, ${(all.at(-1) / all[0]).toFixed(2)} x`,
    );
  }
  await service.close();
}

async function push(client, { id, file, bytes = readFileSync(file) }) {
  const endedAt = Date.UTC(2026, 0, 1) + Number.parseInt(id.slice(0, 6), 16);
  const numbers = { startedAt: Date.UTC(2026, 0, 1), endedAt, turns: 1, version: 1 };
  await client.describe(id, { visibility: 'team', ...TEAM_PLACE, ...numbers });
  for (let offset = 0; offset < bytes.length; ) {
    const end = bytes.lastIndexOf(10, Math.min(bytes.length, offset + PIECE) - 1) + 1;
    const fileSha256 = createHash('sha256').update(bytes.subarray(0, end)).digest('hex');
    const piece = { file: `project/${id}.jsonl`, generation: 1, offset, version: 1, isWhole: end === bytes.length };
    await client.push({ session: id, ...piece, fileSha256, bytes: bytes.subarray(offset, end) });
    offset = end;
  }
  return bytes.length;
}

async function opened(client, session) {
  const { files } = await client.open('p0', session, 'show');
  for await (const _ of client.file({ ...files[0], owner: 'p0', session }, 'show'));
}

function rareSession(step) {
  const id = `00000000-0000-4000-8000-${String(step).padStart(12, '0')}`;
  const line = { type: 'user', uuid: 'u', parentUuid: null, sessionId: id, timestamp: '2026-01-01T00:00:00.000Z' };
  return {
    id,
    bytes: Buffer.from(`${JSON.stringify({ ...line, message: { role: 'user', content: `quokka${step}` } })}\n`),
  };
}

function transcripts(source) {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => /^[0-9a-f-]{36}\.jsonl$/.test(entry.name))
    .map((entry) => ({ id: basename(entry.name, '.jsonl'), file: join(entry.parentPath, entry.name) }));
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
