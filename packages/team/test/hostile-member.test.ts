import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/limits.js';
import type { TeamClient } from '../src/laptop/team-client.js';
import { Quotas } from '../src/service/quotas.js';
import { Sessions } from '../src/service/sessions.js';
import { madeSession } from './support/made-session.js';
import { type MadeTeam, madeTeam, pushed } from './support/made-team.js';

/** What somebody with a token of their own, or without one, may try. */
let team: MadeTeam;
let ana: { client: TeamClient; token: string; device: string };
let mallory: { client: TeamClient; token: string; device: string };
let admin: TeamClient;

beforeAll(async () => {
  team = await madeTeam();
  ana = await team.join('ana', 'member');
  mallory = await team.join('mallory', 'member');
  admin = (await team.join('admin', 'admin')).client;
});
afterAll(() => team.close());

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function ask(
  path: string,
  init: RequestInit & { token?: string } = {},
): Promise<{ status: number; text: string }> {
  const { token = mallory.token, ...rest } = init;
  const headers = { ...(token !== '' && { Authorization: `Bearer ${token}` }), ...(init.headers as object) };
  const answer = await fetch(`${team.service.url}${path}`, { ...rest, headers });
  return { status: answer.status, text: await answer.text() };
}

async function pushAs(session: string, file: string, bytes: Buffer, more: { [name: string]: string } = {}) {
  const place = {
    file,
    generation: '5',
    offset: '0',
    version: '1',
    whole: '1',
    sha256: sha(bytes),
    fileSha256: sha(bytes),
  };
  return ask(`/v1/sessions/${session}/push?${new URLSearchParams({ ...place, ...more })}`, {
    method: 'POST',
    headers: { 'Content-Encoding': 'gzip' },
    body: gzipSync(bytes),
  });
}

