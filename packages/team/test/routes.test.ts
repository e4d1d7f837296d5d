import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appOf } from '../src/service/app.js';
import { type MadeTeam, madeTeam, pushed } from './support/made-team.js';

/**
 * Every route of the service, and how it answers whom. `owner` has the session that the path names, shared with the team;
 * `gone` is a revoked admin, `forged` has a token that the service never gave, `nobody` has none.
 */
const TABLE = `
  route                                     owner member admin viewer gone forged nobody
  GET    /health                            200   200    200   200    200  200    200
  POST   /v1/join                           403   403    403   403    403  403    403
  GET    /v1/me                             200   200    200   200    401  401    401
  POST   /v1/invites                        403   403    200   403    401  401    401
  GET    /v1/devices                        200   200    200   200    401  401    401
  POST   /v1/devices/:id/revoke             404   404    200   404    401  401    401
  DELETE /v1/people/:person                 403   403    200   403    401  401    401
  GET    /v1/quotas                         200   200    200   200    401  401    401
  PUT    /v1/quotas                         403   403    200   403    401  401    401
  GET    /v1/counts                         200   200    200   200    401  401    401
  GET    /v1/sessions                       200   200    200   200    401  401    401
  PUT    /v1/sessions/:session              200   200    200   403    401  401    401
  POST   /v1/sessions/:session/push         200   404    404   404    401  401    401
  GET    /v1/sessions/:owner/:session       200   200    200   404    401  401    401
  GET    /v1/sessions/:owner/:session/file  200   200    200   404    401  401    401
  POST   /v1/sessions/:owner/:session/withdraw 200 404   200   404    401  401    401
  GET    /v1/search                         200   200    200   403    401  401    401
  GET    /v1/usage                          200   200    200   200    401  401    401
  GET    /v1/reads                          200   200    200   200    401  401    401
`;

const [head = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const table = rows.map(([method = '', path = '', ...answers]) => ({
  method,
  path,
  answers: answers.map((status, at) => ({ actor: head[at + 1] ?? '', status: Number(status) })),
}));

let team: MadeTeam;
const tokens: { [actor: string]: string } = { forged: 'f'.repeat(43) };

beforeAll(async () => {
  team = await madeTeam();
  for (const [name, role] of [
    ['owner', 'member'],
    ['member', 'member'],
    ['admin', 'admin'],
    ['viewer', 'viewer'],
    ['gone', 'admin'],
  ] as const) {
    const { token, client, device } = await team.join(name, role);
    tokens[name] = token;
    if (name === 'gone') await client.revoke(device);
  }
});
afterAll(() => team.close());

/** A right request to a route, so that only rights decide the answer. */
async function requestTo(path: string): Promise<{ path: string; body?: unknown; bytes?: Buffer }> {
  const { client } = await team.join('owner', 'member');
  const { session, bytes } = await pushed(client, { visibility: 'team' });
  const { device } = await team.join('victim', 'member');
  const sha = createHash('sha256').update(bytes).digest('hex');
  const file = `project/${session.session}.jsonl`;
  const filled = path
    .replace(':owner', 'owner')
    .replace(':session', session.session)
    .replace(':person', 'victim')
    .replace(':id', device);
  switch (path) {
    case '/v1/invites':
      return { path: filled, body: { person: 'eve', role: 'member' } };
    case '/v1/sessions/:session':
      return { path: filled, body: { ...session, isAgain: false } };
    case '/v1/sessions/:session/push': {
      const place = { file, generation: '1', offset: '0', version: '1', whole: '1', sha256: sha, fileSha256: sha };
      return { path: `${filled}?${new URLSearchParams(place)}`, bytes };
    }
    case '/v1/sessions/:owner/:session/file':
      return { path: `${filled}?${new URLSearchParams({ name: file })}` };
    case '/v1/search':
      return { path: `${filled}?q=zebrafish` };
    default:
      return { path: filled, body: {} };
  }
}

describe('every route, for everybody', () => {
  it('is in the table', () => {
    const app = appOf({ store: team.store, team: 'x', keepDays: 0, now: Date.now, onFault: () => {} });
    const routes = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes)].sort()).toEqual(table.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(table)('$method $path', async ({ method, path, answers }) => {
    const got: { actor: string; status: number }[] = [];
    for (const { actor } of answers) {
      const request = await requestTo(path);
      const headers: { [name: string]: string } = { 'Content-Encoding': request.bytes ? 'gzip' : 'identity' };
      if (tokens[actor]) headers['Authorization'] = `Bearer ${tokens[actor]}`;
      const body = request.bytes ? gzipSync(request.bytes) : JSON.stringify(request.body);
      const answer = await fetch(`${team.service.url}${request.path}`, {
        method,
        headers,
        ...(method !== 'GET' && body !== undefined && { body }),
      });
      const text = await answer.text();
      if (answer.status >= 400) expect(text).not.toMatch(/zebrafish|shop|home/);
      got.push({ actor, status: answer.status });
    }
    expect(got).toEqual(answers);
  });

  it('logs no fault', () => expect(team.faults).toEqual([]));
});
