import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FileMark, requireMembership, TeamClient, TeamFailure } from '@unspool/team';
import { expect, it } from 'vitest';
import { type Cluster, canRunCluster, startCluster } from '../../../../scripts/clickhouse-cluster.mjs';
import { type MadeHome, madeHome } from '../support/made-home.js';
import { bundle, ended, firstLines, freePort, killed, unspool } from '../support/process.js';

/** Takes many minutes: UNSPOOL_LONG=1 npm run test:team. UNSPOOL_LONG_MB chooses another size. */
const isWanted = process.env['UNSPOOL_LONG'] === '1' && bundle !== undefined && canRunCluster();
const MB = Number(process.env['UNSPOOL_LONG_MB'] ?? 1000);
const LAPTOPS = 20;
const SESSIONS = 5;
const ROUNDS = 4;
const LINE = 20_000;

interface Laptop {
  person: string;
  home: MadeHome;
  client: TeamClient;
  /** Session ids and their files. */
  files: Map<string, string>;
}

/** Ends whatever kills and watches. */
let isOver = false;
const over = () => isOver;
const kills = { laptops: 0, services: 0, replicas: 0 };
let seed = 11;
/** A number below the limit, the same in every run. */
const random = (limit: number) => {
  seed = (seed * 16807) % 2147483647;
  return seed % limit;
};

it.skipIf(!isWanted)(
  `loses, doubles and half shows nothing of ${MB} MB from ${LAPTOPS} laptops while services, replicas and laptops are killed`,
  async () => {
    const cluster = await startCluster(mkdtempSync(join(tmpdir(), 'clickhouse-')));
    const services: Service[] = [];
    try {
      await pushAndKill(cluster, services);
    } finally {
      isOver = true;
      await Promise.all(services.map((service) => service.stop()));
      await cluster.stop();
    }
  },
  4 * 3_600_000,
);

async function pushAndKill(cluster: Cluster, services: Service[]): Promise<void> {
  const store = `clickhouse://${cluster.servers.map(({ host }) => host).join(',')}/long`;
  for (let at = 0; at < 2; at++) services.push(await Service.start(store));
  const laptops = await laptopsAt(services);
  const [asker] = laptops;
  if (!asker) throw new Error('there are no laptops');

  const begun = performance.now();
  let replies = 0;
  const working = Promise.all([watch(laptops, over), killReplicas(cluster, over), killServices(services, over)]);
  let failure: unknown;
  working.catch((error: unknown) => {
    failure = error;
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const laptop of laptops) replies += work(laptop, round);
    await Promise.all(laptops.map((laptop) => pushWhileKilled(laptop)));
    if (failure) throw failure;
    console.log(`round ${round + 1} of ${ROUNDS}: ${JSON.stringify(kills)}`);
  }
  isOver = true;
  const [seen] = await working;
  const seconds = (performance.now() - begun) / 1000;

  let files = 0;
  for (const laptop of laptops) {
    for (const [session, file] of laptop.files) {
      const { files: marks } = await laptop.client.open(laptop.person, session, 'show');
      expect(marks.map((mark) => mark.file)).toEqual([`project/${session}.jsonl`]);
      const bytes = await bytesOf(laptop, { ...(marks[0] as FileMark), owner: laptop.person, session });
      expect(sha256(bytes)).toBe(sha256(readFileSync(file)));
      expect(sha256(bytes)).toBe(marks[0]?.sha256);
      files++;
    }
  }
  expect(files).toBe(LAPTOPS * SESSIONS);
  const counted = async () => (await asker.client.usage({})).reduce((sum, row) => sum + row.replies, 0);
  await expect.poll(counted, { timeout: 60_000 }).toBe(replies);
  let listed = 0;
  for await (const _ of asker.client.sessions()) listed++;
  expect(listed).toBe(files);
  expect(kills.laptops).toBeGreaterThan(LAPTOPS);
  expect(Math.min(kills.services, kills.replicas)).toBeGreaterThan(10);
  console.log(JSON.stringify({ files, replies, seconds: Math.round(seconds), kills, seenWhole: seen }));
}

/** Appends a part of each session. Returns the number of replies. */
function work({ person, files }: Laptop, round: number): number {
  const lines = Math.ceil((MB * 1e6) / (LAPTOPS * SESSIONS * ROUNDS * LINE));
  for (const [sessionId, file] of files) {
    let text = '';
    for (let at = 0; at < lines; at++) {
      const id = `${sessionId.slice(0, 8)}-${round}-${at}`;
      const words: string[] = [id];
      while (words.length < LINE / 8) words.push(random(2 ** 31).toString(36));
      const content = [{ type: 'text', text: words.join(' ') }];
      const usage = { input_tokens: 1, output_tokens: 1 };
      const message = { id: `m${person}${id}`, role: 'assistant', model: 'claude-opus-5', content, usage };
      const timestamp = new Date(Date.UTC(2026, 4, 1, round, 0, at % 60)).toISOString();
      const place = { uuid: id, parentUuid: null, sessionId, cwd: '/home/shop', timestamp, version: '2.1.0' };
      text += `${JSON.stringify({ type: 'assistant', isSidechain: false, ...place, message })}\n`;
    }
    appendFileSync(file, text);
  }
  return lines * files.size;
}

