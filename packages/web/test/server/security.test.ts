import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
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

/** All that a page of the app would send. */
const own = () => ({
  cookie: served.cookieHeader,
  origin: served.origin,
  'content-type': 'application/json',
  'x-unspool-token': token,
});

describe('who is let in', () => {
  it('one browser a link, once', async () => {
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
    expect(second.text).toContain('used already');
    expect(second.text).toContain('Press Enter');
    // The browser that is in already may open an old link.
    expect((await served.ask(path, { headers: { cookie: served.cookieHeader } })).status).toBe(303);
  });

  it('leads no link to another place', async () => {
    for (const path of ['//evil.example/', '/\\evil.example', '///evil.example/s/x']) {
      const link = new URL(served.server.newLink());
      const { headers } = await served.ask(`${path}${link.search}`);
      expect(String(headers.location ?? '/')).not.toMatch(/^(\/\/|\/\\|[a-z]+:)/);
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
  ])('nobody without a cookie: %s', async (path) => {
    for (const headers of [{}, { cookie: 'unspool=1' }, { cookie: `unspool-${served.port}=wrong` }]) {
      const { status, text } = await served.ask(path, { headers });
      expect(status).toBe(401);
      expect(text).not.toContain('shop-api');
    }
  });

  it('nobody with a token guessed or of another run', async () => {
    expect((await served.ask('/?token=')).status).toBeLessThan(500);
    for (const token of ['AAAA', 'A'.repeat(32), '%00', '%F0%9F%92%A9']) {
      const { status, text } = await served.ask(`/?token=${token}`);
      expect(status).toBe(401);
      expect(text).toContain('not one of this server');
      expect(text).toContain('Open the link that the terminal shows');
    }
  });
});

describe('a name that leads here from elsewhere', () => {
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

  it('are not told what they may do', async () => {
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

  it('need the cookie beside the key', async () => {
    const { cookie: _, ...rest } = own();
    expect((await served.ask(path, { method: 'POST', headers: rest, body })).status).toBe(401);
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('are not made by %s', async (method) => {
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

describe('names that lead out', () => {
  const outside = [
    '..%2f..%2f..%2fetc%2fpasswd',
    '..%5c..%5cwindows',
    '%2e%2e',
    '....//....//etc/passwd',
    '%00',
    `${ID}%00.jsonl`,
    `${ID}%2f..%2f${ID}`,
    'constructor',
    '__proto__',
    'C:%5cUsers',
    '%ff%fe',
    'a'.repeat(5000),
  ];

  it.each(outside)('no session is called %s', async (name) => {
    for (const rest of ['', '/outline', '/turns', '/raw?byte=0', '/agents/x/turns']) {
      const answer = await served.get(`/api/sessions/${name}${rest}`);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('root:');
    }
    const plan = await served.post(`/api/sessions/${name}/plan`, { operation: 'clone' });
    expect([400, 404]).toContain(plan.status);
  });

  // `%2e%2e` is a step up in a URL, before anybody reads it: it leads to the session itself.
  it.each(outside.filter((name) => name !== '%2e%2e'))('no sub-agent and no call is called %s', async (name) => {
    expect([400, 404]).toContain((await served.get(`/api/sessions/${ID}/agents/${name}/turns`)).status);
    expect([400, 404]).toContain((await served.get(`/api/sessions/${ID}/calls/${name}`)).status);
  });

  it.each([
    '/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/index.html%00.js',
  ])('no file of the machine is at %s', async (path) => {
    const answer = await served.get(path);
    expect(answer.text).not.toContain('"name"');
    expect(answer.text).not.toContain('root:');
  });

  it('no text is at an address of another kind', async () => {
    for (const query of [
      'n=-1&of=words',
      'n=99999&of=words',
      'line=0&of=__proto__',
      'line=0&of=block.x',
      'call=x&of=input',
      'of=',
      'n=1e9&of=words',
      'line=1e9&of=words',
      'line=-1&of=words',
      'line=7&of=words',
      'line=0.1&of=words',
      'line=0.x&of=words',
      'line=..%2f..%2fetc&of=raw',
    ])
      expect([400, 404]).toContain((await served.get(`/api/sessions/${ID}/text?${query}`)).status);
    expect((await served.get(`/api/sessions/${ID}/raw?byte=7`)).status).toBe(404);
    expect((await served.get(`/api/sessions/${ID}/media?line=0&at=0`)).status).toBe(404);
  });
});

describe('a server that is asked nonsense', () => {
  it('breaks at nothing, and tells nothing of itself', async () => {
    const odd = [
      '/api/sessions?limit=-5',
      '/api/sessions?offset=x',
      '/api/sessions?since=NaN',
      '/api/search?q=((',
      '/api/search?q=',
      '/api/search?q=a&kind=x',
      `/api/sessions/${ID}/turns?numbers=1..x`,
      `/api/sessions/${ID}/turns?from=0&count=-3`,
      '/api/tapes',
      '/api/usage?since=1x',
      '/api/usage/causes?kind=no',
      '/api/nothing',
      '/api/sessions/%',
      `/api/sessions/${ID}/turns/0`,
    ];
    for (const path of odd) {
      const answer = await served.get(path);
      expect([path, answer.status < 500]).toEqual([path, true]);
      expect(answer.text).not.toMatch(/at .*\.[jt]s:\d/);
    }
    expect(served.faults).toEqual([]);
  });

  it('listens on this machine only and writes no key to disk', () => {
    const folder = join(served.home, 'data');
    expect(existsSync(folder)).toBe(true);
    const database = readFileSync(join(folder, 'unspool.db'), 'latin1');
    expect(database).not.toContain(token);
  });
});

describe('requests that ask for too much', () => {
  it('a body of hundreds of megabytes is not read', async () => {
    const before = process.memoryUsage().rss;
    const path = `/api/sessions/${ID}/plan`;
    const told = await new Promise<number | string>((resolve) => {
      const asked = request(
        { host: '127.0.0.1', port: served.port, path, method: 'POST', headers: own(), agent: false },
        (answer) => {
          answer.resume();
          asked.destroy();
          resolve(answer.statusCode ?? 0);
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      // In pieces and without its length, so that nothing can be known before.
      const piece = Buffer.alloc(1024 * 1024, 97);
      let left = 400;
      const more = () => {
        while (left-- > 0) if (!asked.write(piece)) return asked.once('drain', more);
        return asked.end();
      };
      more();
    });
    expect([400, 'EPIPE', 'ECONNRESET']).toContain(told);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    const long = { ...own(), 'content-length': String(5 * 1024 * 1024) };
    const body = 'x'.repeat(5 * 1024 * 1024);
    const { status, text } = await served.ask(path, { method: 'POST', headers: long, body }).catch(() => gone);
    expect([400, 0]).toContain(status);
    expect(['', 'large']).toContain(/large/.exec(text)?.[0] ?? '');
  });

  it('who hangs up in the middle is no fault of ours, and nobody else waits', async () => {
    const hang = (head: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(served.port, '127.0.0.1', () => {
          const host = `Host: 127.0.0.1:${served.port}\r\nCookie: ${served.cookieHeader}\r\n`;
          socket.write(`${head} HTTP/1.1\r\n${host}X-Unspool-Token: ${token}\r\nContent-Type: application/json\r\n`);
          socket.write('Content-Length: 1000\r\n\r\n{');
          setTimeout(() => {
            socket.destroy();
            resolve();
          }, 20);
        });
        socket.on('error', () => undefined);
      });
    await hang(`POST /api/sessions/${ID}/plan`);
    await hang(`GET /api/sessions/${ID}/export?format=html`);
    await hang('GET /api/events');
    for (let at = 0; at < 5; at++) await hang(`GET /api/sessions/${ID}/outline`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await served.get('/api/state')).status).toBe(200);
    expect(served.faults).toEqual([]);
    expect(readdirSync(join(served.home, 'data')).filter((name) => name.startsWith('export-'))).toEqual([]);
  });

  it('a request that names another host in its line is refused', async () => {
    const { status } = await served.ask('http://evil.example/api/state', { headers: own() });
    expect(status).toBe(403);
  });
});

const gone = { status: 0, text: '' };
