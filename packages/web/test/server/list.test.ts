import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forksOf } from '../../app/src/session/path.js';
import type {
  AgentHead,
  Failure,
  SearchPage,
  SessionsPage,
  Thumbnail,
  TurnsPage,
  UsagePage,
} from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { SessionScript, uuidOf } from '../support/script.js';
import { copySamples, Served } from '../support/served.js';

const UPLOAD = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
const NOTES = '7e57c0de-2222-4b1d-8c3f-0123456789ab';
const BRANCHED = '33333333-2222-4333-8444-555555555555';
const WORDLESS = '55555555-2222-4333-8444-555555555555';
const CUT = '66666666-2222-4333-8444-555555555555';
const EMPTY = '77777777-2222-4333-8444-555555555555';
const SECRET = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;

let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    copySamples(config);
    const worktree = '/home/dev/shop-api/.claude/worktrees/fix';
    new SessionScript('22222222-2222-4333-8444-555555555555', worktree)
      .user(`Deploy with ${SECRET} now`)
      .reply('w1', 'Deployed.')
      .write(config, '-home-dev-shop-api--claude-worktrees-fix');
    new SessionScript('44444444-2222-4333-8444-555555555555', '/home/dev/vault')
      .user('Open it.')
      .call('mcp__vault__open', { note: 'vaultword', login: { user: 'app', password: 'hunter2hunter2' } }, 'Open.')
      .write(config, '-home-dev-vault');
    new SessionScript(BRANCHED, '/home/dev/branched')
      .user('Begin.')
      .reply('b1', 'Begun.')
      .user('This way.')
      .reply('b2', 'So.')
      .user('Further.')
      .reply('b3', 'On.')
      .user('No, that way.', { parentUuid: uuidOf(2) })
      .reply('b4', 'There.')
      .write(config, '-home-dev-branched');
    new SessionScript(WORDLESS).write(config, '-home-dev-branched');
    writeFileSync(join(config, 'projects/-home-dev-branched', `${EMPTY}.jsonl`), '');
    new SessionScript(CUT, '/home/dev/branched')
      .user('Begin.')
      .reply('c1', 'Begun.')
      .user('Further.', { parentUuid: uuidOf(99), timestamp: '2026-01-01T13:00:00.000Z' })
      .reply('c2', 'On.', { timestamp: '2026-01-01T13:00:01.000Z' })
      .write(config, '-home-dev-branched');
    // The same session again in another project, as after copying a folder.
    new SessionScript(NOTES, '/home/dev/copy').user('Copied.').reply('w2', 'Yes.').write(config, '-home-dev-copy');
  });
});
afterAll(() => served.stop());

const sessions = async (query = '') => (await served.get<SessionsPage>(`/api/sessions${query}`)).json;

describe('a session', () => {
  it('is found by the start of its id if that is unique', async () => {
    const { json } = await served.get<{ session: { id: string } }>('/api/sessions/5a3c1e');
    expect(json.session.id).toBe(UPLOAD);
    expect((await served.get('/api/sessions/5a3')).status).toBe(404);
    // NOTES exists twice.
    expect((await served.get('/api/sessions/7e57c0')).status).toBe(404);
  });
});

describe('the page of a session', () => {
  it('says how much resumes when only the start of its id was asked for', async () => {
    for (const id of ['5a3c1e', UPLOAD]) {
      const { json } = await served.get<SessionOutline>(`/api/sessions/${id}/outline`);
      expect(json.resumes).toMatchObject({ will: true, reasons: [] });
    }
  });
});

