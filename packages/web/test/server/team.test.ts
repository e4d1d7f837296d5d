import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readsPage } from '../../src/team/team-reads.js';
import type {
  AppState,
  SearchPage,
  SessionsPage,
  TeamPulled,
  TeamRead,
  TeamSearchPage,
  TeamSessionsPage,
  TeamUsagePage,
  TurnsPage,
} from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { askEverything } from '../support/every-route.js';
import { type MadeTeam, madeTeam } from '../support/made-team.js';
import { Served } from '../support/served.js';

/** Bob's app, in a team where Ana shares the samples. */
let team: MadeTeam;
let bob: Served;
let ana: Awaited<ReturnType<MadeTeam['shareSamples']>>;
let rows: TeamSessionsPage['rows'];
beforeAll(async () => {
  team = await madeTeam();
  bob = await Served.start(() => {});
  await team.join(join(bob.home, 'data'), 'bob');
  ana = await team.shareSamples('ana', [
    { match: '*', as: 'team' },
    { match: 'shop-api', as: 'own' },
  ]);
  await team.shareSamples('cleo', [{ match: '*', as: 'metrics' }]);
  rows = (await bob.get<TeamSessionsPage>('/api/team/sessions')).json.rows;
});
afterAll(async () => {
  await bob.stop();
});

