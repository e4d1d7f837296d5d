import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentHead, SearchPage, SessionsPage, TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { copySamples, Served } from '../support/served.js';

const UPLOAD = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
const PROJECT = '-home-dev-shop-api';

let plain: Served;
let moved: Served;
beforeAll(async () => {
  plain = await Served.start();
  moved = await Served.start((config) => {
    copySamples(config);
    const worktree = join(config, 'projects', `${PROJECT}--claude-worktrees-agent-a1b2c3d4`, UPLOAD);
    mkdirSync(worktree, { recursive: true });
    renameSync(join(config, 'projects', PROJECT, UPLOAD, 'subagents'), join(worktree, 'subagents'));
  });
});
afterAll(async () => {
  await plain.stop();
  await moved.stop();
});

const agentsOf = async (served: Served) => {
  const { json } = await served.get<SessionOutline>(`/api/sessions/${UPLOAD}/outline`);
  return json.turns.flatMap((turn) => turn.agents);
};

describe('sub-agents that worked in a worktree', () => {
  it('are shown with the session that started them', async () => {
    const agents = await agentsOf(moved);
    expect(agents.length).toBeGreaterThan(0);
    expect(agents).toEqual(await agentsOf(plain));
    for (const { agentId } of agents) {
      const path = `/api/sessions/${UPLOAD}/agents/${agentId}`;
      const [here, there] = [await plain.get<AgentHead>(path), await moved.get<AgentHead>(path)];
      expect(there.json).toEqual(here.json);
      const page = await moved.get<TurnsPage>(`${path}/turns`);
      expect(page.json.turns).toEqual((await plain.get<TurnsPage>(`${path}/turns`)).json.turns);
      expect(page.json.turns.length).toBeGreaterThan(0);
    }
  });

  it('have their own name, tokens and cost, not those of the session', async () => {
    const session = (await plain.get<SessionOutline>(`/api/sessions/${UPLOAD}/outline`)).json.session;
    for (const { agentId } of await agentsOf(plain)) {
      const path = `/api/sessions/${UPLOAD}/agents/${agentId}`;
      const { json: head } = await plain.get<AgentHead>(path);
      const { json: outline } = await plain.get<SessionOutline>(`${path}/outline`);
      expect(outline.session.title).toBe(`${head.agentType}: ${head.description}`);
      expect(outline.session.tokens).toEqual(head.tokens);
      const cost = outline.turns.reduce((sum, turn) => sum + (turn.cost ?? 0), 0);
      expect(outline.session.cost).toBeCloseTo(cost, 9);
      expect(cost).toBeGreaterThan(0);
      expect(cost).toBeLessThan(session.cost ?? 0);
    }
  });

  it('are not listed as sessions, and their hits open in the session that started them', async () => {
    const rows = async (served: Served) =>
      (await served.get<SessionsPage>('/api/sessions')).json.rows.map(({ id }) => id);
    expect((await rows(moved)).sort()).toEqual((await rows(plain)).sort());
    const hits = async (served: Served) => (await served.get<SearchPage>('/api/search?q=the&agents=only')).json.hits;
    const found = await hits(moved);
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ id, agentId }) => [id, agentId]).sort()).toEqual(
      (await hits(plain)).map(({ id, agentId }) => [id, agentId]).sort(),
    );
    for (const { id, agentId } of found) {
      expect((await moved.get(`/api/sessions/${encodeURIComponent(id)}/agents/${agentId}/turns`)).status).toBe(200);
    }
  });

  it('are part of its export', async () => {
    const md = async (served: Served) => (await served.get(`/api/sessions/${UPLOAD}/export?format=md`)).text;
    expect(await md(moved)).toBe(await md(plain));
    expect(readdirSync(join(moved.config, 'projects', PROJECT, UPLOAD))).not.toContain('subagents');
  });
});
