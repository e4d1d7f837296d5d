import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../src/contract/limits.js';
import { openDiskStore } from '../src/disk/disk-store.js';
import { TeamClient } from '../src/laptop/team-client.js';
import { invitationCode } from '../src/service/invitation.js';
import { Quotas } from '../src/service/quotas.js';
import { RateLimit } from '../src/service/rate-limit.js';
import { Sessions } from '../src/service/sessions.js';
import { startService } from '../src/service/start-service.js';
import { madeSession } from './support/made-session.js';
import { type MadeTeam, madeTeam, pushed } from './support/made-team.js';

let team: MadeTeam;
let ana: { client: TeamClient; token: string; device: string };
beforeAll(async () => {
  team = await madeTeam();
  ana = await team.join('ana', 'member');
});
afterAll(() => team.close());

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A push as bytes on the wire, right unless `fields` says otherwise. */
async function rawPush(
  bytes: Uint8Array,
  {
    session,
    body = gzipSync(bytes),
    encoding = 'gzip',
    ...fields
  }: { session: string; body?: Uint8Array; encoding?: string; [name: string]: unknown },
): Promise<{ status: number; text: string }> {
  const query = new URLSearchParams({
    file: `project/${session}.jsonl`,
    generation: '1',
    offset: '0',
    version: '1',
    whole: '1',
    sha256: sha(bytes),
    fileSha256: sha(bytes),
  });
  for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
  const answer = await fetch(`${team.service.url}/v1/sessions/${session}/push?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ana.token}`, 'Content-Encoding': encoding },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

describe('invitations', () => {
  it('admit one device, once', async () => {
    const code = await team.service.invite('bob', 'member');
    const client = new TeamClient(team.service.url, undefined);
    await client.join(code, 'laptop');
    await expect(client.join(code, 'another')).rejects.toMatchObject({
      code: 'not_allowed',
      message: expect.stringContaining('used'),
    });
  });

  it('are never taken for an option on a command line', () => {
    const codes = Array.from({ length: 500 }, () => invitationCode('x', { person: 'bob', role: 'member', now: 0 }));
    expect(codes.filter((code) => code.startsWith('-'))).toEqual([]);
  });

  it('cannot be forged or changed', async () => {
    const client = new TeamClient(team.service.url, undefined);
    const code = await team.service.invite('bob', 'member');
    const forged = invitationCode('another secret', { person: 'bob', role: 'admin', now: Date.now() });
    for (const each of [forged, `${code.slice(0, -2)}AA`, '', 'x'.repeat(5000)]) {
      await expect(client.join(each, 'x')).rejects.toMatchObject({ code: 'not_allowed' });
    }
  });

  it('expire', async () => {
    const old = invitationCode(await team.store.secret(), {
      person: 'bob',
      role: 'member',
      now: Date.now() - 16 * 60_000,
    });
    const joining = new TeamClient(team.service.url, undefined).join(old, 'x');
    await expect(joining).rejects.toMatchObject({ message: expect.stringContaining('expired') });
  });

  it('name only people whose names are safe as folders', async () => {
    for (const name of ['', '..', 'a/b', 'Ana', 'con', 'a'.repeat(65), 'x.', "a'b", 'everybody']) {
      await expect(team.service.invite(name, 'member')).rejects.toMatchObject({ code: 'bad_request' });
    }
  });

  it('leave only a hash of the token behind', async () => {
    const devices = JSON.stringify(await team.store.devices());
    expect(devices).not.toContain(ana.token);
    expect(devices).toContain(sha(Buffer.from(ana.token)));
  });
});

it('names the limit of a request that is too large', async () => {
  const headers = { Authorization: `Bearer ${ana.token}` };
  const body = JSON.stringify({ title: 'x'.repeat(100_000) });
  const answer = await fetch(`${team.service.url}/v1/sessions/${randomUUID()}`, { method: 'PUT', headers, body });
  expect(await answer.json()).toMatchObject({ error: { message: 'The request is larger than 64 kB.' } });
});

describe('a push', () => {
  const made = madeSession();
  const { session } = made.session;
  beforeAll(() => ana.client.describe(session, { ...made.session, version: 1 }));

  it.each([
    ['in another encoding', () => rawPush(made.bytes, { session, encoding: 'br' }), 400],
    ['of half a line', () => rawPush(made.bytes.subarray(0, 50), { session }), 400],
    ['whose bytes changed on the way', () => rawPush(made.bytes, { session, sha256: sha(Buffer.from('x')) }), 400],
    ['that is not gzip', () => rawPush(made.bytes, { session, body: made.bytes }), 400],
    ['of a file that is not the session’s', () => rawPush(made.bytes, { session, file: '../../etc/passwd' }), 400],
    ['of another session’s file', () => rawPush(made.bytes, { session, file: `project/${randomUUID()}.jsonl` }), 400],
    ['with a number that is none', () => rawPush(made.bytes, { session, offset: '-1' }), 400],
    ['that leaves a gap', () => rawPush(made.bytes, { session, offset: 1000 }), 409],
    ['of a session nobody described', () => rawPush(made.bytes, { session: randomUUID() }), 404],
    ['with an id that is none', () => rawPush(made.bytes, { session: 'x%27' }), 400],
    ['that unpacks to more than the limit', () => rawPush(Buffer.alloc(17 * 1024 * 1024, 10), { session }), 413],
    [
      'that is larger than the limit',
      () => rawPush(made.bytes, { session, body: Buffer.alloc(18 * 1024 * 1024) }),
      413,
    ],
    [
      'of blocks that are not aligned',
      () => rawPush(made.bytes, { session, file: `project/${session}/x.txt`, offset: 5 }),
      400,
    ],
  ])('%s is refused', async (_, push, status) => {
    expect((await push()).status).toBe(status);
    expect(await team.store.files(made.session)).toEqual([]);
  });

  it('to a withdrawn session is answered with 410', async () => {
    const gone = (await pushed(ana.client, { visibility: 'team' })).session;
    await ana.client.withdraw('ana', gone.session);
    expect((await rawPush(made.bytes, { session: gone.session })).status).toBe(410);
    await expect(ana.client.describe(gone.session, { ...gone, version: 9 })).rejects.toMatchObject({
      code: 'withdrawn',
    });
    await pushed(ana.client, { visibility: 'team', session: gone.session, isAgain: true });
    expect((await ana.client.open('ana', gone.session, 'show')).files).toHaveLength(1);
  });

  it('of words is refused where numbers are shared', async () => {
    const metrics = madeSession({ visibility: 'metrics' });
    const description = {
      ...metrics.session,
      title: '',
      cwd: '',
      home: '',
      platform: '',
      slug: '',
      branch: '',
      version: 1,
    };
    const { session: id } = metrics.session;
    await expect(ana.client.describe(id, { ...description, title: 'words' })).rejects.toMatchObject({
      code: 'bad_request',
    });
    await expect(ana.client.describe(id, { ...description, project: '/home/ana/shop' })).rejects.toMatchObject({
      code: 'bad_request',
    });
    await ana.client.describe(id, description);
    expect((await rawPush(metrics.bytes, { session: id })).status).toBe(400);
    const hidden = Buffer.from(`{"x":"words","type":"assistant","sessionId":"${id}"}\n`);
    expect((await rawPush(hidden, { session: id })).status).toBe(400);
    expect((await rawPush(Buffer.from('words\n'), { session: id, file: `project/${id}/x.jsonl` })).status).toBe(400);
  });

  it('deletes the old content when it is shared with fewer people', async () => {
    const shared = (await pushed(ana.client, { visibility: 'team', words: 'axolotl' })).session;
    await pushed(ana.client, { visibility: 'metrics', session: shared.session, isAgain: true });
    expect((await ana.client.search({ q: 'axolotl' })).count).toBe(0);
    const { files } = await ana.client.open('ana', shared.session, 'show');
    expect(files).toHaveLength(1);
    const parts: Uint8Array[] = [];
    for await (const part of ana.client.file({ ...files[0], owner: 'ana', session: shared.session } as never, 'show'))
      parts.push(part);
    expect(Buffer.concat(parts).toString()).not.toContain('axolotl');
  });
});

describe('a quota', () => {
  const quotaOf = async (person: string) => {
    const { client } = await team.join(person, 'member');
    const admin = (await team.join('chief', 'admin')).client;
    return { client, put: (limits: { bytes?: number; sessions?: number }) => admin.putQuota({ person, ...limits }) };
  };

  it('refuses what does not fit, stores nothing of it, and makes room when something is withdrawn', async () => {
    const { client, put } = await quotaOf('quinn');
    const first = (await pushed(client, { visibility: 'team' })).session;
    const used = (await client.quotas()).people;
    expect(used).toMatchObject([{ person: 'quinn', sessions: 1 }]);
    const bytes = used[0]?.bytes ?? 0;
    await put({ bytes: bytes + 10 });
    const second = madeSession({ owner: 'quinn' });
    await expect(pushed(client, { visibility: 'team', session: second.session.session })).rejects.toMatchObject({
      code: 'over_quota',
      status: 413,
    });
    expect(await team.store.files(second.session)).toEqual([]);
    await client.withdraw('quinn', first.session);
    await pushed(client, { visibility: 'team', session: second.session.session });
    expect(await team.store.files(second.session)).toHaveLength(1);
  });

  it('still accepts a push again that it has already stored', async () => {
    const { client, put } = await quotaOf('rosa');
    const { session } = (await pushed(client, { visibility: 'team' })).session;
    await put({ bytes: 1, sessions: 0 });
    await pushed(client, { visibility: 'team', session });
  });

  it('limits the number of sessions', async () => {
    const { client, put } = await quotaOf('sam');
    await put({ sessions: 1 });
    await pushed(client, { visibility: 'team' });
    await expect(pushed(client, { visibility: 'metrics' })).rejects.toMatchObject({ code: 'over_quota' });
    await put({});
    await pushed(client, { visibility: 'metrics' });
  });

  it('for everybody holds for those who have none of their own', async () => {
    const { client } = await quotaOf('tess');
    const admin = (await team.join('chief', 'admin')).client;
    await admin.putQuota({ person: '', sessions: 0 });
    await expect(pushed(client, { visibility: 'team' })).rejects.toMatchObject({ code: 'over_quota' });
    await admin.putQuota({ person: 'tess', sessions: 1 });
    await pushed(client, { visibility: 'team' });
    await admin.putQuota({ person: '' });
    const { people } = await admin.quotas();
    expect(people.find(({ person }) => person === 'tess')).toMatchObject({ sessions: 1, quota: { sessions: 1 } });
    expect((await client.quotas()).people.map(({ person }) => person)).toEqual(['tess']);
  });

  it.each([{ person: '../x' }, { person: 'ana', bytes: -1 }, { person: 'ana', sessions: 1.5 }, { bytes: '5' }])(
    'must be valid: %j',
    async (quota) => {
      const admin = (await team.join('chief', 'admin')).client;
      await expect(admin.putQuota(quota as never)).rejects.toMatchObject({ code: 'bad_request' });
    },
  );
});

describe('a list of many sessions', () => {
  it('is fetched in pages', async () => {
    const { client } = await team.join('paula', 'member');
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push((await pushed(client, { visibility: 'team' })).session.session);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await client.page({ person: 'paula', limit: 2, ...(after !== undefined && { after }) });
      expect(page.sessions.length).toBeLessThanOrEqual(2);
      seen.push(...page.sessions.map(({ session }) => session));
      if (page.next === undefined) break;
      after = page.next;
    }
    expect(seen.sort()).toEqual(ids.sort());
    const all: string[] = [];
    for await (const { session } of client.sessions({ person: 'paula' })) all.push(session);
    expect(all).toHaveLength(5);
  });

  it.each(['x', '1.x.ana', "1.' OR 1.ana", `99999999999999999.${randomUUID()}.ana`, `1.${randomUUID()}.../x`])(
    'refuses the place %j',
    async (after) => {
      await expect(ana.client.page({ after })).rejects.toMatchObject({ code: 'bad_request' });
    },
  );
});

