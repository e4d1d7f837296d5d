import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backfill } from '../../src/backfill/backfill.js';
import { readErrors } from '../../src/hook/error-log.js';
import { queuedFiles } from '../../src/queue/queue-files.js';
import { readSinkRecord } from '../../src/queue/sink-record.js';
import { ask } from '../../src/sink/ask.js';
import type { SinkConfig } from '../../src/sink/sink-config.js';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, NO_DIFFERENCE, SALT, Tracer, wantedSpans } from '../support/tracer.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());
let tracer: Tracer;
let sink: SinkConfig;
beforeEach(() => begin());
afterEach(() => tracer.remove());

function begin(): void {
  receiver.stored.clear();
  receiver.taken.clear();
  receiver.answer = () => ({ status: 200, body: '{}' });
  sink = {
    type: 'otlp',
    name: 'one',
    url: `${receiver.url}/v1/traces`,
    encoding: 'json',
    gzip: false,
    headers: {},
  };
  tracer = new Tracer([sink]);
}

/** A session that was exported while the backend was down: all its spans are in the queue. */
async function queued(scenario = '2.1.325/multiturn'): Promise<{ folder: string; file: string }> {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const growing = new GrowingProject(project, tracer.home);
  for (const write of writesOf(project)) growing.write(write);
  const [file = ''] = mainFilesIn(growing.folder);
  utimesSync(file, 1_700_000_000, 1_700_000_000);
  receiver.answer = () => ({ status: 503 });
  tracer.hook('SessionEnd', file);
  await tracer.send(1);
  expect(files().length).toBeGreaterThan(0);
  receiver.answer = () => ({ status: 200, body: '{}' });
  rmSync(tracer.folder.sinkFile('one'), { force: true });
  return { folder: growing.folder, file };
}

const files = () => queuedFiles(tracer.folder.queue('one'));

function eachFile(damage: (path: string) => void): void {
  for (const { path } of files()) damage(path);
}

function fill(project: string) {
  const sessions = mainFilesIn(project).map((file) => ({ file, mtimeMs: 0 }));
  const retryPolicy = { tries: 1, firstMs: 1, maxMs: 1, sleep: async () => {}, random: () => 0 };
  const config = { sinks: [sink], content: 'redacted' as const, salt: SALT };
  return backfill(
    { sessions, sinks: [sink], config, isDry: false },
    { ...tracer.world, ask, retryPolicy, version: '0.0.0', timeoutMs: 600_000 },
  );
}

function intoFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

const DAMAGE: [string, () => void][] = [
  ['cut off', () => eachFile((path) => truncateSync(path, Math.min(3000, statSync(path).size - 1)))],
  ['emptied', () => eachFile((path) => truncateSync(path, 0))],
  ['removed', () => eachFile((path) => rmSync(path))],
  ['removed with its folder', () => rmSync(join(tracer.folder.root, 'queue'), { recursive: true })],
  ['overwritten with zeros', () => eachFile((path) => writeFileSync(path, Buffer.alloc(statSync(path).size)))],
  [
    'changed in one letter, and still JSON',
    () =>
      eachFile((path) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"name":"Turn', '"name":"Torn'))),
  ],
  [
    'cut off in the middle of a line, without a list',
    () => {
      eachFile((path) => truncateSync(path, 3000));
      rmSync(tracer.folder.listed('one'), { recursive: true });
    },
  ],
  [
    'cut off, and the list is damaged, too',
    () => {
      eachFile((path) => truncateSync(path, 3000));
      for (const { name } of files()) truncateSync(join(tracer.folder.listed('one'), name), 100);
    },
  ],
  ['turned into a folder', () => eachFile(intoFolder)],
];

describe('a queue file that was', () => {
  it.each(DAMAGE)('%s: a backfill rebuilds its spans', async (_, damage) => {
    const { folder } = await queued();
    damage();
    const { skipped } = await fill(folder);
    expect(skipped).toEqual([]);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(await fill(folder)).toMatchObject({ spans: 0, skipped: [] });
  });

  it.each(DAMAGE)('%s: the sending process rebuilds its spans', async (_, damage) => {
    const { folder, file } = await queued('2.1.325/agent2');
    damage();
    tracer.workersStarted = 0;
    tracer.hook('Stop', file);
    expect(tracer.workersStarted).toBe(1);
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    const { length } = receiver.requests;
    await tracer.send();
    expect(receiver.requests).toHaveLength(length);
  });

  it('damaged in any way, in any place', async () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ maxLength: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, fc.boolean(), async ({ at, bytes }, isCut) => {
        tracer.remove();
        begin();
        const { folder } = await queued();
        eachFile((path) => {
          const whole = readFileSync(path);
          const from = Math.floor(at * whole.length);
          const rest = isCut ? [] : [whole.subarray(from + bytes.length)];
          writeFileSync(path, Buffer.concat([whole.subarray(0, from), bytes, ...rest]));
        });
        await fill(folder);
        expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
      }),
      { numRuns: 15 },
    );
  });
});

describe('what a queue lost', () => {
  it('is reported, and the rest is sent once', async () => {
    const { folder } = await queued();
    eachFile((path) => truncateSync(path, statSync(path).size - 10));
    await fill(folder);
    expect(receiver.repeated).toBe(0);
    expect(readSinkRecord(tracer.folder.sinkFile('one')).lastError?.message).toContain(
      '1 spans of the queue were lost',
    );
  });

  it('cannot be rebuilt without its transcript: a backfill reports it once', async () => {
    const { folder, file } = await queued();
    eachFile((path) => rmSync(path));
    rmSync(file);
    const count = wantedSpans(folder).size;
    expect(count).toBe(0);
    const { skipped } = await fill(folder);
    expect(skipped).toEqual([
      { file, reason: expect.stringContaining('lost from the queue of one, and the transcript') },
    ]);
    expect((await fill(folder)).skipped).toEqual([]);
  });

  it('cannot be rebuilt without its transcript: the log reports it', async () => {
    const { file } = await queued();
    eachFile((path) => rmSync(path));
    rmSync(file);
    await tracer.send();
    expect(readErrors(tracer.folder.errors).at(-1)).toMatchObject({
      where: file,
      message: expect.stringMatching(/^\d+ spans/),
    });
  });

  it('in part, after some spans were sent: only the rest is sent again', async () => {
    const { folder } = await queued();
    let left = 1;
    receiver.answer = ({ spans }) =>
      spans.length > 3 ? { status: 413 } : left-- > 0 ? { status: 200 } : { status: 503 };
    await tracer.send(1);
    expect(receiver.stored.size).toBeGreaterThan(0);
    receiver.answer = () => ({ status: 200 });
    eachFile((path) => rmSync(path));
    await fill(folder);
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('of a session that a backfill leaves out: it says what to do', async () => {
    const { file } = await queued();
    eachFile((path) => rmSync(path));
    const { skipped } = await fill(join(tracer.home, 'projects', '..'));
    expect(skipped).toEqual([{ file, reason: expect.stringContaining('a backfill of all sessions sends them again') }]);
  });
});
