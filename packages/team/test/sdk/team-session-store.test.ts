import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '@unspool/session/write';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TeamSessionStore } from '../../src/sdk/team-session-store.js';
import { madeSession } from '../support/made-session.js';
import { type MadeTeam, madeTeam } from '../support/made-team.js';

let team: MadeTeam;
let membership: { url: string; token: string; person: string; salt: string };
beforeAll(async () => {
  team = await madeTeam();
  const { token } = await team.join('ana', 'member');
  membership = { url: team.service.url, token, person: 'ana', salt: 'salt' };
});
afterAll(() => team.close());

const newFolder = () => mkdtempSync(join(tmpdir(), 'unspool-sdk-'));
const newStore = (folder = newFolder()) => new TeamSessionStore({ membership, folder });

const entries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'user',
    uuid: `u${from + at}`,
    parentUuid: from + at === 0 ? null : `u${from + at - 1}`,
    timestamp: new Date(Date.UTC(2026, 4, 1, 0, 0, from + at)).toISOString(),
    cwd: '/home/ana/app',
    message: { role: 'user', content: `message ${from + at} — "quoted" \u2028 ünïcode` },
  }));

describe('a session store over a team', () => {
  it('gives another machine what was appended', async () => {
    const key = { projectKey: '-home-ana-app', sessionId: randomUUID() };
    const writer = newStore();
    await writer.append(key, entries(3));
    await writer.append({ ...key, subpath: 'subagents/agent-abc' }, entries(2));
    await writer.append(key, [{ type: 'custom-title', customTitle: 'x' }]);
    await writer.flush();
    const reader = newStore();
    expect(await reader.load(key)).toEqual([...entries(3), { type: 'custom-title', customTitle: 'x' }]);
    expect(await reader.listSubkeys(key)).toEqual(['subagents/agent-abc']);
    expect(await reader.load({ ...key, subpath: 'subagents/agent-abc' })).toEqual(entries(2));
    expect((await reader.listSessions(key.projectKey)).map(({ sessionId }) => sessionId)).toContain(key.sessionId);
    expect(await reader.listSessions('another')).toEqual([]);
    expect(await reader.load({ ...key, sessionId: randomUUID() })).toBeNull();
  });

  it('takes a repeated batch once, also after a restart', async () => {
    const folder = newFolder();
    const key = { projectKey: 'p', sessionId: randomUUID() };
    await newStore(folder).append(key, entries(3));
    const again = newStore(folder);
    await again.append(key, entries(4));
    await again.flush();
    expect(await newStore().load(key)).toEqual(entries(4));
  });

  it('loses nothing while the service is away', async () => {
    const folder = newFolder();
    const key = { projectKey: 'p', sessionId: randomUUID() };
    const away = new TeamSessionStore({ membership: { ...membership, url: 'http://127.0.0.1:9' }, folder });
    await away.append(key, entries(3));
    await expect(away.flush()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await away.load(key)).toEqual(entries(3));
    await away.close();
    await newStore(folder).flush();
    expect(await newStore().load(key)).toEqual(entries(3));
  });

  it('deletes a session everywhere', async () => {
    const key = { projectKey: 'p', sessionId: randomUUID() };
    const store = newStore();
    await store.append(key, entries(1));
    await store.flush();
    await store.delete(key);
    expect(await store.load(key)).toBeNull();
    expect(await newStore().load(key)).toBeNull();
  });

  it.each(['../x', 'a/../../b', ''])('refuses the subpath %j', async (subpath) => {
    await expect(
      newStore().append({ projectKey: 'p', sessionId: randomUUID(), subpath }, entries(1)),
    ).rejects.toThrow();
  });
});

/** The folder that holds node_modules/@anthropic-ai/claude-agent-sdk; set by npm run test:team. */
const place = process.env['UNSPOOL_TEST_SDK'];

describe.skipIf(place === undefined)('the official Agent SDK', () => {
  it('imports, lists and reads sessions without duplicates', async () => {
    const sdk = await import(
      pathToFileURL(join(place ?? '', 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')).href
    );
    const config = newFolder();
    const made = madeSession({ replies: 5 });
    const cwd = '/home/ana/shop';
    const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    makeFolder(join(config, 'projects', slug));
    writeFileSync(join(config, 'projects', slug, `${made.session.session}.jsonl`), made.bytes);
    process.env['CLAUDE_CONFIG_DIR'] = config;
    const store = newStore();
    for (let again = 0; again < 2; again++) {
      await sdk.importSessionToStore(made.session.session, store, { dir: cwd, batchSize: 2 });
    }
    await store.flush();
    const reader = newStore();
    const original = made.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(await reader.load({ projectKey: slug, sessionId: made.session.session })).toEqual(original);
    const listed = await sdk.listSessions({ dir: cwd, sessionStore: reader });
    expect(listed.map((each: { sessionId: string }) => each.sessionId)).toEqual([made.session.session]);
    const messages = await sdk.getSessionMessages(made.session.session, { dir: cwd, sessionStore: reader });
    expect(messages).toHaveLength(6);
  });
});
