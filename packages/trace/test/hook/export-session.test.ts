import { appendFileSync, copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readErrors } from '../../src/hook/error-log.js';
import { exportSession } from '../../src/hook/export-session.js';
import { openWith } from '../../src/hook/open-with.js';
import { queuedFiles } from '../../src/queue/queue-files.js';
import { openSessions } from '../../src/state/open-sessions.js';
import { readState, stateFiles } from '../../src/state/session-state.js';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, NO_DIFFERENCE, SALT, Tracer, wantedSpans } from '../support/tracer.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());
let tracer: Tracer;
beforeEach(() => {
  receiver.stored.clear();
  receiver.taken.clear();
  receiver.answer = () => ({ status: 200, body: '{}' });
  tracer = new Tracer([sinkCalled('one')]);
});
afterEach(() => tracer.remove());

function sinkCalled(name: string) {
  return {
    type: 'otlp' as const,
    name,
    url: `${receiver.url}/v1/traces`,
    encoding: 'json' as const,
    gzip: false,
    headers: {},
  };
}

function grown(scenario: string): { folder: string; file: string; growing: GrowingProject } {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const growing = new GrowingProject(project, tracer.home);
  for (const write of writesOf(project)) growing.write(write);
  const [file = ''] = mainFilesIn(growing.folder);
  return { folder: growing.folder, file, growing };
}