describe('a colleague with bad intentions', () => {
  it('reads nothing of another person’s own machines, by any address', async () => {
    const { session } = (await pushed(ana.client, { visibility: 'own', words: 'axolotl plans' })).session;
    const name = encodeURIComponent(`project/${session}.jsonl`);
    for (const path of [
      `/v1/sessions/ana/${session}`,
      `/v1/sessions/ana/${session}?for=pull`,
      `/v1/sessions/ana/${session}/file?name=${name}`,
      `/v1/sessions/ana/${session.toUpperCase()}`,
      `/v1/sessions/mallory/..%2fana%2f${session}`,
      `/v1/sessions/mallory%2f..%2fana/${session}`,
      `/v1/sessions/mallory/${session}/file?name=${encodeURIComponent(`../../../own/projects/ana/${session}.jsonl`)}`,
    ]) {
      const { status, text } = await ask(path);
      expect([400, 404], path).toContain(status);
      expect(text).not.toContain('axolotl');
    }
    const { text } = await ask('/v1/search?q=axolotl&person=ana&project=shop');
    expect(JSON.parse(text)).toMatchObject({ hits: [], count: 0, people: [], projects: [], isMore: false });
  });

  it('cannot access a session by pushing one with the same id', async () => {
    const { session } = (await pushed(ana.client, { visibility: 'own', words: 'axolotl twins' })).session;
    await pushed(mallory.client, { visibility: 'team', session, words: 'mine' });
    const parts: Uint8Array[] = [];
    const { files } = await mallory.client.open('mallory', session, 'show');
    for (const mark of files) {
      for await (const part of mallory.client.file({ ...mark, owner: 'mallory', session }, 'show')) parts.push(part);
    }
    expect(Buffer.concat(parts).toString()).not.toContain('axolotl');
    expect((await ana.client.open('ana', session, 'show')).files).toHaveLength(1);
    await mallory.client.withdraw('mallory', session);
    expect((await ana.client.open('ana', session, 'show')).files).toHaveLength(1);
  });

  it.each([
    '../../../../etc/cron.d/x',
    'project/../../x.jsonl',
    'project\\..\\x.jsonl',
    '/etc/passwd',
    'C:/x.jsonl',
    'project/con',
    'project/./x',
    'project//x',
    'project/x\u0000.jsonl',
    'project/\u202egnp.jsonl\u0007',
    'settings.json',
    '.claude/settings.json',
    'plans/../../x.md',
    `file-history/${'0'.repeat(8)}-0000-4000-8000-000000000000/x`,
  ])('writes no file %j', async (file) => {
    const { session } = (await pushed(mallory.client, { visibility: 'team' })).session;
    expect((await pushAs(session, file, Buffer.from('x\n'))).status).toBe(400);
    expect((await mallory.client.open('mallory', session, 'show')).files).toHaveLength(1);
  });

  it('cannot turn a folder into a file', async () => {
    const { session } = (await pushed(mallory.client, { visibility: 'team' })).session;
    const bytes = Buffer.from('x');
    expect((await pushAs(session, `project/${session}/a`, bytes)).status).toBe(200);
    expect((await pushAs(session, `project/${session}/a/b`, bytes)).status).toBe(400);
    expect((await pushAs(session, `project/${session}/c/d`, bytes)).status).toBe(200);
    expect((await pushAs(session, `project/${session}/c`, bytes)).status).toBe(400);
  });

  it('cannot put a session out of an admin’s reach by claiming the last version', async () => {
    const made = madeSession({ owner: 'mallory' });
    const { session } = made.session;
    const claim = { ...made.session, version: Number.MAX_SAFE_INTEGER };
    for (let round = 0; round < 3; round++) await mallory.client.describe(session, claim);
    await pushAs(session, `project/${session}.jsonl`, made.bytes);
    expect((await team.store.session({ owner: 'mallory', session }))?.version).toBeLessThan(Date.now() + 10_000);
    await admin.withdraw('mallory', session);
    await expect(admin.open('mallory', session, 'show')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cannot escape retention or removal with an incomplete session or one that ends in the future', async () => {
    const eve = await team.join('eve', 'member');
    const half = madeSession({ owner: 'eve', endedAt: 0, startedAt: 0 });
    await eve.client.describe(half.session.session, { ...half.session, isAgain: false });
    const late = madeSession({ owner: 'eve', endedAt: Number.MAX_SAFE_INTEGER });
    await eve.client.describe(late.session.session, { ...late.session, isAgain: false });
    const ofEve = async () => (await team.store.begun({ owner: 'eve' }, 100)).length;
    expect(await ofEve()).toBe(2);
    await new Sessions(team.store, Date.now, new Quotas(team.store)).removeOlder(Date.now() + 10_000);
    expect(await ofEve()).toBe(0);
    await eve.client.describe(half.session.session, { ...half.session, isAgain: false });
    expect(await admin.removePerson('eve')).toMatchObject({ sessions: 1 });
    expect(await ofEve()).toBe(0);
  });

  it('can store markup and control characters only as harmless text', async () => {
    const evil = '<img src=x onerror=alert(1)>\u001b[2J\u202e"\'`';
    const made = madeSession({ owner: 'mallory', title: evil, words: `axolotl ${evil}` });
    const { session } = made.session;
    const describe = (project: string) =>
      mallory.client.describe(session, { ...made.session, project, isAgain: false });
    for (const project of ['../../x', '/etc', 'a\u0000b', 'x'.repeat(101)]) {
      await expect(describe(project)).rejects.toMatchObject({ code: 'bad_request' });
    }
    await describe('<b>shop');
    expect((await pushAs(session, `project/${session}.jsonl`, made.bytes)).status).toBe(200);
    expect((await mallory.client.page({})).sessions.find((each) => each.session === session)?.title).toBe(evil);
  });
});

describe('a token', () => {
  it('must be complete and in the right header', async () => {
    const { token } = mallory;
    for (const each of ['', token.slice(0, -1), `${token}x`, token.toLowerCase(), sha(Buffer.from(token)), '*']) {
      expect((await ask('/v1/me', { token: each })).status).toBe(401);
    }
    expect((await ask(`/v1/me?token=${token}`, { token: '' })).status).toBe(401);
    expect((await ask('/v1/me', { token: '', headers: { Cookie: `token=${token}` } })).status).toBe(401);
  });

  it('of a revoked machine opens nothing, and its code does not work again', async () => {
    const code = await team.service.invite('dave', 'member');
    const join = () => ask('/v1/join', { method: 'POST', token: '', body: JSON.stringify({ code, device: 'x' }) });
    const { token, device } = JSON.parse((await join()).text) as { token: string; device: string };
    await admin.revoke(device);
    expect((await ask('/v1/sessions', { token })).status).toBe(401);
    expect((await join()).status).toBe(403);
  });

  it('names its person, whatever the request says', async () => {
    const made = madeSession({ owner: 'ana' });
    const body = JSON.stringify({ ...made.session, owner: 'ana', person: 'ana' });
    const put = { method: 'PUT', body, headers: { 'X-Forwarded-User': 'ana' } };
    expect((await ask(`/v1/sessions/${made.session.session}`, put)).status).toBe(200);
    expect(await team.store.session({ owner: 'ana', session: made.session.session })).toBeUndefined();
  });
});

describe('a push that arrives slowly', () => {
  /** A push whose body arrives in two halves. */
  const slowPush = (session: string, token: string, bytes: Buffer) => {
    const fields = { file: `project/${session}.jsonl`, generation: '9', offset: '0', version: '1', whole: '1' };
    const query = new URLSearchParams({ ...fields, sha256: sha(bytes), fileSha256: sha(bytes) });
    const sent = request(`${team.service.url}/v1/sessions/${session}/push?${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Length': bytes.length },
    });
    const answer = new Promise<number>((resolve, reject) => {
      sent.on('response', (response) => resolve(response.resume().statusCode ?? 0));
      sent.on('error', reject);
    });
    sent.write(bytes.subarray(0, 10));
    return { answer, finish: () => sent.end(bytes.subarray(10)), stop: () => sent.destroy() };
  };

  it('is refused if the device was revoked meanwhile', async () => {
    const leo = await team.join('leo', 'member');
    const made = await pushed(leo.client, { visibility: 'team' });
    const more = Buffer.from('{"type":"user"}\n');
    const slow = slowPush(made.session.session, leo.token, more);
    await admin.revoke(leo.device);
    slow.finish();
    expect(await slow.answer).toBe(401);
    expect((await admin.open('leo', made.session.session, 'show')).files[0]?.generation).toBe(1);
  });

  it('does not keep memory for any number of others', async () => {
    const mia = await team.join('mia', 'member');
    const { session } = (await pushed(mia.client, { visibility: 'team' })).session;
    const slow = Array.from({ length: LIMITS.pushesAtOnce + 2 }, () =>
      slowPush(session, mia.token, Buffer.from('{"type":"user"}\n')),
    );
    const refused = await Promise.race(slow.map(({ answer }) => answer));
    expect(refused).toBe(429);
    for (const { finish } of slow) finish();
    const answers = await Promise.all(slow.map(({ answer }) => answer));
    expect(answers.filter((status) => status === 200)).toHaveLength(LIMITS.pushesAtOnce);
  });
});

describe('requests that are too much', () => {
  const huge = () => Buffer.alloc(40 * 1024 * 1024, 65);

  it('are refused without being kept', async () => {
    const { session } = (await pushed(mallory.client, { visibility: 'team' })).session;
    const bomb = await promisify(gzip)(Buffer.alloc(400 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    const place = {
      file: `project/${session}.jsonl`,
      generation: '9',
      offset: '0',
      version: '1',
      sha256: '',
      fileSha256: '',
    };
    const push = `/v1/sessions/${session}/push?${new URLSearchParams(place)}`;
    const packed = { 'Content-Encoding': 'gzip' };
    expect((await ask(push, { method: 'POST', headers: packed, body: bomb })).status).toBe(413);
    const refused = async (work: Promise<{ status: number }>) => (await work.catch(() => ({ status: 413 }))).status;
    expect(await refused(ask(push, { method: 'POST', body: huge() }))).toBe(413);
    expect([401, 413]).toContain(await refused(ask(push, { method: 'POST', token: '', body: huge() })));
    expect(await refused(ask('/v1/join', { method: 'POST', token: '', body: huge() }))).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * 1024 * 1024);
  });

  it.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['nothing', ''],
    ['depth', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['a prototype', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}'],
  ])('say so: a description of %s', async (_, body) => {
    const { status } = await ask(`/v1/sessions/${randomUUID()}`, { method: 'PUT', body });
    expect(status).toBe(400);
    expect((await ask('/v1/me')).text).toContain('"role":"member"');
  });
});

it('logs no fault', () => expect(team.faults).toEqual([]));
