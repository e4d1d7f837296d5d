import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { previousSessions } from '../../src/hook/previous-sessions.js';
import { readStates } from '../../src/state/read-states.js';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, NO_DIFFERENCE, Tracer, wantedSpans } from '../support/tracer.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());
let tracer: Tracer;
beforeEach(() => {
  receiver.stored.clear();
  receiver.taken.clear();
  const url = `${receiver.url}/v1/traces`;
  tracer = new Tracer([{ type: 'otlp', name: 'one', url, encoding: 'json', gzip: false, headers: {} }]);
});
afterEach(() => tracer.remove());

/** One client run with `/branch` and then `/clear`: three files, and a hook event only for the last. */
const [STARTED, BRANCHED, CLEARED] = [
  'ad118f64-551a-4885-b3df-10a945123a5c',
  'e2e24f6f-e781-416b-9af2-bbb6067de34e',
  'bec669d4-1ba6-44e8-9a66-4d0a4a95fd5d',
] as const;

function grown(scenario: string): string {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const growing = new GrowingProject(project, tracer.home);
  for (const write of writesOf(project)) growing.write(write);
  return growing.folder;
}

const named = (file: string) => previousSessions(file).map((each) => [basename(each.file, '.jsonl'), each.isOver]);

describe('after /clear', () => {
  it.each(['Stop', 'SessionEnd'])(
    '%s brings what was not sent of the sessions before, over several hops',
    async (event) => {
      const folder = grown('2.1.325/i-plan');
      tracer.hook(event, join(folder, `${CLEARED}.jsonl`));
      await tracer.send();
      expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
      expect(receiver.repeated).toBe(0);
    },
  );

  it('a hook does not read through a large session before: that is left to who has more time', async () => {
    const folder = grown('2.1.325/i-plan');
    const file = join(folder, `${CLEARED}.jsonl`);
    tracer.world.mostBytes = statSync(file).size;
    tracer.hook('Stop', file);
    const started = readStates(tracer.folder, 'one').map((state) => basename(state.file, '.jsonl'));
    expect(started).not.toContain(STARTED);
    expect(tracer.workersStarted).toBe(1);
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });

  it('the sessions of the same client are known, also when one of them is gone', () => {
    const folder = grown('2.1.325/i-plan');
    const file = join(folder, `${CLEARED}.jsonl`);
    expect(named(file)).toEqual([
      [BRANCHED, true],
      [STARTED, true],
    ]);
    rmSync(join(folder, `${BRANCHED}.jsonl`));
    expect(named(file)).toEqual([[STARTED, true]]);
  });

  it('one that came later, or was at work before the client was started, is left alone', () => {
    const folder = grown('2.1.325/i-plan');
    expect(named(join(folder, `${STARTED}.jsonl`))).toEqual([]);
    expect(named(join(folder, `${BRANCHED}.jsonl`))).toEqual([[STARTED, true]]);
    utimesSync(join(folder, `${BRANCHED}.jsonl`), 1_000_000, 1_000_000);
    expect(named(join(folder, `${CLEARED}.jsonl`))).toEqual([[STARTED, true]]);
  });

  it('a session that another client has taken over is its own', () => {
    const folder = grown('2.1.325/i-plan');
    const file = join(folder, `${CLEARED}.jsonl`);
    const own = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1)?.replaceAll(STARTED, CLEARED) ?? '';
    writeFileSync(file, `${readFileSync(file, 'utf8')}${own.replace(/^\{/, `{"session_id":"${CLEARED}",`)}\n`);
    expect(named(file)).toEqual([]);
  });

  it('an id that is a path leads nowhere', () => {
    const folder = grown('2.1.325/i-plan');
    const file = join(folder, `${CLEARED}.jsonl`);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(STARTED, '../../../../etc/passwd'));
    expect(named(file)).toEqual([]);
    expect(mainFilesIn(folder)).toHaveLength(3);
  });
});

describe('a fork that says nothing of where it came from', () => {
  const [ORIGIN, FORK] = ['2c103836-6131-4a58-a1e5-3410735632c7', '7f8070f7-5b4a-4bc5-8a67-e7fa4bc6c7e3'] as const;

  it('brings what was not sent of its original, and the original nothing of it', async () => {
    const folder = grown('2.1.325/fork');
    expect(named(join(folder, `${FORK}.jsonl`))).toEqual([[ORIGIN, false]]);
    expect(named(join(folder, `${ORIGIN}.jsonl`))).toEqual([]);
    tracer.hook('Stop', join(folder, `${FORK}.jsonl`));
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
  });
});