/** Pushes until the service has everything. Most pushes are killed. */
async function pushWhileKilled({ home }: Laptop): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    const push = unspool(home, 'team', 'push', '--json');
    const status = ended(push);
    push.stdout?.resume();
    push.stderr?.resume();
    if (attempt < 3) {
      await Promise.race([status, wait(500 + random(6000))]);
      if (push.exitCode === null) kills.laptops++;
      await killed(push);
      continue;
    }
    const { waiting } = (await status) === 0 ? await statusOf(home) : { waiting: { bytes: 1 } };
    if (waiting.bytes === 0) return;
    await wait(500);
  }
  throw new Error('a laptop cannot push');
}

function statusOf(home: MadeHome): Promise<{ waiting: { bytes: number } }> {
  return home.json('team', 'status');
}

async function killReplicas({ servers }: Cluster, isOver: () => boolean): Promise<void> {
  for (let took = 2000; !isOver(); ) {
    await patience(took, isOver);
    const victim = servers[random(servers.length)];
    await victim?.kill();
    kills.replicas++;
    const start = performance.now();
    await wait(random(3000));
    // On a busy machine it may not start in time.
    while (
      victim &&
      !(await victim.up().then(
        () => true,
        () => false,
      ))
    )
      await victim.kill();
    took = performance.now() - start;
  }
}

async function killServices(services: readonly Service[], isOver: () => boolean): Promise<void> {
  for (let took = 2000; !isOver(); ) {
    await patience(took, isOver);
    const start = performance.now();
    await services[random(services.length)]?.killAndStart();
    kills.services++;
    took = performance.now() - start;
  }
}

/** Longer than what was killed took to come back, or a busy machine would never get anything done. */
async function patience(took: number, isOver: () => boolean): Promise<void> {
  for (const end = Date.now() + 2 * took + random(4000); Date.now() < end && !isOver(); ) await wait(200);
}

/** Reads sessions that are growing. What is shown must be whole: its hash right, its bytes the start of the file. */
async function watch(laptops: readonly Laptop[], isOver: () => boolean): Promise<number> {
  let seen = 0;
  while (!isOver()) {
    await wait(1000);
    const laptop = laptops[random(laptops.length)] as Laptop;
    const [session = '', file = ''] = [...laptop.files][random(SESSIONS)] ?? [];
    try {
      const { files } = await laptop.client.open(laptop.person, session, 'show');
      for (const mark of files) {
        const bytes = await bytesOf(laptop, { ...mark, owner: laptop.person, session });
        expect(sha256(bytes)).toBe(mark.sha256);
        expect(bytes.equals(readFileSync(file).subarray(0, bytes.length))).toBe(true);
        expect(bytes.at(-1)).toBe(10);
        seen++;
      }
    } catch (error) {
      // It may not answer now, but what it answers must be right.
      if (!(error instanceof TeamFailure)) throw error;
    }
  }
  return seen;
}

async function bytesOf({ client }: Laptop, mark: FileMark): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of client.file(mark, 'show')) parts.push(part);
  return Buffer.concat(parts);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function laptopsAt(services: readonly Service[]): Promise<Laptop[]> {
  const laptops: Laptop[] = [];
  for (let at = 0; at < LAPTOPS; at++) {
    const person = `p${at}`;
    const home = madeHome(Date.now());
    const service = services[at % services.length] as Service;
    const code = laptops[0] ? (await laptops[0].client.invite(person, 'member')).code : service.code;
    const joined = await home.unspool('team', 'join', service.url, code);
    expect(joined.exitCode, joined.err).toBe(0);
    await home.unspool('team', 'share', 'shop', '--as', 'team', '--no-redact');
    const folder = join(home.projects, '-home-shop');
    mkdirSync(folder, { recursive: true });
    const ids = Array.from({ length: SESSIONS }, (_, n) => {
      const start = String(at * SESSIONS + n).padStart(8, '0');
      return [
        `${start}-0000-4000-8000-000000000000`,
        join(folder, `${start}-0000-4000-8000-000000000000.jsonl`),
      ] as const;
    });
    const client = new TeamClient(service.url, requireMembership(home.data).token);
    laptops.push({ person, home, client, files: new Map(ids) });
  }
  return laptops;
}

/** A service as a process, which always listens on the same port. */
class Service {
  code = '';
  private isStopped = false;
  private running: ReturnType<typeof unspool> | undefined;

  private constructor(
    private readonly store: string,
    private readonly host: MadeHome,
    private readonly port: string,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async start(store: string): Promise<Service> {
    const service = new Service(store, madeHome(Date.now()), String(await freePort()));
    service.code = /team join \S+ (\S+)/.exec(await service.up(['--admin', 'p0'], /team join \S+ \S+\n/))?.[1] ?? '';
    return service;
  }

  /** Until it runs: while the cluster is down, it cannot start. */
  async killAndStart(): Promise<void> {
    if (this.running) await killed(this.running);
    while (!this.isStopped) {
      const said = await this.up([], /http:/).catch(() => undefined);
      if (said !== undefined) return;
      await wait(500);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.running) await killed(this.running);
  }

  private up(more: readonly string[], wanted: RegExp): Promise<string> {
    const where = ['--store', this.store, '--cluster', 'team', '--port', this.port];
    this.running = unspool(this.host, 'team', 'serve', ...where, ...more);
    return firstLines(this.running, wanted);
  }
}