describe('the list', () => {
  it('counts an empty file as read', async () => {
    const { rows } = await sessions();
    expect(rows.find(({ id }) => id === EMPTY)).toMatchObject({ turns: 0, bytes: 0 });
    expect(rows.filter(({ isPending }) => isPending)).toEqual([]);
  });

  it('lists a session without words in its project', async () => {
    const { rows } = await sessions();
    expect(rows.find(({ id }) => id === WORDLESS)?.project).toEqual(rows.find(({ id }) => id === BRANCHED)?.project);
  });

  it('lists every session once, last used first', async () => {
    const { rows, total } = await sessions();
    expect(total).toBe(10);
    expect(new Set(rows.map((row) => row.id)).size).toBe(10);
    const times = rows.map((row) => row.lastAt ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('distinguishes two sessions with the same id', async () => {
    const copies = (await sessions()).rows.filter((row) => row.id.startsWith(NOTES));
    expect(copies).toHaveLength(2);
    for (const { id, turns } of copies) {
      const page = await served.get<TurnsPage>(`/api/sessions/${encodeURIComponent(id)}/turns`);
      expect(page.json.total).toBe(turns);
    }
  });

  it('lists worktrees under their repository', async () => {
    const { facets } = await sessions();
    expect(facets.projects.find((project) => project.name === 'shop-api')).toMatchObject({ count: 2 });
    expect((await sessions('?project=%2Fhome%2Fdev%2Fshop-api')).total).toBe(2);
  });

  it('says how much resumes, like the session page', async () => {
    // Sessions are judged after the index is ready.
    const isJudged = async () =>
      (await sessions()).rows.every(({ id, resumes }) => resumes || id === WORDLESS || id === EMPTY);
    await expect.poll(isJudged).toBe(true);
    const { rows } = await sessions();
    for (const { id, resumes } of rows.filter((row) => ![WORDLESS, EMPTY].includes(row.id))) {
      const { json } = await served.get<SessionOutline>(`/api/sessions/${encodeURIComponent(id)}/outline`);
      expect({ isWhole: json.resumes?.isWhole, text: json.resumes?.text }).toEqual(resumes);
    }
    expect(rows.find(({ id }) => id === CUT)?.resumes).toEqual({
      isWhole: false,
      text: 'resumes 2 of 4 messages; 2 are on a branch the client does not take: `unspool repair`',
    });
  });

  it('counts in each facet what choosing it would show, whatever is chosen already', async () => {
    for (const chosen of [[], ['errors'], ['agents'], ['errors', 'agents']]) {
      const { facets } = await sessions(`?marks=${chosen.join()}`);
      for (const { mark, count } of facets.marks) {
        const marks = [...new Set([...chosen, mark])].join();
        expect((await sessions(`?marks=${marks}`)).total, `${mark} with ${chosen}`).toBe(count);
      }
    }
  });

  it('can be filtered, sorted and paged', async () => {
    expect((await sessions('?q=UPLOAD%20shop')).rows.map((row) => row.id)).toEqual([UPLOAD]);
    expect((await sessions('?marks=agents,errors&q=shop')).rows.map((row) => row.id)).toEqual([UPLOAD]);
    expect((await sessions('?branch=feature%2Fsearch')).total).toBe(1);
    expect((await sessions('?since=99999999999999')).total).toBe(0);
    const [most, next] = (await sessions('?sort=turns')).rows;
    expect(most?.turns).toBeGreaterThan(next?.turns ?? 0);
    expect((await sessions('?limit=1&offset=1')).rows).toHaveLength(1);
  });

  it('counts sessions for each period, whatever period is chosen', async () => {
    const { rows, total } = await sessions();
    const middle = rows[4]?.lastAt ?? 0;
    for (const chosen of ['', `&since=${middle}`]) {
      const { periods } = (await sessions(`?periods=0,${middle},99999999999999${chosen}`)).facets;
      expect(periods.map(({ count }) => count)).toEqual([total, (await sessions(`?since=${middle}`)).total, 0]);
    }
  });

  it('shows no secrets', async () => {
    expect(JSON.stringify(await sessions())).not.toContain(SECRET);
    const { json } = await served.get<SearchPage>('/api/search?q=deploy');
    expect(json.hits.length).toBeGreaterThan(0);
    expect(JSON.stringify(json)).not.toContain(SECRET);
  });

  it('has thumbnails', async () => {
    const { json } = await served.get<{ tapes: Thumbnail[] }>(`/api/tapes?ids=${UPLOAD},nobody`);
    expect(json.tapes).toHaveLength(1);
    expect(json.tapes[0]?.cells[0]?.kind).toBe('human');
    for (const { height } of json.tapes[0]?.cells ?? []) {
      expect(height).toBeGreaterThan(0);
      expect(height).toBeLessThanOrEqual(1);
    }
  });
});

describe('search', () => {
  it('links to the turn, with the words to highlight', async () => {
    const { json } = await served.get<SearchPage>('/api/search?q=flaky');
    const [hit] = json.hits;
    expect(json.sessions[hit?.id ?? '']?.title).toBe('Fix the flaky upload test');
    const [start = 0, end = 0] = hit?.ranges[0] ?? [];
    expect(hit?.snippet.slice(start, end).toLowerCase()).toBe('flaky');
    expect(json.facets.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(json.hits.length);
  });

  it('can be filtered', async () => {
    const only = async (query: string) => (await served.get<SearchPage>(`/api/search?q=upload&${query}`)).json.hits;
    for (const hit of await only('kind=prompt')) expect(hit.kind).toBe('prompt');
    for (const hit of await only('tool=Bash')) expect(hit.tool).toBe('Bash');
    expect(await only('project=e:/docs/notes')).toEqual([]);
    expect((await only('agents=only')).every((hit) => hit.agentId !== null)).toBe(true);
    for (const hit of await only(`session=${UPLOAD}`)) expect(hit.id).toBe(UPLOAD);
  });

  it('counts all matches, not only those it shows', async () => {
    const found = async (query: string) => (await served.get<SearchPage>(`/api/search?q=upload${query}`)).json;
    const all = await found('&limit=500');
    const first = await found('&limit=2');
    expect(first.hits).toHaveLength(2);
    expect(all.count).toBe(all.hits.length);
    expect(first).toMatchObject({ count: all.count, isMore: false, facets: all.facets });
    const sum = (rows: { count: number }[]) => rows.reduce((total, { count }) => total + count, 0);
    expect(sum(first.facets.kinds)).toBe(all.count);
    expect(sum(first.facets.projects)).toBe(all.count);
    for (const { kind, count } of first.facets.kinds) expect((await found(`&kind=${kind}`)).count).toBe(count);
    for (const { tool, count } of first.facets.tools) expect((await found(`&tool=${tool}`)).count).toBe(count);
    expect(first.facets.errors).toBe((await found('&errors=1')).count);
    expect(first.facets.agents).toBe((await found('&agents=only')).count);
    expect(first.facets.agents).toBeGreaterThan(0);
  });

  it('counts matches for each period', async () => {
    const found = async (query: string) => (await served.get<SearchPage>(`/api/search?q=upload${query}`)).json;
    const times = (await found('&limit=500')).hits.flatMap(({ at }) => at ?? []).sort((a, b) => a - b);
    const asked = [0, times[times.length >> 1] ?? 0, (times.at(-1) ?? 0) + 1];
    const { periods } = (await found(`&periods=${asked}`)).facets;
    expect(periods.map(({ since }) => since)).toEqual(asked);
    for (const { since, count } of periods) expect((await found(`&since=${since}`)).count).toBe(count);
    expect(periods[2]?.count).toBe(0);
    expect((await served.get('/api/search?q=upload&periods=1,x')).status).toBe(400);
    expect((await served.get('/api/search?q=upload&periods=1,2,3,4,5,6')).status).toBe(400);
  });

  it('explains an invalid query', async () => {
    const { status, text } = await served.get('/api/search?q=(a%20OR');
    expect(status).toBe(400);
    expect(text).toContain('Cannot read the query');
  });

  it('explains a query of symbols only, with a hint for the app', async () => {
    const { status, json } = await served.get<Failure>('/api/search?q=%3D%3E');
    expect(status).toBe(400);
    expect(json.error.why).toBe('"=>" has no letter or digit.');
    expect(json.error.hint).toContain('Search for a word');
    expect(JSON.stringify(json)).not.toContain('--');
  });
});

describe('usage', () => {
  it('adds up, however it is split', async () => {
    const { json } = await served.get<UsagePage>('/api/usage');
    const cost = (rows: { cost: number | null }[]) => rows.reduce((sum, row) => sum + (row.cost ?? 0), 0);
    for (const rows of [json.days, json.models, json.projects, json.sessions]) {
      expect(cost(rows)).toBeCloseTo(json.total.cost ?? 0, 9);
    }
    for (const day of json.days) expect(cost(day.models)).toBeCloseTo(day.cost ?? 0, 9);
    expect(json.cacheHits).toBeGreaterThan(0.5);
    expect(json.window).toBeNull();
    const one = await served.get<UsagePage>('/api/usage?project=e:/docs/notes');
    expect(one.json.projects).toHaveLength(1);
  });

  it('shows what tools cost', async () => {
    const { json } = await served.get<{ rows: { key: string }[] }>('/api/usage/causes?kind=tools');
    expect(json.rows.map((row) => row.key)).toContain('Bash');
  });

  it.each(['', 'project=e:/docs/notes', 'since=1778000000000&until=1778200000000', 'since=4000000000000'])(
    'splits the same total by tool as by model: %s',
    async (filters) => {
      const usage = await served.get<UsagePage>(`/api/usage?${filters}`);
      const causes = await served.get<{ rows: { cost: number | null }[] }>(`/api/usage/causes?kind=tools&${filters}`);
      const sum = causes.json.rows.reduce((all, { cost }) => all + (cost ?? 0), 0);
      expect(sum).toBeCloseTo(usage.json.total.cost ?? 0, 9);
    },
  );
});

describe('a secret that only its field name reveals', () => {
  it('is not shown in a hit', async () => {
    const { json } = await served.get<SearchPage>('/api/search?q=vaultword');
    expect(json.hits.map((hit) => hit.kind)).toContain('tool_input');
    expect(JSON.stringify(json)).not.toContain('hunter2');
    expect(json.hits[0]?.snippet).toContain('••••');
  });
});

describe('the outline', () => {
  it('matches the list, turn by turn', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${UPLOAD}/outline`);
    expect(json.session.title).toBe('Fix the flaky upload test');
    expect(json.turns).toHaveLength(json.session.turns);
    expect(json.resumes).toEqual({
      will: true,
      isWhole: true,
      text: 'resumes 21 messages; 2 are on other branches',
      reasons: [],
    });
    expect(json.problems).toEqual([]);
    for (const turn of json.turns) {
      expect(turn.bands.length).toBeGreaterThan(0);
      const { system, human, replies, thinking, toolInput, toolOutput } = turn.context ?? fail();
      const sum = system + human + replies + thinking + toolInput + toolOutput;
      expect(sum).toBeGreaterThan(0);
      expect(turn.context?.cached).toBeLessThanOrEqual(sum);
    }
    // The cost of sub-agents is not part of the turns.
    const own = json.turns.reduce((sum, turn) => sum + (turn.cost ?? 0), 0);
    expect(own).toBeLessThan(json.session.cost ?? 0);
    expect(own).toBeGreaterThan(0);
  });

  it('has its branches', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${BRANCHED}/outline`);
    expect(forksOf(json.turns)).toEqual([
      {
        at: 1,
        ways: [
          { turn: 2, isOnTip: false, title: 'This way.', turns: 2 },
          { turn: 4, isOnTip: true, title: 'No, that way.', turns: 1 },
        ],
      },
    ]);
    expect(json.turns.map((turn) => [turn.parent, turn.isOnTip])).toEqual([
      [null, true],
      [1, false],
      [2, false],
      [1, true],
    ]);
  });

  it('has its sub-agents, which are read like sessions', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${UPLOAD}/outline`);
    const agents = json.turns.flatMap((turn) => turn.agents);
    expect(agents).toHaveLength(1);
    const path = `/api/sessions/${UPLOAD}/agents/${agents[0]?.agentId}`;
    const head = (await served.get<AgentHead>(path)).json;
    expect(head).toMatchObject({ agentType: 'Explore', turns: 1 });
    const outline = (await served.get<SessionOutline>(`${path}/outline`)).json;
    expect(outline.turns).toHaveLength(1);
    const page = (await served.get<TurnsPage>(`${path}/turns`)).json;
    const tool = page.turns[0]?.items.find((item) => item.type === 'tool');
    expect(tool).toBeDefined();
    const detail = await served.get(`${path}/calls/${tool?.type === 'tool' ? tool.callId : ''}`);
    expect(detail.status).toBe(200);
  });
});

describe('a home without sessions', () => {
  it('has empty pages', async () => {
    const empty = await Served.start((config) => {
      mkdirSync(join(config, 'projects/-empty'));
      writeFileSync(join(config, 'projects/-empty/no-session.txt'), '');
    });
    try {
      expect((await empty.get<SessionsPage>('/api/sessions')).json).toMatchObject({ rows: [], total: 0 });
      expect((await empty.get<UsagePage>('/api/usage')).json).toMatchObject({ days: [], cacheHits: null });
      expect((await empty.get<SearchPage>('/api/search?q=x')).json.hits).toEqual([]);
    } finally {
      await empty.stop();
    }
  });
});

function fail(): never {
  throw new Error('not there');
}