it('limits the requests of each device', () => {
  let now = 0;
  const rate = new RateLimit(() => now);
  const taken = (device: string) => {
    let count = 0;
    try {
      for (; count < 10_000; count++) rate.take(device);
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many', status: 429 });
    }
    return count;
  };
  expect([taken('a'), taken('a'), taken('b')]).toEqual([LIMITS.requestBurst, 0, LIMITS.requestBurst]);
  now = 2000;
  expect(taken('a')).toBe(2 * LIMITS.requestsPerSecond);
  // The clock was set back: nobody waits until it is what it was.
  now = -3_600_000;
  expect(taken('a')).toBe(0);
  now += 1000;
  expect(taken('a')).toBe(LIMITS.requestsPerSecond);
});

it('deletes sessions some days after they ended, and accepts them again', async () => {
  const old = (await pushed(ana.client, { visibility: 'team' })).session;
  const sessions = new Sessions(team.store, Date.now, new Quotas(team.store));
  expect(await sessions.removeOlder(old.endedAt)).toBe(0);
  expect(await sessions.removeOlder(old.endedAt + 1)).toBeGreaterThan(0);
  await expect(ana.client.open('ana', old.session, 'show')).rejects.toMatchObject({ code: 'not_found' });
  await pushed(ana.client, { visibility: 'team', session: old.session });
  expect((await ana.client.open('ana', old.session, 'show')).files).toHaveLength(1);
});

