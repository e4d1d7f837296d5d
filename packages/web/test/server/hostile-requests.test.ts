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

const own = () => served.pageHeaders(token);

describe('names that point outside', () => {
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

  it.each(outside)('are not a session: %s', async (name) => {
    for (const rest of ['', '/outline', '/turns', '/raw?byte=0', '/agents/x/turns']) {
      const answer = await served.get(`/api/sessions/${name}${rest}`);
      expect([400, 404]).toContain(answer.status);
      expect(answer.text).not.toContain('root:');
    }
    const plan = await served.post(`/api/sessions/${name}/plan`, { operation: 'clone' });
    expect([400, 404]).toContain(plan.status);
  });

  // URL parsing already treats `%2e%2e` as a step up, so it leads to the session itself.
  it.each(outside.filter((name) => name !== '%2e%2e'))('are not a sub-agent or a call: %s', async (name) => {
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
  ])('serve no file of the machine: %s', async (path) => {
    const answer = await served.get(path);
    expect(answer.text).not.toContain('"name"');
    expect(answer.text).not.toContain('root:');
  });

  it('serve no text for an address of another kind', async () => {
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

describe('a server that gets nonsense requests', () => {
  it('keeps working, and reveals nothing about itself', async () => {
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

  it('listens only on loopback, and writes no key to disk', () => {
    const folder = join(served.home, 'data');
    expect(existsSync(folder)).toBe(true);
    const database = readFileSync(join(folder, 'unspool.db'), 'latin1');
    expect(database).not.toContain(token);
  });
});

describe('oversized and broken requests', () => {
  it('do not make the server read a body of hundreds of megabytes', async () => {
    const before = process.memoryUsage().rss;
    const path = `/api/sessions/${ID}/plan`;
    const result = await new Promise<number | string>((resolve) => {
      const asked = request(
        { host: '127.0.0.1', port: served.port, path, method: 'POST', headers: own(), agent: false },
        (answer) => {
          answer.resume();
          asked.destroy();
          resolve(answer.statusCode ?? 0);
        },
      );
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      // In chunks and without a length, so that the server cannot know the size in advance.
      const piece = Buffer.alloc(1024 * 1024, 97);
      let left = 400;
      const more = () => {
        while (left-- > 0) if (!asked.write(piece)) return asked.once('drain', more);
        return asked.end();
      };
      more();
    });
    expect([400, 'EPIPE', 'ECONNRESET']).toContain(result);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    const long = { ...own(), 'content-length': String(5 * 1024 * 1024) };
    const body = 'x'.repeat(5 * 1024 * 1024);
    const { status, text } = await served.ask(path, { method: 'POST', headers: long, body }).catch(() => gone);
    expect([400, 0]).toContain(status);
    expect(['', 'large']).toContain(/large/.exec(text)?.[0] ?? '');
  });

  it('do not delay others when a client hangs up in the middle', async () => {
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
    const left = () => readdirSync(join(served.home, 'data')).filter((name) => name.startsWith('export-'));
    await expect.poll(left).toEqual([]);
    expect(served.faults).toEqual([]);
  });

  it('are refused if the request line names another host', async () => {
    const { status } = await served.ask('http://evil.example/api/state', { headers: own() });
    expect(status).toBe(403);
  });
});

const gone = { status: 0, text: '' };
