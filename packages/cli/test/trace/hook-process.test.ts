import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Prices } from '@unspool/store';
import { isLocked, queuedFiles, readErrors, traceFolderIn } from '@unspool/trace';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  GrowingProject,
  mainFilesIn,
  projectsIn,
  type Write,
  writesOf,
} from '../../../trace/test/support/growing-session.js';
import { type Answer, Receiver } from '../../../trace/test/support/receiver.js';
import { compare, NO_DIFFERENCE, SALT, wantedSpans as spansWanted } from '../../../trace/test/support/tracer.js';
import { costWith } from '../../src/trace/cost-of.js';
import { hookCommand } from '../../src/trace/hook-command.js';
import { hookFor } from '../../src/trace/hook-settings.js';
import { bundleHook, startHook, startWorker } from './hook-process.js';

const SESSIONS = resolve(import.meta.dirname, '../../../trace/fixtures/sessions');
let hook = '';
let home = '';
let receiver: Receiver;

beforeAll(() => {
  hook = bundleHook();
});
afterAll(() => rmSync(dirname(hook), { recursive: true, force: true }));
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'unspool-chaos-'));
  receiver = await new Receiver().start();
});
afterEach(async () => {
  // What goes on in the background must be over: it writes into the folder that goes.
  const lock = join(home, 'data/trace/locks/send.loop');
  await eventually(() => !isLocked(lock, { staleMs: 120_000, now: Date.now }));
  await receiver.stop();
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

describe('the hook as a process', () => {
  it('ends with 0 whatever it is given, and says in the log what was wrong', async () => {
    configure();
    const missing = JSON.stringify({ hook_event_name: 'Stop', transcript_path: join(home, 'gone.jsonl') });
    for (const stdin of ['', 'no json', '[]', '{}', missing, '{"transcript_path":"relative.jsonl"}']) {
      expect((await startHook(hook, home, stdin)).status, stdin).toBe(0);
    }
    const pipe = join(home, 'pipe.jsonl');
    if (spawnSync('mkfifo', [pipe]).status !== 0) mkdirSync(pipe);
    expect((await startHook(hook, home, stopOf(pipe))).status).toBe(0);
    const log = readFileSync(join(home, 'data/trace/errors.jsonl'), 'utf8').trim().split('\n');
    expect(log).toHaveLength(7);
    writeFileSync(join(home, 'data/trace/config.json'), '{broken');
    expect((await startHook(hook, home, missing)).status).toBe(0);
    rmSync(join(home, 'data'), { recursive: true });
    writeFileSync(join(home, 'data'), 'a file where a folder should be');
    expect((await startHook(hook, home, missing)).status).toBe(0);
    rmSync(join(home, 'data'));
  });

  it('does not wait for a stdin that never ends', async () => {
    configure();
    const child = spawn(process.execPath, [hook], { env: environment(), stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.write(JSON.stringify({ hook_event_name: 'Stop', transcript_path: '/nowhere/x.jsonl' }));
    expect(await new Promise((done) => child.on('exit', done))).toBe(0);
  });

  it('sends in the background', async () => {
    configure();
    const { folder, file } = await grown('2.1.325/multiturn');
    expect((await startHook(hook, home, stopOf(file))).status).toBe(0);
    await eventually(() => receiver.stored.size >= wantedSpans(folder).size);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('finds the data folder that install wrote down, and so do its child processes', async () => {
    configure();
    const { folder, file } = await grown('2.1.325/multiturn');
    const { UNSPOOL_HOME: data = '', ...env } = environment();
    const child = spawn(process.execPath, [hook, data], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(stopOf(file));
    expect(await new Promise((done) => child.on('exit', done))).toBe(0);
    await eventually(() => receiver.stored.size >= wantedSpans(folder).size);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
  });

  it.skipIf(process.platform === 'win32')('does not make the client wait for the reply', async () => {
    configure(receiver.url, 60_000);
    const { folder, file } = await grown('2.1.325/gap');
    const whole = readFileSync(file, 'utf8');
    const isReply = (line: string) => line.includes('"type":"assistant"');
    const lines = whole.split('\n');
    const first = lines.findIndex(isReply);
    writeFileSync(file, `${lines.slice(0, first).join('\n')}\n`);
    // More than a pipe or a socket holds: the shell must not end before it has read all.
    const last_assistant_message = 'x'.repeat(4 * 1024 * 1024);
    const event = JSON.stringify({ hook_event_name: 'Stop', transcript_path: file, last_assistant_message });
    const { command } = hookFor('Stop', {
      command: hookCommand({ node: process.execPath, file: hook, platform: 'linux' }),
      platform: 'linux',
    });
    const shell = spawn('sh', ['-c', command], { env: environment(), stdio: 'pipe' });
    shell.stdin.end(event);
    expect(await new Promise((done) => shell.on('close', done))).toBe(0);
    appendFileSync(file, lines.slice(first).join('\n'));
    await eventually(() => receiver.stored.size >= wantedSpans(folder).size);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(readErrors(join(home, 'data/trace/errors.jsonl'))).toEqual([]);
  });

  it('queues while the backend is away, and sends it later', async () => {
    const url = receiver.url;
    await receiver.stop();
    configure(url);
    const { folder, file } = await grown('2.1.45/par3');
    await startHook(hook, home, stopOf(file));
    await startWorker(hook, home);
    expect(receiver.stored.size).toBe(0);
    receiver = await new Receiver().start(Number(new URL(url).port));
    forgetPause();
    await startHook(hook, home, endOf(file));
    await eventually(() => receiver.stored.size >= wantedSpans(folder).size);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
  });

  it.each([1, 2, 3, 4, 5, 6])('of a fork and of its original at once: what they share is sent once (%i)', async () => {
    configure();
    const { folder } = await grown('2.1.325/fork');
    const both = mainFilesIn(folder);
    expect(both).toHaveLength(2);
    await Promise.all(both.map((file) => startHook(hook, home, stopOf(file))));
    for (const file of both) await startHook(hook, home, endOf(file));
    await settle();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('20 at once on one session: every span once', async () => {
    configure();
    const { folder, file } = await grown('2.1.325/agent2');
    const all = await Promise.all(Array.from({ length: 20 }, () => startHook(hook, home, stopOf(file))));
    expect(all.map((each) => each.status)).toEqual(all.map(() => 0));
    await startHook(hook, home, endOf(file));
    await settle();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });
});

describe('killed again and again, with a backend that fails, is slow or away', () => {
  const few = ['2.0.76/agent2', '2.1.45/i-plan45', '2.1.45/fork', '2.1.325/agentfg', '2.1.325/streamin'];
  // All of them take minutes, and those of UNSPOOL_CORPUS a quarter of an hour: only with UNSPOOL_LONG=1.
  const isLong = process.env['UNSPOOL_LONG'] !== undefined;
  const corpus = isLong ? process.env['UNSPOOL_CORPUS'] : undefined;
  const sessions = corpus ? join(corpus, 'real-client/sessions') : SESSIONS;
  const chosen = projectsIn(sessions).filter((project) => isLong || few.some((name) => project.includes(`${name}/`)));

  it.each(chosen.map((project) => [project.slice(sessions.length + 1), project]))('%s', async (name, project) => {
    configure();
    const random = seeded(name);
    receiver.answer = () => moody(random);
    const growing = new GrowingProject(project, home);
    const running: Promise<unknown>[] = [];
    for (const write of cut(writesOf(project), random)) {
      const file = growing.write(write);
      if (!write.isMain || random() < 0.5) continue;
      const killAfterMs = random() < 0.5 ? { killAfterMs: 30 + random() * 120 } : {};
      const run = startHook(hook, home, stopOf(file), killAfterMs);
      if (random() < 0.7) await run;
      else running.push(run);
      if (random() < 0.1) running.push(startWorker(hook, home, { killAfterMs: 60 + random() * 200 }));
      if (random() < 0.2) forgetPause();
    }
    await Promise.all(running);
    receiver.answer = () => ({ status: 200, body: '{}' });
    for (const file of mainFilesIn(growing.folder)) expect((await startHook(hook, home, endOf(file))).status).toBe(0);
    await settle();
    expect(compare(receiver.stored, wantedSpans(growing.folder))).toEqual(NO_DIFFERENCE);
  });
});

/** What one clean look gives, with the prices that the hook knows. */
const wantedSpans = (folder: string) =>
  spansWanted(
    folder,
    costWith(() => new Prices()),
  );

function configure(url = receiver.url, flushMs = 50): void {
  mkdirSync(join(home, 'data/trace'), { recursive: true });
  const sink = { type: 'otlp', name: 'loop', url: `${url}/v1/traces`, encoding: 'protobuf', gzip: true, headers: {} };
  writeFileSync(
    join(home, 'data/trace/config.json'),
    JSON.stringify({ sinks: [sink], content: 'redacted', salt: SALT, flushMs }),
  );
}

function environment() {
  return { PATH: process.env['PATH'], UNSPOOL_HOME: join(home, 'data'), HOME: home };
}

async function grown(scenario: string): Promise<{ folder: string; file: string }> {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const growing = new GrowingProject(project, home);
  for (const write of writesOf(project)) growing.write(write);
  const [file = ''] = mainFilesIn(growing.folder);
  return { folder: growing.folder, file };
}

const eventOf = (name: string, file: string) => JSON.stringify({ hook_event_name: name, transcript_path: file });
const stopOf = (file: string) => eventOf('Stop', file);
const endOf = (file: string) => eventOf('SessionEnd', file);

/** As if the pause after a failure were over. */
function forgetPause(): void {
  const file = join(home, 'data/trace/sinks/loop.json');
  if (!existsSync(file)) return;
  const { retryAt: _, ...record } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(record));
}

/** Until the queue is empty and nobody is at it. */
async function settle(): Promise<void> {
  await eventually(async () => {
    forgetPause();
    await startWorker(hook, home);
    return queuedFiles(traceFolderIn(join(home, 'data')).queue('loop')).length === 0;
  });
}

async function eventually(isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (await isDone()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it never came');
}

function moody(random: () => number): Answer {
  const mood = random();
  if (mood < 0.3) return { status: 503, headers: { 'retry-after': '0' } };
  if (mood < 0.4) return { status: 429 };
  if (mood < 0.6) return { status: 200, body: '{}', delayMs: 150 };
  return { status: 200, body: '{}' };
}

/** Some lines arrive in two parts. */
function cut(writes: readonly Write[], random: () => number): Write[] {
  return writes.flatMap((write) => {
    if (random() < 0.7 || write.bytes.length < 2) return [write];
    const at = 1 + Math.floor(random() * (write.bytes.length - 1));
    return [
      { ...write, bytes: write.bytes.subarray(0, at) },
      { ...write, bytes: write.bytes.subarray(at) },
    ];
  });
}

/** The same numbers in every run. */
function seeded(text: string): () => number {
  let state = [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