describe('a proxy that names who signed in', () => {
  const joinAs = (url: string, headers: { [name: string]: string }) =>
    fetch(`${url}/v1/join`, { method: 'POST', headers, body: JSON.stringify({ device: 'x' }) });

  it('lets them join without a code', async () => {
    const store = await openDiskStore(mkdtempSync(join(tmpdir(), 'unspool-team-')));
    const service = await startService({ store, trustedHeader: 'X-Forwarded-User' });
    const answer = await joinAs(service.url, { 'X-Forwarded-User': 'Ana' });
    expect(await answer.json()).toMatchObject({ person: 'ana', role: 'member' });
    expect((await joinAs(service.url, { 'X-Forwarded-User': '../x' })).status).toBe(400);
    expect((await joinAs(service.url, {})).status).toBe(403);
    await service.close();
  });

  it('is trusted only if the service was configured to', async () => {
    expect((await joinAs(team.service.url, { 'X-Forwarded-User': 'ana' })).status).toBe(403);
  });
});

it('keeps its database from other users of the machine', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-team-'));
  const store = await openDiskStore(folder);
  await store.secret();
  for (const name of readdirSync(folder).filter((each) => each.includes('.db'))) {
    expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
  }
  await store.close();
});

it('names an address that can be called, if it listens on all', async () => {
  const store = await openDiskStore(mkdtempSync(join(tmpdir(), 'unspool-team-')));
  const service = await startService({ store, host: '0.0.0.0', isBehindProxy: true });
  expect(service.url).toMatch(/^http:\/\/localhost:/);
  await service.close();
});

