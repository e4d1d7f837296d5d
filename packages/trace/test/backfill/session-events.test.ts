import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { utimesSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { SessionEvents } from '../../src/backfill/session-events.js';
import { layOut, SESSION, WrittenSession } from '../support/written-session.js';

const HOUR = 3_600_000;
const LIVE = {};
const ENDED = { isEnded: true, isQuiet: true };

const children: ChildProcess[] = [];
afterEach(() => Promise.all(children.splice(0).map(end)));

/** A session without changes for an hour, and a clock. */
function quiet() {
  const file = layOut({ [`${SESSION}.jsonl`]: new WrittenSession().prompt('one').reply('m1', 'yes') });
  const clock = { now: Date.now() };
  const session = { file, mtimeMs: clock.now - HOUR };
  utimesSync(file, session.mtimeMs / 1000, session.mtimeMs / 1000);
  return { session, clock, events: new SessionEvents(() => clock.now) };
}

async function hold(file: string): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', `exec 7<"${file}"; echo ready; exec sleep 60`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout ?? child, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe.skipIf(process.platform !== 'linux')('the list of open files', () => {
  it('is made once for sessions in quick succession, and again after seconds', async () => {
    const { session, clock, events } = quiet();
    const child = await hold(session.file);
    expect(events.of(session)).toEqual(LIVE);
    await end(child);
    expect(events.of(session)).toEqual(LIVE);
    clock.now += 5000;
    expect(events.of(session)).toEqual(ENDED);
    await hold(session.file);
    clock.now += 5000;
    expect(events.of(session)).toEqual(LIVE);
  });

  it('is not used for a session without changes for a day', async () => {
    const { session, events } = quiet();
    await hold(session.file);
    expect(events.of({ ...session, mtimeMs: session.mtimeMs - 24 * HOUR })).toEqual(ENDED);
  });
});

it('a session that was just written is live, even with an old list of open files', () => {
  const { session, clock, events } = quiet();
  expect(events.of(session)).toEqual(ENDED);
  utimesSync(session.file, clock.now / 1000, clock.now / 1000);
  expect(events.of(session)).toEqual(LIVE);
});
