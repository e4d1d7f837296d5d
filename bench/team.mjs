#!/usr/bin/env node
// Team stores: pushes through the service against writing the same bytes; queries through it against the same queries
// on the index alone; and, if ClickHouse 18.16 is installed, pushes into a cluster against bare inserts.
import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ledgerUsage, openStore, parseQuery, searchIndex } from '../packages/store/dist/index.js';
import { HttpServer } from '../packages/team/dist/clickhouse/http-server.js';
import { openClickHouse } from '../packages/team/dist/clickhouse/open-clickhouse.js';
import { rowsOfPiece } from '../packages/team/dist/clickhouse/rows-of-piece.js';
import { TeamClient } from '../packages/team/dist/index.js';
import { openDiskStore, startService } from '../packages/team/dist/service.js';
import { canRunCluster, startCluster } from '../scripts/clickhouse-cluster.mjs';
import { generate } from './generate.mjs';
import { judge, median, report } from './measure.mjs';
import { TEAM_PLACE } from './team-place.mjs';

const mb = Number(process.env.MB ?? 50);
const runs = Number(process.env.RUNS ?? 5);
const ROUNDS = 4;
const SETTLED = 2000;
const folder = mkdtempSync(join(tmpdir(), 'unspool-bench-team-'));
generate(join(folder, 'source'), { mb, files: mb, seed: 7 });
const sessions = transcripts(join(folder, 'source'));
const bytes = sessions.reduce((sum, each) => sum + each.bytes.length, 0);
report('sessions', `${sessions.length}, ${(bytes / 1e6).toFixed(0)} MB`);

const wanted = process.env.ONLY;
if (wanted !== 'cluster') await embedded();
if (wanted !== 'embedded' && canRunCluster()) await cluster();
rmSync(folder, { recursive: true, force: true });

async function embedded() {
  const bare = await timed(() => {
    for (const [at, { bytes: text }] of sessions.entries()) {
      const fd = openSync(join(folder, `bare-${at}`), 'w');
      writeSync(fd, text);
      fsyncSync(fd);
      closeSync(fd);
    }
  });
  const data = join(folder, 'store');
  const service = await startService({ store: await openDiskStore(data) });
  const { token } = await new TeamClient(service.url, undefined).join(await service.invite('ana', 'member'), 'bench');
  const client = new TeamClient(service.url, token);
  const pushed = await timed(async () => {
    for (const session of sessions) await push(client, session);
  });
  report('push through the service', `${(bytes / 1e6 / (pushed / 1000)).toFixed(0)} MB/s`);
  report('  against writing the same bytes and fsync', `${(pushed / bare).toFixed(2)} x`);
  const first = await timed(() => client.usage({}));
  report('first question, which indexes', `${(bytes / 1e6 / (first / 1000)).toFixed(0)} MB/s`);

  const { database } = await openStore(join(data, 'unspool.db'));
  const alone = {
    search: () => searchIndex(database, parseQuery('function'), { filters: {}, sort: 'rank', limit: 1000 }),
    usage: () => [...ledgerUsage(database)],
    open: () => readFileSync(sessions[0].file),
  };
  const asked = {
    search: () => client.search({ q: 'function' }),
    usage: () => client.usage({}),
    open: async () => {
      const { files } = await client.open('ana', sessions[0].id, 'show');
      for await (const _ of client.file({ ...files[0], owner: 'ana', session: sessions[0].id }, 'show'));
    },
  };
  for (const name of ['search', 'usage', 'open']) {
    const times = { alone: [], asked: [] };
    for (let run = 0; run < runs; run++) {
      times.alone.push(await timed(alone[name]));
      times.asked.push(await timed(asked[name]));
    }
    const [own, through] = [median(times.alone), median(times.asked)];
    report(
      `${name} through the service`,
      `${through.toFixed(1)} ms, ${(through / own).toFixed(1)} x of ${own.toFixed(1)} ms alone`,
    );
  }
  const disk = sizeOf(data);
  report('on disk', `${((disk / bytes) * 100).toFixed(0)} % of the sessions`);
  database.close();
  await service.close();
}

