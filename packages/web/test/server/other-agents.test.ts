import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure, SearchPage, SessionsPage, UsagePage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { copySamples, Served } from '../support/served.js';

const FIXTURES = fileURLToPath(new URL('../../../foreign/fixtures', import.meta.url));
const QWEN = '4e7e8e9b-ef74-4abf-89f6-2b5f02f34553';
const CHATS = '.qwen/projects/-home-dev-work-qwen24-A/chats';

let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    copySamples(config);
    const to = join(dirname(config), CHATS);
    mkdirSync(to, { recursive: true });
    cpSync(join(FIXTURES, 'qwen/chats'), to, { recursive: true });
  });
});
afterAll(() => served.stop());

describe('sessions of other agents in the app', () => {
  it('are listed with their agent, which can be chosen as a filter', async () => {
    const { json: all } = await served.get<SessionsPage>('/api/sessions');
    expect(all.rows.find(({ id }) => id === QWEN)?.client).toEqual({ name: 'qwen', label: 'Qwen Code' });
    const [own, qwen] = all.facets.clients;
    expect(own).toMatchObject({ name: 'claude', label: 'Claude Code', count: all.total - 1 });
    expect(qwen).toEqual({ name: 'qwen', label: 'Qwen Code', count: 1 });
    const { json: chosen } = await served.get<SessionsPage>('/api/sessions?client=qwen');
    expect(chosen.rows.map(({ id }) => id)).toEqual([QWEN]);
    expect(chosen.facets.clients).toEqual(all.facets.clients);
  });

  it('are found by a search, which can be limited to them', async () => {
    const { json } = await served.get<SearchPage>('/api/search?q=the&limit=500');
    expect(json.facets.clients.map(({ name }) => name).sort()).toEqual(['claude', 'qwen']);
    const { json: narrowed } = await served.get<SearchPage>('/api/search?q=the&client=qwen&limit=500');
    expect(new Set(narrowed.hits.map(({ id }) => id))).toEqual(new Set([QWEN]));
    expect(narrowed.sessions[QWEN]?.client?.label).toBe('Qwen Code');
    expect(narrowed.count).toBe(json.facets.clients.find(({ name }) => name === 'qwen')?.count);
  });

  it('are counted by agent', async () => {
    const { json: all } = await served.get<UsagePage>('/api/usage');
    const { json: qwen } = await served.get<UsagePage>('/api/usage?client=qwen');
    expect(all.clients.map(({ label }) => label).sort()).toEqual(['Claude Code', 'Qwen Code']);
    expect(qwen.total.tokens).toEqual(all.clients.find(({ key }) => key === 'qwen')?.tokens);
    expect(qwen.clients).toEqual(all.clients);
  });

  it('are shown, but cannot be changed', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${QWEN}/outline`);
    expect(json.session.client?.name).toBe('qwen');
    expect(json.turns.length).toBeGreaterThan(0);
    const file = join(served.home, CHATS, `${QWEN}.jsonl`);
    const before = readFileSync(file);
    for (const [path, body] of [
      ['plan', { operation: 'clone' }],
      ['apply', { operation: 'clone' }],
      ['rename', { title: 'Another' }],
      ['archive', {}],
      ['delete', {}],
    ] as const) {
      const answer = await served.post<Failure>(`/api/sessions/${QWEN}/${path}`, body);
      expect([path, answer.status, answer.json.error?.what]).toEqual([path, 409, 'This is a session of Qwen Code.']);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
    const { status } = await served.post(`/api/sessions/${QWEN}/label`, { add: ['seen'] });
    expect(status).toBe(200);
  });
});
