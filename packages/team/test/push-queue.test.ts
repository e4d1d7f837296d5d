import { appendFileSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions } from '@unspool/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FileMark } from '../src/contract/model.js';
import { collect } from '../src/laptop/collect.js';
import { pushQueue } from '../src/laptop/push-queue.js';
import { Queue } from '../src/laptop/queue.js';
import { TeamClient } from '../src/laptop/team-client.js';
import { type MadeSession, madeSession } from './support/made-session.js';
import { type MadeTeam, madeTeam } from './support/made-team.js';

let team: MadeTeam;
let client: TeamClient;
let token: string;
beforeAll(async () => {
  team = await madeTeam();
  ({ client, token } = await team.join('ana', 'member'));
});
afterAll(() => team.close());

let folder: string;
let queue: Queue;
let made: MadeSession;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-laptop-'));
  queue = new Queue(join(folder, 'queue'));
  made = madeSession();
  file = join(folder, 'projects/-home-ana-shop', `${made.session.session}.jsonl`);
  mkdirSync(join(folder, 'projects/-home-ana-shop'), { recursive: true });
  writeFileSync(file, made.bytes);
});

const machine = { home: '/home/ana', platform: 'linux' };

/** What a push of this machine does, with a service of the test's choice. */
function push(service: TeamClient = client, now: () => number = Date.now) {
  const { sessions } = listSessions({ folder, projects: join(folder, 'projects') });
  const rules = [{ match: 'shop', as: 'team' as const }];
  const collected = [...collect({ sessions, rules, queue, salt: 'x', ...machine, now: now() })];
  expect(collected).toHaveLength(1);
  return pushQueue({ queue, client: service, person: 'ana', ...machine, now });
}

async function pulled(): Promise<string> {
  const { files } = await client.open('ana', made.session.session, 'show');
  const parts: Uint8Array[] = [];
  for await (const part of client.file(files[0] as FileMark, 'show')) parts.push(part);
  return Buffer.concat(parts).toString();
}

const LINE = '{"type":"custom-title","customTitle":"later"}\n';

it('sends a last line without a newline once nobody writes to it any more', async () => {
  const added = '{"type":"custom-title","customTitle":"cut"}';
  appendFileSync(file, added);
  await push();
  expect(await pulled()).toBe(made.bytes.toString());
  await push(client, () => Date.now() + 120_000);
  expect(await pulled()).toBe(`${made.bytes}${added}\n`);
  appendFileSync(file, `\n${LINE}`);
  await push(client, () => Date.now() + 180_000);
  expect((await pulled()).split('\n').filter(Boolean)).toEqual(`${made.bytes}${added}\n${LINE}`.trim().split('\n'));
});

it('never sends half a line', async () => {
  appendFileSync(file, '{"type":"custom-ti');
  await push(client, () => Date.now() + 120_000);
  expect(await pulled()).toBe(made.bytes.toString());
});

it('sends a whole session again if the service deleted an old one that has continued', async () => {
  await push();
  await team.store.forget(made.session);
  appendFileSync(file, LINE);
  expect(await push()).toMatchObject({ sessions: 1, problems: [] });
  expect(await pulled()).toBe(made.bytes.toString() + LINE);
});

it.each([
  ['store_unavailable', 503],
  ['too_many', 429],
  ['not_joined', 401],
] as const)('keeps the queue when the service answers %s', async (code, status) => {
  const answer = { error: { code, message: 'Not now.' } };
  const refusing: typeof fetch = async () => Response.json(answer, { status });
  await expect(push(new TeamClient(team.service.url, token, refusing))).rejects.toMatchObject({ code });
  expect(queue.all().map(({ files }) => Object.values(files).map(({ sent }) => sent))).toEqual([[0]]);
  expect(await push()).toMatchObject({ sessions: 1 });
  expect(await pulled()).toBe(made.bytes.toString());
});

it('keeps what was not acknowledged when a proxy answers with a page', async () => {
  const page: typeof fetch = async () => new Response('<html>Bad gateway</html>', { status: 502 });
  await expect(push(new TeamClient(team.service.url, token, page))).rejects.toMatchObject({
    code: 'store_unavailable',
    message: `${team.service.url} answered 502.`,
  });
  expect(await push()).toMatchObject({ sessions: 1 });
});

it('remembers why the service refused a session, and sends the others', async () => {
  const refusing: typeof fetch = async (address, init) => {
    if (!String(address).includes('/push')) return fetch(address, init);
    return Response.json({ error: { code: 'too_large', message: 'The session is too large.' } }, { status: 413 });
  };
  const { problems } = await push(new TeamClient(team.service.url, token, refusing));
  expect(problems).toEqual([{ sessionId: made.session.session, message: 'The session is too large.' }]);
  expect(queue.all()[0]?.refused).toBe('The session is too large.');
  await push();
  expect(queue.all()[0]?.refused).toBeUndefined();
});

it('writes nothing when nothing has changed', async () => {
  await push();
  const state = join(queue.folder, made.session.session, 'state.json');
  const before = statSync(state).ino;
  await push();
  expect(statSync(state).ino).toBe(before);
});

describe('a clock that is a day late', () => {
  const late = () => Date.now() - 86_400_000;

  it('does not keep a rewritten session from the service', async () => {
    await push();
    writeFileSync(file, madeSession({ session: made.session.session, words: 'rewritten', replies: 5 }).bytes);
    expect(await push(client, late)).toMatchObject({ sessions: 1, problems: [] });
    expect(await pulled()).toContain('rewritten');
  });

  it('does not keep what was merged from another machine from the service', async () => {
    await push();
    const [session] = queue.all();
    const [name, known] = Object.entries(session?.files ?? {})[0] ?? [];
    if (!session || !name || !known) throw new Error('nothing was queued');
    const merged = { generation: known.generation, bytes: known.bytes };
    appendFileSync(file, LINE);
    queue.put({ ...session, files: { [name]: { ...known, generation: 5, sent: 0, merged } } });
    expect(await push(client, late)).toMatchObject({ sessions: 1, problems: [] });
    expect(await pulled()).toContain('later');
  });
});
