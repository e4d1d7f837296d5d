import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadeHome, madeHome } from '../support/made-home.js';

/** A service that was taken over: what it answers must not reach beyond the folder it may fill. */
const ID = '5b539e53-1111-4111-8111-111111111111';
let server: Server;
let home: MadeHome;
let answer: (path: string) => unknown = () => ({});

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const value = answer(url);
    response.end(value instanceof Buffer ? value : JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  home = madeHome(Date.now());
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(home.data, 'team'), { recursive: true });
  const membership = {
    url: `http://127.0.0.1:${port}`,
    token: 'x'.repeat(43),
    team: 't',
    person: 'bob',
    role: 'member',
  };
  writeFileSync(join(home.data, 'team/membership.json'), JSON.stringify({ ...membership, device: 'd', salt: 'salt' }));
  mkdirSync(join(home.home, 'precious/deep'), { recursive: true });
  writeFileSync(join(home.home, 'precious/deep/file.txt'), 'mine');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const shared = (fields: object) => ({
  owner: 'bob',
  session: ID,
  title: '\u001b[2J\u202etitle',
  project: 'shop',
  cwd: `${home.home}/shop'; touch ${home.home}/pwned; '`,
  home: home.home,
  platform: 'linux',
  slug: '../../../x',
  branch: '$(touch pwned)',
  startedAt: 1,
  endedAt: 1,
  turns: 1,
  visibility: 'team',
  isWithdrawn: false,
  copyOf: '',
  copiedAt: 0,
  version: 1,
  ...fields,
});
const line = Buffer.from(
  `${JSON.stringify({ type: 'user', uuid: 'u', parentUuid: null, sessionId: ID, cwd: '/x', isSidechain: false, timestamp: '2026-05-01T00:00:00.000Z', message: { role: 'user', content: 'hi' } })}\n`,
);
const mark = (file: string, fields: object = {}) => ({
  owner: 'bob',
  session: ID,
  file,
  generation: 1,
  bytes: line.length,
  sha256: createHash('sha256').update(line).digest('hex'),
  ...fields,
});

/** Everything in the home but what the laptop keeps of the team. */
function everyFile(): string[] {
  return readdirSync(home.home, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith(join('data', 'team', 'cache')) && statSync(join(home.home, name)).isFile())
    .sort();
}

const actedOn = (text: string) => text.includes('\u001b') || text.includes('\u202e');

const isList = (url: string) => url.split('?')[0] === '/v1/sessions';

const COMMANDS = [
  ['ls', '--team'],
  ['show', '5b53', '--team'],
  ['team', 'pull', '5b53'],
  ['team', 'sync'],
] as const;

describe('a service that lies', () => {
  it.each([
    ['a person', { owner: '..' }],
    ['a person with a path', { owner: '../../precious' }],
    ['a session', { session: `5b53/../../../../../precious` }],
    ['a session that is no text', { session: ['5b53'] }],
  ])('about %s touches no file', async (_, fields) => {
    answer = (url) =>
      isList(url) ? { sessions: [shared(fields)] } : { session: shared(fields), files: [mark(`project/${ID}.jsonl`)] };
    const before = everyFile();
    for (const command of COMMANDS) {
      const { exitCode, err } = await home.unspool(...command);
      expect(exitCode, command.join(' ')).not.toBe(0);
      expect(err).toMatch(/cannot exist|No shared session matches/);
    }
    expect(everyFile()).toEqual(before);
    expect(existsSync(join(home.home, 'precious/deep/file.txt'))).toBe(true);
  });

  it.each([
    ['a file outside', [mark('../../../../pwned')]],
    ['settings', [mark(`project/${ID}.jsonl`), mark('settings.json')]],
    ['another session', [mark(`project/${ID}.jsonl`), mark('project/5b539e53-2222-4111-8111-111111111111.jsonl')]],
    ['the content', [mark(`project/${ID}.jsonl`, { sha256: '0'.repeat(64) })]],
    ['the size', [mark(`project/${ID}.jsonl`, { bytes: 5 })]],
  ])('about %s makes no session', async (_, files) => {
    answer = (url) => {
      if (isList(url)) return { sessions: [shared({})] };
      return url.includes('/file?') ? line : { session: shared({}), files };
    };
    const before = everyFile();
    for (const command of COMMANDS.slice(1)) {
      const { exitCode } = await home.unspool(...command);
      if (command[1] !== 'sync') expect(exitCode, command.join(' ')).not.toBe(0);
    }
    expect(everyFile()).toEqual(before);
  });

  it.each([
    ['the same place', { next: `1.${ID}.bob` }],
    ['a place that is none', { next: '../../x' }],
    ['no list', { sessions: 'x' }],
  ])('about the next page, with %s, ends', async (_, fields) => {
    answer = () => ({ sessions: [shared({})], ...fields });
    const { exitCode } = await home.unspool('ls', '--team');
    expect(exitCode).not.toBe(0);
  });

  it('about names prints nothing that a terminal or a shell would interpret', async () => {
    answer = (url) => {
      if (isList(url)) return { sessions: [shared({})] };
      return url.includes('/file?') ? line : { session: shared({}), files: [mark(`project/${ID}.jsonl`)] };
    };
    const list = await home.unspool('ls', '--team');
    expect(actedOn(list.out)).toBe(false);
    const { out, err, exitCode } = await home.unspool('team', 'pull', '5b53');
    expect(exitCode, err).toBe(0);
    expect(actedOn(out)).toBe(false);
    expect(out).toContain(`cd -- '${home.home}/shop'\\''; touch`);
    expect(existsSync(join(home.home, 'pwned'))).toBe(false);
  });
});
