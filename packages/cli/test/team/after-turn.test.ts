import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repliesAt } from '../support/made-home.js';
import { bundle, ended, killed, unspool } from '../support/process.js';
import { type TeamOfTwo, teamOfTwo } from '../support/team-homes.js';

const HOOK = fileURLToPath(new URL('../../../../plugin/scripts/after-turn.cjs', import.meta.url));
const SESSION = '55555555-5555-4555-8555-555555555555';
const WAIT = { timeout: 20_000, interval: 200 };

let team: TeamOfTwo;
let file: string;
let turns = 0;
beforeAll(async () => {
  team = await teamOfTwo();
  const { ana } = team;
  const cwd = join(ana.home, 'shop');
  mkdirSync(cwd);
  const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-');
  file = ana.write(`${slug}/${SESSION}.jsonl`, repliesAt([Date.UTC(2026, 4, 1)], { sessionId: SESSION, cwd }));
  await ana.unspool('team', 'share', 'shop', '--as', 'team');
});
afterAll(() => team.service.close());

/** As the client appends a turn; returns a word that is only in it. */
function turn(): string {
  const word = `turn${++turns}x`;
  const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
  const line = { ...last, type: 'user', uuid: word, parentUuid: last.uuid, message: { role: 'user', content: word } };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
  return word;
}

const bobFinds = async (word: string) => (await team.bob.unspool('search', word, '--team')).exitCode === 0;
const membership = () => join(team.ana.data, 'team/membership.json');

/** The service at an address where nobody listens. */
async function offline<T>(work: () => Promise<T>): Promise<T> {
  const text = readFileSync(membership(), 'utf8');
  writeFileSync(membership(), text.replace(team.service.url, 'http://127.0.0.1:9'));
  try {
    return await work();
  } finally {
    writeFileSync(membership(), text);
  }
}

describe('a quiet push', () => {
  const quiet = () => team.ana.unspool('team', 'push', '--quiet');
  const nothingSaid = { exitCode: 0, out: '', err: '' };

  it('prints nothing and never fails: joined, offline, or part of no team', async () => {
    const word = turn();
    expect(await quiet()).toEqual(nothingSaid);
    expect(await bobFinds(word)).toBe(true);
    const queued = turn();
    expect(await offline(quiet)).toEqual(nothingSaid);
    expect((await team.ana.json<{ waiting: { sessions: number } }>('team', 'status')).waiting.sessions).toBe(1);
    expect(await quiet()).toEqual(nothingSaid);
    expect(await bobFinds(queued)).toBe(true);
    expect(existsSync(join(team.bob.data, 'team/queue'))).toBe(false);
  });

  it('sends what was written while another push was running', async () => {
    const first = quiet();
    const word = turn();
    expect(await Promise.all([first, quiet(), quiet()])).toEqual([nothingSaid, nothingSaid, nothingSaid]);
    expect(await bobFinds(word)).toBe(true);
  });
});

describe.skipIf(bundle === undefined)('without anybody calling push', () => {
  it('the hook of the plugin sends each turn', async () => {
    const word = turn();
    const env = {
      PATH: process.env['PATH'],
      HOME: team.ana.home,
      UNSPOOL_HOME: team.ana.data,
      TMPDIR: tmpdir(),
      UNSPOOL_COMMAND: join(bundle ?? '', 'unspool.js'),
    };
    const hook = spawn(process.execPath, [HOOK], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [hook.stdout, hook.stderr]) stream.on('data', (data) => (output += data));
    hook.stdin.end('{}');
    expect(await ended(hook)).toBe(0);
    expect(output).toBe('');
    await expect.poll(() => bobFinds(word), WAIT).toBe(true);
  });

  it('index --watch sends each turn, and later what it could not send', async () => {
    const watching = await offline(async () => {
      const offlineWatch = unspool(team.ana, 'index', '--watch', '--no-archive');
      const word = turn();
      const queued = () => {
        const state = join(team.ana.data, 'team/queue', SESSION, 'state.json');
        const { files } = JSON.parse(readFileSync(state, 'utf8')) as {
          files: { [name: string]: { bytes: number; sent: number } };
        };
        return Object.values(files).some(({ bytes, sent }) => sent < bytes);
      };
      await expect.poll(queued, WAIT).toBe(true);
      expect(await bobFinds(word)).toBe(false);
      return offlineWatch;
    });
    try {
      const missed = `turn${turns}x`;
      const word = turn();
      await expect.poll(() => bobFinds(word), WAIT).toBe(true);
      expect(await bobFinds(missed)).toBe(true);
    } finally {
      await killed(watching);
    }
  });
});