async function cluster() {
  const running = await startCluster(mkdtempSync(join(tmpdir(), 'clickhouse-')));
  try {
    const hosts = running.servers.map(({ host }) => host).join(',');
    const half = sessions.slice(0, Math.ceil(sessions.length / 2));
    const rows = { lines: [], texts: [], replies: [] };
    for (const session of half) {
      const made = rowsOfPiece(pieceOf(session), { ...sessionOf(session), epoch: 1 });
      for (const table of Object.keys(rows)) for (const row of made[table]) rows[table].push(row);
    }
    const times = { bare: [], pushed: [] };
    let store;
    // Each round alternates and uses new databases, because ClickHouse keeps merging earlier inserts.
    for (let round = 0; round < ROUNDS; round++) {
      const open = (name) => openClickHouse({ store: `clickhouse://${hosts}/${name}${round}`, cluster: 'team' });
      await (await open('bare')).close();
      await store?.close();
      store = await open('pushed');
      const server = new HttpServer({
        url: `http://${running.servers[0].host}`,
        user: 'default',
        password: '',
        database: `bare${round}`,
        hasParameters: false,
      });
      const insert = async () => {
        for (const table of Object.keys(rows)) {
          for (let at = 0; at < rows[table].length; at += 20_000)
            await server.insert(table, rows[table].slice(at, at + 20_000));
        }
      };
      const push = async (session) => {
        await store.putSession(sessionOf(session));
        await store.append(pieceOf(session), sessionOf(session));
      };
      const ways = [
        ['bare', insert],
        ['pushed', () => Promise.all(half.map(push))],
      ];
      for (const [way, work] of round % 2 === 0 ? ways : ways.reverse()) {
        await wait(SETTLED);
        times[way].push(await timed(work));
      }
    }
    const [bare, pushed] = [median(times.bare), median(times.pushed)];
    const shown = (list) => list.map((ms) => ms.toFixed(0)).join(', ');
    report('bare inserts into a 2 × 2 cluster', `${rows.lines.length} lines in ${shown(times.bare)} ms`);
    report('pushes of the same rows', `${shown(times.pushed)} ms`);
    judge('pushes of the same rows, against bare inserts', pushed / bare, 1.5);
    for (const together of [1, 100]) {
      const small = Array.from({ length: together === 1 ? 20 : 200 }, (_, at) => smallSession(at, together));
      await Promise.all(small.map((session) => store.putSession(sessionOf(session))));
      const took = await timed(async () => {
        for (let at = 0; at < small.length; at += together) {
          const group = small.slice(at, at + together);
          await Promise.all(group.map((session) => store.append(pieceOf(session), sessionOf(session))));
        }
      });
      report(`small pushes, ${together} at once`, `${(small.length / (took / 1000)).toFixed(0)}/s`);
    }
    await store.close();
  } finally {
    await running.stop();
  }
}

async function push(client, session) {
  await client.describe(session.id, sessionOf(session));
  const PIECE = 4 * 1024 * 1024;
  for (let offset = 0; offset < session.bytes.length; ) {
    const end = session.bytes.lastIndexOf(10, Math.min(session.bytes.length, offset + PIECE) - 1) + 1;
    await client.push({
      session: session.id,
      file: `project/${session.id}.jsonl`,
      generation: 1,
      offset,
      version: 1,
      isWhole: end === session.bytes.length,
      fileSha256: createHash('sha256').update(session.bytes.subarray(0, end)).digest('hex'),
      bytes: session.bytes.subarray(offset, end),
    });
    offset = end;
  }
}

function sessionOf({ id }) {
  const numbers = { startedAt: Date.UTC(2026, 0, 1), endedAt: Date.UTC(2026, 0, 1), turns: 1, version: 1, copiedAt: 0 };
  return { owner: 'ana', session: id, visibility: 'team', isWithdrawn: false, copyOf: '', ...TEAM_PLACE, ...numbers };
}

function pieceOf({ id, bytes: text }) {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const place = { owner: 'ana', session: id, file: `project/${id}.jsonl`, generation: 1, offset: 0 };
  return { ...place, bytes: text, isWhole: true, sha256, version: 1 };
}

function smallSession(at, group) {
  const id = `${String(group).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`;
  return { id, bytes: sessions[0].bytes.subarray(0, sessions[0].bytes.indexOf(10) + 1) };
}

function transcripts(source) {
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => /^[0-9a-f-]{36}\.jsonl$/.test(entry.name))
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { id: basename(file, '.jsonl'), file, bytes: readFileSync(file) };
    });
}

function sizeOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
