import { readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { SearchPage, SessionsPage } from '../../src/view/routes.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const OTHER = '99999999-2222-4333-8444-555555555555';

let served: Served | undefined;
afterEach(() => served?.stop());

/** Opens the event stream like a page, so that the index is updated. */
function look(at: Served): () => void {
  const request = get(`${at.origin}/api/events`, { headers: { cookie: at.cookieHeader } }, (answer) => answer.resume());
  request.on('error', () => undefined);
  return () => request.destroy();
}

async function until(isIt: () => Promise<boolean>): Promise<void> {
  while (!(await isIt())) await new Promise((resolve) => setTimeout(resolve, 50));
}

// Windows cannot delete an open file.
describe.skipIf(process.platform === 'win32')('an index that is deleted while the server runs', () => {
  it('is rebuilt, and includes what is written afterwards', async () => {
    served = await Served.start((config) => {
      new SessionScript(SESSION).user('Kestrel.').reply('m1', 'Yes.').write(config);
    });
    const at = served;
    const data = join(at.home, 'data');
    for (const name of readdirSync(data)) if (name.startsWith('unspool.db')) rmSync(join(data, name));
    expect((await at.get<SessionsPage>('/api/sessions')).status).toBe(200);
    expect((await at.get('/api/usage')).status).toBe(200);

    new SessionScript(OTHER).user('Merlin.').reply('m2', 'Yes.').write(at.config, '-home-dev-other');
    const close = look(at);
    await until(async () => (await at.get<SessionsPage>('/api/sessions')).json.total === 2);
    for (const word of ['kestrel', 'merlin']) {
      expect((await at.get<SearchPage>(`/api/search?q=${word}`)).json.hits).toHaveLength(1);
    }
    expect(at.faults).toEqual([]);
    expect(readdirSync(data)).toContain('unspool.db');
    close();
  });
});