it('refuses to listen beyond this machine without TLS', async () => {
  await expect(startService({ store: team.store, host: '0.0.0.0' })).rejects.toThrow('without TLS');
});

it('answers searches after any other search', async () => {
  await pushed(ana.client, { visibility: 'team', words: 'numbat plan' });
  for (const q of [
    'numbat\0',
    'a\0b',
    '"numbat',
    "numbat' OR 1 --",
    'NEAR(numbat plan)',
    '{numbat}',
    'numbat AND',
    '^numbat',
    'ｆ',
  ]) {
    await ana.client.search({ q });
    expect((await ana.client.search({ q: 'numbat' })).count).toBeGreaterThan(0);
  }
});

it('says that a certificate cannot be used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-team-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const started = () => startService({ store: team.store, tls: { cert, key } });
  await expect(started()).rejects.toMatchObject({ code: 'bad_request' });
  for (const file of [cert, key]) writeFileSync(file, 'no certificate');
  await expect(started()).rejects.toMatchObject({ code: 'bad_request' });
});

it('explains why it refuses an invalid query', async () => {
  for (const q of ['', '(((', 'x'.repeat(2000)]) {
    await expect(ana.client.search({ q })).rejects.toMatchObject({ status: expect.any(Number) });
  }
  await expect(ana.client.usage({ timeZone: "UTC'; DROP" })).rejects.toMatchObject({ code: 'bad_request' });
});

it('logs no fault', () => expect(team.faults).toEqual([]));
