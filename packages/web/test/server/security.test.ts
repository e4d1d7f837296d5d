import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppState } from '../../src/view/routes.js';
import { Served } from '../support/served.js';

const ID = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';

let served: Served;
let token: string;
beforeAll(async () => {
  served = await Served.start();
  token = (await served.get<AppState>('/api/state')).json.writeToken;
});
afterAll(() => served.stop());

const own = () => served.pageHeaders(token);

describe('access', () => {
  it('lets one browser in per link', async () => {
    const link = new URL(served.server.newLink());
    const path = `${link.pathname}${link.search}`;
    expect(link.hostname).toBe('127.0.0.1');
    const first = await served.ask(path);
    expect([first.status, first.headers.location]).toEqual([303, '/']);
    const cookie = String(first.headers['set-cookie']);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toContain(link.searchParams.get('token'));
    const second = await served.ask(path);
    expect(second.status).toBe(401);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.text).toContain('already been used');
    expect(second.text).toContain('Press Enter');
    // The browser that is in already may open an old link.
    expect((await served.ask(path, { headers: { cookie: served.cookieHeader } })).status).toBe(303);
  });

  it.each([
    '//evil.example/',
    '/\\evil.example',
    '///evil.example/s/x',
    '/%5Cevil.example/',
    '/%5c%5cevil.example/',
    '/%09/evil.example/',
    '/%0A/evil.example/',
    '/%0d%0aLocation:%20http://evil.example/',
    '/%2Fevil.example/',
    '/%2F%2Fevil.example/',
    '/%252Fevil.example/',
    '/%255Cevil.example/%25',
    '/.//evil.example/',
    '/s/..//evil.example/',
    '/%2e//evil.example/',
    '/s/%2e%2e/%5Cevil.example/',
    '//%09/evil.example/',
    '/%20/evil.example/',
    '/%00/evil.example/',
    '/http://evil.example/',
    '//user@evil.example/',
    '/@evil.example/',
    '/%E0%A4%A/%5Cevil.example/',
    '/?next=//evil.example&x=%5C',
  ])('never redirects to another site: %s', async (path) => {
    const link = new URL(served.server.newLink()).search.slice(1);
    const entered = `${path}${path.includes('?') ? '&' : '?'}`;
    for (const [query, headers] of [
      [link, {}],
      ['token=x', { cookie: served.cookieHeader }],
    ] as const) {
      const answer = await served.ask(`${entered}${query}`, { headers });
      if (answer.headers.location === undefined) expect(answer.status).toBeGreaterThanOrEqual(400);
      else expect(new URL(answer.headers.location, served.origin).origin).toBe(served.origin);
    }
  });

  it('keeps the rest of a deep link', async () => {
    const link = new URL(served.server.newLink());
    const { headers } = await served.ask(`/search?q=a%26b&token=${link.searchParams.get('token')}`);
    expect(headers.location).toBe('/search?q=a%26b');
  });

  it.each([
    '/api/state',
    '/api/sessions',
    `/api/sessions/${ID}/outline`,
    '/api/search?q=a',
    '/api/usage',
    '/api/events',
  ])('needs a cookie: %s', async (path) => {
    for (const headers of [{}, { cookie: 'unspool=1' }, { cookie: `unspool-${served.port}=wrong` }]) {
      const { status, text } = await served.ask(path, { headers });
      expect(status).toBe(401);
      expect(text).not.toContain('shop-api');
    }
  });

  it('is refused with a guessed token or a token of another run', async () => {
    expect((await served.ask('/?token=')).status).toBeLessThan(500);
    for (const token of ['AAAA', 'A'.repeat(32), '%00', '%F0%9F%92%A9']) {
      const { status, text } = await served.ask(`/?token=${token}`);
      expect(status).toBe(401);
      expect(text).toContain('does not belong to this server');
      expect(text).toContain('Open the link that the terminal shows');
    }
  });
});

describe('a foreign host name that resolves to this machine', () => {
  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example', 'localhost', '[::1]:1', 'x'])(
    'Host "%s" is refused, with every cookie and token',
    async (host) => {
      for (const path of ['/', '/api/state', `/api/sessions/${ID}/outline`, '/assets/x.js']) {
        const answer = await served.ask(path, { headers: { ...own(), host } });
        expect(answer.status).toBe(403);
        expect(answer.text).not.toContain('shop-api');
      }
      const link = new URL(served.server.newLink());
      const entered = await served.ask(`/${link.search}`, { headers: { host } });
      expect(entered.headers['set-cookie']).toBeUndefined();
    },
  );

  it('answers to localhost as well', async () => {
    const host = `localhost:${served.port}`;
    const headers = { cookie: served.cookieHeader, host, origin: `http://${host}` };
    expect((await served.ask('/api/state', { headers })).status).toBe(200);
  });
});

describe('pages of other sites', () => {
  it.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://127.0.0.1', 'http://localhost:1'])(
    'Origin %s is refused',
    async (origin) => {
      for (const [method, path] of [
        ['GET', '/api/state'],
        ['GET', '/'],
        ['POST', `/api/sessions/${ID}/apply`],
        ['POST', '/api/undo'],
      ] as const) {
        const body = method === 'POST' ? { body: '{"operation":"clone"}' } : {};
        const answer = await served.ask(path, { method, headers: { ...own(), origin }, ...body });
        expect(answer.status).toBe(403);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );

  it.each(['cross-site', 'same-site'])('Sec-Fetch-Site %s is refused', async (site) => {
    const headers = { cookie: served.cookieHeader, 'sec-fetch-site': site };
    expect((await served.ask('/api/sessions', { headers })).status).toBe(403);
  });

  it('get no CORS headers', async () => {
    const answer = await served.ask('/api/state', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control/);
  });
});

describe('changes', () => {
  const body = '{"operation":"clone"}';
  const path = `/api/sessions/${ID}/apply`;

  it.each([
    ['no key', { 'x-unspool-token': '' }],
    ['a wrong key', { 'x-unspool-token': 'A'.repeat(32) }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['a wrong type', { 'content-type': 'application/jsonp' }],
  ])('with %s are refused', async (_, wrong) => {
    const before = (await served.get<{ total: number }>('/api/sessions')).json.total;
    expect((await served.ask(path, { method: 'POST', headers: { ...own(), ...wrong }, body })).status).toBe(403);
    expect((await served.get<{ total: number }>('/api/sessions')).json.total).toBe(before);
  });

  it('need both the cookie and the key', async () => {
    const { cookie: _, ...rest } = own();
    expect((await served.ask(path, { method: 'POST', headers: rest, body })).status).toBe(401);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('are not accepted with %s', async (method) => {
    const answer = await served.ask(path, { method, headers: own() });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([
    '',
    'no json',
    '[]',
    'null',
    '{"operation":"format"}',
    '{"__proto__":{"operation":"clone"}}',
    '{"operation":"cut","turns":"1"}',
    '{"operation":"fork","at":-1}',
    '{"operation":"fork","at":1e99}',
  ])('are not made from %s', async (wrong) => {
    const answer = await served.ask(path, { method: 'POST', headers: own(), body: wrong });
    expect(answer.status).toBe(400);
  });
});