describe('a transcript', () => {
  it('that was cut and written again gives nothing twice', async () => {
    const { folder, file } = grown('2.1.325/multiturn');
    const whole = readFileSync(file);
    tracer.hook('SessionEnd', file);
    await tracer.send();
    truncateSync(file, Math.floor(whole.length / 2));
    tracer.hook('Stop', file);
    writeFileSync(file, whole);
    tracer.hook('SessionEnd', file);
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('that was replaced by another is sent from its start', async () => {
    const { folder, file } = grown('2.1.325/multiturn');
    const [other = ''] = mainFilesIn(projectsIn(join(SESSIONS, '2.1.325/par3'))[0] ?? '');
    tracer.hook('SessionEnd', file);
    await tracer.send();
    const before = receiver.stored.size;
    copyFileSync(other, file);
    tracer.hook('SessionEnd', file);
    await tracer.send();
    const wanted = wantedSpans(folder);
    expect([...wanted.keys()].filter((key) => !receiver.stored.has(key))).toEqual([]);
    expect(receiver.stored.size).toBe(before + wanted.size);
  });

  it('sends nothing new if only state lines were added', async () => {
    const { file } = grown('2.1.325/multiturn');
    tracer.hook('Stop', file);
    await tracer.send();
    const { length } = receiver.requests;
    appendFileSync(file, '{"type":"mode","mode":"normal"}\n');
    tracer.hook('Stop', file);
    await tracer.send();
    expect(receiver.requests).toHaveLength(length);
  });

  it('is left to the worker when its session ends: the client waits for that hook', async () => {
    const { file } = grown('2.1.325/multiturn');
    tracer.hook('SessionEnd', file);
    expect(tracer.workersStarted).toBe(1);
    expect(readState(stateFiles(tracer.folder, file).state('one'))).toBeUndefined();
    await tracer.send();
    expect(readState(stateFiles(tracer.folder, file).state('one'))).toMatchObject({ isEnded: true });
    expect(openSessions(tracer.folder)).toEqual([]);
  });

  it('has a cursor at the first turn that can still change', async () => {
    const { file } = grown('2.1.325/multiturn');
    tracer.hook('Stop', file);
    const state = readState(stateFiles(tracer.folder, file).state('one'));
    expect(state).toMatchObject({ size: readFileSync(file).length, openTurn: { number: 4 } });
    expect(readFileSync(file).subarray(state?.offset).toString('utf8')).toMatch(/^\{"parentUuid".*"next"/);
    tracer.hook('SessionEnd', file);
    await tracer.send();
    expect(readState(stateFiles(tracer.folder, file).state('one'))).toMatchObject({ isEnded: true });
  });
});

describe('a session that is too large for a hook', () => {
  it('is left to the worker, with what the hook knew of it', async () => {
    const { folder, file } = grown('2.1.45/par3');
    tracer.world.mostBytes = 100;
    tracer.hook('Stop', file);
    expect(tracer.workersStarted).toBe(1);
    expect(queuedFiles(tracer.folder.queue('one'))).toHaveLength(0);
    await tracer.send();
    expect(receiver.stored.size).toBe(wantedSpans(folder).size);
    tracer.hook('SessionEnd', file);
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });
});

describe('sinks', () => {
  it('have cursors of their own: one that is added later gets everything', async () => {
    const { folder, file } = grown('2.1.325/agent2');
    tracer.hook('Stop', file);
    await tracer.send();
    const { world } = tracer;
    const second = {
      folder: tracer.folder,
      sinks: ['one', 'two'],
      open: openWith({ content: 'redacted', salt: SALT }),
      now: world.now,
    };
    expect(exportSession(file, { isEnded: true }, second)).toMatchObject({
      kind: 'exported',
      queued: wantedSpans(folder).size,
    });
    expect(queuedFiles(tracer.folder.queue('one'))).toHaveLength(0);
    expect(queuedFiles(tracer.folder.queue('two'))).toHaveLength(1);
  });

  it('whose queue is full get nothing now and everything later', async () => {
    const { folder, file } = grown('2.1.325/multiturn');
    const world = {
      folder: tracer.folder,
      sinks: ['one'],
      open: openWith({ content: 'redacted', salt: SALT }),
      now: Date.now,
    };
    expect(exportSession(file, { isEnded: true }, { ...world, queueBytes: 0 })).toMatchObject({
      queued: 0,
      isFull: true,
    });
    expect(exportSession(file, { isEnded: true }, world)).toMatchObject({ queued: wantedSpans(folder).size });
    expect(exportSession(file, { isEnded: true }, world)).toEqual({ kind: 'unchanged' });
  });
});

describe('a session that came out of another', () => {
  it.each(['2.1.45/i-plan45', '2.1.325/i-plan2'])(
    'by a plan (%s) brings the turns of the old one along',
    async (scenario) => {
      const { folder } = grown(scenario);
      const newest = mainFilesIn(folder).find((file) => readFileSync(file, 'utf8').includes('planContent')) ?? '';
      tracer.hook('SessionEnd', newest);
      await tracer.send();
      expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    },
  );

  it('over several hops, by the id on the first line, brings all of them', async () => {
    const { folder, file } = grown('2.1.325/multiturn');
    const text = readFileSync(file, 'utf8');
    const ids = [1, 2, 3].map((digit) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`);
    ids.forEach((id, at) => {
      const previous = at === 0 ? 'gone' : (ids[at - 1] ?? '');
      const first = `${JSON.stringify({ type: 'user', sessionId: previous, isMeta: true, message: { role: 'user', content: 'x' } })}\n`;
      // Other replies, other times: turns of their own.
      const other = text.replaceAll('"id":"msg_', `"id":"msg_${at}`).replaceAll('2026-11-15T18', `2026-11-1${at}T18`);
      writeFileSync(join(folder, `${id}.jsonl`), first + other);
    });
    tracer.hook('SessionEnd', join(folder, `${ids[2]}.jsonl`));
    await tracer.send();
    const wanted = wantedSpans(folder);
    const own = wantedSpans(dirname(file));
    expect(own.size).toBe(wanted.size);
    const missing = compare(receiver.stored, wanted).missing;
    // Only the session that nobody named is missing.
    expect(wanted.size - missing.length).toBe((wanted.size / 4) * 3);
  });

  it('never leads out of its folder', async () => {
    const { folder } = grown('2.1.45/par3');
    const id = '99999999-1111-4111-8111-111111111111';
    const evil = {
      type: 'user',
      sessionId: '../../../../etc/passwd',
      message: { role: 'user', content: 'x' },
      planContent: 'p',
    };
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(evil)}\n`);
    tracer.hook('Stop', join(folder, `${id}.jsonl`));
    expect(readErrors(tracer.folder.errors)).toEqual([]);
    expect(receiver.stored.size).toBe(0);
  });

  it('a fork sends only what is its own', async () => {
    for (const scenario of ['2.0.76/fork', '2.1.45/fork', '2.1.325/fork']) {
      const { folder } = grown(scenario);
      for (const file of mainFilesIn(folder)) tracer.hook('SessionEnd', file);
      await tracer.send();
      expect(compare(receiver.stored, wantedSpans(folder)).missing).toEqual([]);
      expect(receiver.taken.size, 'every span in one form only').toBe(receiver.stored.size);
      expect(receiver.repeated).toBe(0);
    }
  });
});

describe('any events at any bytes', () => {
  it('end in what one clean look gives', async () => {
    const projects = projectsIn(SESSIONS).filter((project) => /par3|hooks|slash|agent2|i-plan45|fork/.test(project));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...projects),
        fc.infiniteStream(
          fc.record({
            event: fc.constantFrom('Stop', 'SubagentStop', 'PreCompact', 'SessionEnd', ''),
            cut: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
        ),
        async (project, stream) => {
          const machine = new Tracer([sinkCalled('one')]);
          receiver.stored.clear();
          receiver.taken.clear();
          const growing = new GrowingProject(project, machine.home);
          const events = stream[Symbol.iterator]();
          for (const write of writesOf(project)) {
            const { event, cut } = events.next().value;
            const at = Math.floor(cut * write.bytes.length);
            growing.write({ ...write, bytes: write.bytes.subarray(0, at) });
            const file = join(growing.folder, write.file);
            if (event !== '' && write.isMain) machine.hook(event, file);
            growing.write({ ...write, bytes: write.bytes.subarray(at) });
          }
          for (const file of mainFilesIn(growing.folder)) machine.hook('SessionEnd', file);
          await machine.send();
          const difference = compare(receiver.stored, wantedSpans(growing.folder));
          machine.remove();
          expect(difference).toEqual(NO_DIFFERENCE);
          expect(receiver.repeated).toBe(0);
        },
      ),
      { numRuns: Number(process.env['UNSPOOL_RUNS'] ?? 12) },
    );
  });
});
