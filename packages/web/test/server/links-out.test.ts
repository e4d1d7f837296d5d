import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchPage, SessionsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { copySamples, Served } from '../support/served.js';

const OUT = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee0aa';
const INSIDE = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee0bb';
const OWNER = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
const WORD = 'rhododendron';

let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    copySamples(config);
    const projects = join(config, 'projects');
    const project = join(projects, readdirSync(projects).find((name) => name.endsWith('shop-api')) ?? '');
    const elsewhere = join(dirname(config), 'elsewhere');
    for (const folder of [elsewhere, join(elsewhere, 'agents'), join(config, 'kept')]) mkdirSync(folder);
    writeFileSync(join(elsewhere, 'private.jsonl'), lineOf(OUT, `${WORD} one`));
    symlinkSync(join(elsewhere, 'private.jsonl'), join(project, `${OUT}.jsonl`));
    writeFileSync(join(config, 'kept', 'inside.jsonl'), lineOf(INSIDE, `${WORD} two`));
    symlinkSync(join(config, 'kept', 'inside.jsonl'), join(project, `${INSIDE}.jsonl`));
    // A sub-agent's file, and a whole folder of them.
    const agent = join(elsewhere, 'agents', 'agent-abcdef0.jsonl');
    writeFileSync(agent, lineOf(OWNER, `${WORD} three`, { isSidechain: true, agentId: 'abcdef0' }));
    const agents = join(project, OWNER, 'subagents');
    mkdirSync(agents, { recursive: true });
    symlinkSync(agent, join(agents, 'agent-abcdef0.jsonl'));
    mkdirSync(join(project, INSIDE));
    symlinkSync(join(elsewhere, 'agents'), join(project, INSIDE, 'subagents'));
  });
});
afterAll(() => served.stop());

describe.skipIf(process.platform === 'win32')('a link to a file outside the config folder', () => {
  it('is neither listed nor found by a search', async () => {
    const { json } = await served.get<SessionsPage>('/api/sessions?limit=200');
    const ids = json.rows.map(({ id }) => id);
    expect(ids).toContain(INSIDE);
    expect(ids).not.toContain(OUT);
    const found = await served.get<SearchPage>(`/api/search?q=${WORD}`);
    expect(found.json.hits.map(({ snippet }) => snippet)).toEqual([expect.stringContaining('two')]);
  });

  it.each([
    '',
    '/outline',
    '/turns',
    '/changes',
    '/raw?byte=0',
    '/text?line=u1',
    '/export?format=md',
    '/agents/abcdef0/outline',
  ])('is not served: %s', async (route) => {
    const { status, text } = await served.get(`/api/sessions/${OUT}${route}`);
    expect(status).toBe(404);
    expect(text).not.toContain(WORD);
  });

  it('is not edited', async () => {
    for (const route of ['/plan', '/apply']) {
      const { status, text } = await served.post(`/api/sessions/${OUT}${route}`, { operation: 'clone' });
      expect(status).toBe(404);
      expect(text).not.toContain(WORD);
    }
  });

  it.each([OWNER, INSIDE])('is not a sub-agent of %s', async (id) => {
    expect((await served.get<SessionOutline>(`/api/sessions/${id}/outline`)).status).toBe(200);
    for (const route of ['outline', 'turns', 'raw?byte=0'])
      expect((await served.get(`/api/sessions/${id}/agents/abcdef0/${route}`)).status).toBe(404);
  });
});

function lineOf(sessionId: string, content: string, more: object = {}): string {
  const entry = { type: 'user', uuid: 'u1', parentUuid: null, sessionId, cwd: '/home/dev/shop-api', ...more };
  return `${JSON.stringify({ ...entry, timestamp: '2026-01-02T03:04:05.000Z', message: { role: 'user', content } })}\n`;
}