describe('a team in the app', () => {
  it('is part of the state', async () => {
    const { json } = await bob.get<AppState>('/api/state');
    expect(json.team).toEqual({ team: 'acme', person: 'bob', role: 'member' });
  });

  it('lists only what is shared', async () => {
    const { json } = await bob.get<TeamSessionsPage>('/api/team/sessions?person=ana');
    expect(json.rows.length).toBeGreaterThan(0);
    expect(json.rows.every(({ person, visibility }) => person === 'ana' && visibility === 'team')).toBe(true);
    expect(json.rows.map(({ project }) => project)).not.toContain('shop-api');
    expect(json.facets.people.map(({ name }) => name).sort()).toEqual(['ana', 'cleo']);
    const numbers = await bob.get<TeamSessionsPage>('/api/team/sessions?person=cleo');
    expect(numbers.json.rows.every(({ title, visibility }) => title === '' && visibility === 'metrics')).toBe(true);
  });

  it('lists in pages, with the facets of all', async () => {
    const ids: string[] = [];
    for (let after = ''; ; ) {
      const page = await bob.get<TeamSessionsPage>(`/api/team/sessions?limit=3${after}&periods=0,9999999999999`);
      expect(page.json.total).toBe(rows.length);
      expect(page.json.facets.periods.map(({ count }) => count)).toEqual([rows.length, 0]);
      ids.push(...page.json.rows.map(({ id }) => id));
      if (page.json.next === null) break;
      after = `&after=${page.json.next}`;
    }
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('reads a colleague’s session like any other', async () => {
    for (const { id, visibility } of rows) {
      if (visibility !== 'team') continue;
      expect(await askEverything(bob, id)).toEqual([]);
      const { json } = await bob.get<SessionOutline>(`/api/sessions/${id}/outline`);
      expect(json.session).toMatchObject({ id, person: 'ana' });
      expect(json.session.turns).toBe(json.turns.length);
    }
  });

  it('finds words by person, and gives their turn', async () => {
    const q = 'the';
    const { json } = await bob.get<TeamSearchPage>(`/api/team/search?q=${q}`);
    expect(json.facets.people.map(({ name }) => name)).toEqual(['ana']);
    const hit = json.hits.find(({ agentId, kind }) => agentId === null && kind !== 'title');
    if (!hit) throw new Error('nothing was found');
    const at = await bob.get<{ turn: number }>(`/api/sessions/${hit.id}/turn-at?byte=${hit.byte}`);
    const { turns } = (await bob.get<TurnsPage>(`/api/sessions/${hit.id}/turns/${at.json.turn}`)).json;
    expect(JSON.stringify(turns)).toContain(`"byte":${hit.byte}`);
    expect((await bob.get<TeamSearchPage>(`/api/team/search?q=${q}&person=cleo`)).json.count).toBe(0);
    expect((await bob.get('/api/team/search?q=(((')).status).toBe(400);
  });

  it('counts everybody’s usage', async () => {
    const { json } = await bob.get<TeamUsagePage>('/api/team/usage');
    expect(json.people.map(({ key }) => key).sort()).toEqual(['ana', 'cleo']);
    const sum = (parts: readonly { replies: number }[]) => parts.reduce((all, { replies }) => all + replies, 0);
    for (const parts of [json.people, json.projects, json.models, json.days])
      expect(sum(parts)).toBe(json.total.replies);
    const one = await bob.get<TeamUsagePage>('/api/team/usage?person=cleo');
    expect(one.json.total.replies).toBe(json.people.find(({ key }) => key === 'cleo')?.replies);
    expect(one.json.people).toHaveLength(2);
  });

  it('pulls a session, which is then local, and records it for the owner', async () => {
    const { id } = rows.find(({ visibility }) => visibility === 'team') as { id: string };
    const folder = join(bob.home, 'work');
    const { json, status } = await bob.post<TeamPulled>('/api/team/pull', { id, folder });
    expect(status).toBe(200);
    expect(json).toMatchObject({ folder, command: `claude --resume ${id.slice('ana~'.length)}` });
    const { rows: own } = (await bob.get<SessionsPage>('/api/sessions')).json;
    expect(own.map((row) => row.id)).toContain(json.id);
    expect((await bob.post('/api/team/pull', { id, folder })).status).toBe(409);
    expect((await bob.post<TeamPulled>('/api/team/pull', { id, folder, isNew: true })).json.id).not.toBe(json.id);
    const reads = await ana.reads();
    expect(reads.some(({ reader, verb }) => reader === 'bob' && verb === 'pull')).toBe(true);
    expect((await bob.get<{ reads: TeamRead[] }>('/api/team/reads')).json.reads).toEqual([]);
  });

  it('shows an owner what colleagues saw: opened sessions one by one, searches by day', async () => {
    await bob.get('/api/team/search?q=the');
    const page = readsPage(await ana.reads());
    const searches = page.filter(({ verb }) => verb === 'search');
    expect(searches).toHaveLength(1);
    expect(searches[0]?.others).toBeGreaterThan(0);
    expect(page.some(({ verb, title }) => verb === 'pull' && title !== null)).toBe(true);
  });

  it('does not mix its sessions with local ones', async () => {
    const found = (await bob.get<SearchPage>('/api/search?q=the')).json;
    expect(Object.keys(found.sessions).some((id) => id.includes('~'))).toBe(false);
  });

  it('does not change sessions of others', async () => {
    const { id } = rows.find(({ visibility }) => visibility === 'team') as { id: string };
    for (const [path, body] of [
      ['plan', { operation: 'clone' }],
      ['apply', { operation: 'strip' }],
      ['rename', { title: 'x' }],
      ['delete', {}],
      ['archive', {}],
      ['label', { pin: true }],
    ] as const) {
      expect((await bob.post(`/api/sessions/${id}/${path}`, body)).status, path).toBe(404);
    }
  });

  it.each(['ana~x', '..~..', '~', 'ana~', `ana~${'0'.repeat(36)}~x`, '../ana~x', 'Ana~x'])(
    'opens nothing for %s',
    async (id) => {
      expect((await bob.get(`/api/sessions/${encodeURIComponent(id)}/outline`)).status).toBe(404);
      expect([400, 404]).toContain((await bob.post('/api/team/pull', { id })).status);
    },
  );

  it('keeps nothing of a withdrawn session', async () => {
    const { id } = rows.findLast(({ visibility }) => visibility === 'team') as { id: string };
    const session = id.slice('ana~'.length);
    await bob.get(`/api/sessions/${id}/outline`);
    const cached = join(bob.home, 'data/team/cache/ana', session);
    expect(existsSync(cached)).toBe(true);
    await ana.withdraw('ana', session);
    await bob.restart();
    expect((await bob.get(`/api/sessions/${id}/outline`)).status).toBe(404);
    expect(existsSync(cached)).toBe(false);
  });

  it('reports when its service does not answer', async () => {
    await team.service.close();
    const { status, text } = await bob.get(`/api/team/usage`);
    expect(status).toBe(503);
    expect(text).toContain('is not responding');
  });

  it('logs no faults', () => expect(bob.faults).toEqual([]));
});
