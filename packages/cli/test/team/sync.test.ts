import { appendFileSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { branchesOf, checkFile, openSession, turnsOf } from '@unspool/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';
import { joinAs, type TeamOfTwo, teamOfTwo } from '../support/team-homes.js';

const SESSION = '44444444-4444-4444-8444-444444444444';
let team: TeamOfTwo;
let laptop: MadeHome;
let desktop: MadeHome;
let onLaptop: string;

beforeAll(async () => {
  team = await teamOfTwo();
  laptop = team.ana;
  desktop = madeHome(Date.now());
  await joinAs(desktop, team.service, 'ana');
  const cwd = join(laptop.home, 'shop');
  for (const home of [laptop, desktop]) mkdirSync(join(home.home, 'shop'), { recursive: true });
  const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-');
  const lines = repliesAt([Date.UTC(2026, 4, 1, 1), Date.UTC(2026, 4, 1, 2)], { sessionId: SESSION, cwd });
  onLaptop = laptop.write(`${slug}/${SESSION}.jsonl`, lines);
  for (const home of [laptop, desktop]) await home.unspool('team', 'share', 'shop', '--as', 'own');
});
afterAll(() => team.service.close());

/** As a client appends, but a day ago, so that nobody takes the session for one in use. */
function continueAt(file: string, uuid: string, text: string): void {
  const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as { uuid: string };
  const { sessionId, cwd } = last as unknown as { sessionId: string; cwd: string };
  const line = {
    type: 'user',
    uuid,
    parentUuid: last.uuid,
    sessionId,
    cwd,
    isSidechain: false,
    message: { role: 'user', content: text },
  };
  appendFileSync(file, `${JSON.stringify({ ...line, timestamp: new Date(Date.UTC(2026, 4, 2)).toISOString() })}\n`);
  utimesSync(file, Date.now() / 1000 - 86_400, Date.now() / 1000 - 86_400);
}

const textsIn = (file: string) => readFileSync(file, 'utf8');
const fileOn = (home: MadeHome) => {
  const slug = join(home.home, 'shop').replace(/[^a-zA-Z0-9]/g, '-');
  return join(home.projects, slug, `${SESSION}.jsonl`);
};

it('continues on one machine a session that another began', async () => {
  await laptop.unspool('team', 'sync');
  expect(await desktop.json('team', 'sync')).toMatchObject({ received: [SESSION], left: [] });
  expect(textsIn(fileOn(desktop))).toContain(join(desktop.home, 'shop'));
  continueAt(fileOn(desktop), 'd1', 'from the desktop');
  await desktop.unspool('team', 'sync');
  expect(await laptop.json('team', 'sync')).toMatchObject({ continued: [SESSION], left: [] });
  expect(textsIn(onLaptop)).toContain('from the desktop');
  expect(textsIn(onLaptop)).not.toContain(desktop.home);
});

it('turns two continuations into branches, and overwrites nothing', async () => {
  const before = textsIn(onLaptop);
  continueAt(onLaptop, 'l2', 'left of the fork');
  continueAt(fileOn(desktop), 'd2', 'right of the fork');
  await laptop.unspool('team', 'sync');
  await desktop.unspool('team', 'sync');
  await laptop.unspool('team', 'sync');
  for (const file of [onLaptop, fileOn(desktop)]) {
    expect(textsIn(file)).toContain('left of the fork');
    expect(textsIn(file)).toContain('right of the fork');
    expect(branchesOf(turnsOf(openSession(file)))).toHaveLength(1);
    expect(checkFile(file).resumes).toBe(true);
  }
  expect(textsIn(onLaptop).startsWith(before)).toBe(true);
});

it('changes nothing when nothing is new, and can be undone', async () => {
  const before = textsIn(onLaptop);
  for (const home of [laptop, desktop, laptop, desktop]) await home.unspool('team', 'sync');
  expect(textsIn(onLaptop)).toBe(before);
  expect((await laptop.unspool('undo')).exitCode).toBe(0);
  expect(textsIn(onLaptop)).not.toContain('right of the fork');
});

it('says how to receive a session whose folder it cannot guess', async () => {
  const sessionId = '55555555-5555-4555-8555-555555555555';
  const cwd = 'D:\\\\elsewhere';
  laptop.write(`D--elsewhere/${sessionId}.jsonl`, repliesAt([Date.UTC(2026, 4, 1, 3)], { sessionId, cwd }));
  await laptop.unspool('team', 'share', sessionId, '--as', 'own');
  await laptop.unspool('team', 'sync');
  const { err } = await desktop.unspool('team', 'sync');
  expect(err).toContain('unspool team pull ana/55555555 --cwd FOLDER');
});

it('hides the session from other users', async () => {
  expect(await team.bob.json('ls', '--team')).toEqual([]);
  expect((await team.bob.unspool('search', 'fork', '--team')).exitCode).toBe(1);
});

it('never continues a line that a crash cut', async () => {
  appendFileSync(onLaptop, '{"type":"user","uuid":"l3');
  utimesSync(onLaptop, Date.now() / 1000 - 86_400, Date.now() / 1000 - 86_400);
  continueAt(fileOn(desktop), 'd3', 'after the crash');
  await desktop.unspool('team', 'sync');
  await laptop.unspool('team', 'sync');
  const lines = textsIn(onLaptop).trimEnd().split('\n');
  expect(lines).toContain('{"type":"user","uuid":"l3');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ uuid: 'd3' });
});
