import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkFile } from '@unspool/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeHome, repliesAt } from '../support/made-home.js';
import { joinAs, type TeamOfTwo, teamOfTwo } from '../support/team-homes.js';

const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
const SHARED = '11111111-1111-4111-8111-111111111111';
const PRIVATE = '22222222-2222-4222-8222-222222222222';
const NUMBERS = '33333333-3333-4333-8333-333333333333';

let team: TeamOfTwo;
beforeAll(async () => {
  team = await teamOfTwo();
  const { ana } = team;
  const session = (sessionId: string, project: string, words: string) => {
    const cwd = join(ana.home, project);
    mkdirSync(cwd, { recursive: true });
    const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    const hour = Number(sessionId.charAt(0)) * 2;
    const lines = repliesAt([Date.UTC(2026, 4, 1, hour), Date.UTC(2026, 4, 1, hour + 1)], { sessionId, cwd });
    const [prompt] = lines as { message: { content: string } }[];
    if (prompt) prompt.message.content = words;
    return ana.write(`${slug}/${sessionId}.jsonl`, lines);
  };
  session(SHARED, 'shop', `zebrafish plan in ${join(ana.home, 'shop/a.ts')}, key ${SECRET}`);
  session(PRIVATE, 'diary', 'zebrafish thoughts of my own');
  session(NUMBERS, 'client', 'zebrafish for a client under an agreement');
});
afterAll(() => team.service.close());

/** Everything below the folder of the service’s store, as one text. */
function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('two people on one machine', () => {
  it('share nothing until they say so', async () => {
    const { out } = await team.ana.unspool('team', 'push');
    expect(out).toContain('Everything is up to date');
    expect(await team.bob.json('ls', '--team')).toEqual([]);
  });

  it('see in a dry run what would be sent, and nothing is sent', async () => {
    await team.ana.unspool('team', 'share', join(team.ana.home, 'shop'), '--as', 'team');
    await team.ana.unspool('team', 'share', 'client', '--as', 'metrics');
    const plan = await team.ana.json<{ sessionId: string; as: string; redacted: number }[]>(
      'team',
      'push',
      '--dry-run',
    );
    expect(plan.map(({ sessionId, as, redacted }) => ({ sessionId, as, redacted }))).toEqual([
      { sessionId: SHARED, as: 'team', redacted: 1 },
      { sessionId: NUMBERS, as: 'metrics', redacted: 0 },
    ]);
    expect(await team.bob.json('ls', '--team')).toEqual([]);
  });

  it('push what is shared, without secrets', async () => {
    const pushed = await team.ana.json<{ sessions: number; problems: unknown[] }>('team', 'push');
    expect(pushed).toMatchObject({ sessions: 2, problems: [] });
    const listed = await team.bob.json<{ sessionId: string; person: string; title: string }[]>('ls', '--team');
    expect(listed.map(({ sessionId, person }) => ({ sessionId, person }))).toEqual(
      expect.arrayContaining([
        { sessionId: SHARED, person: 'ana' },
        { sessionId: NUMBERS, person: 'ana' },
      ]),
    );
    expect(listed.find(({ sessionId }) => sessionId === NUMBERS)?.title).toBe('');
    const again = await team.ana.unspool('team', 'push');
    expect(again.out).toContain('up to date');
  });

  it('find what is shared with the team only, and never a secret', async () => {
    const { hits } = await team.bob.json<{ hits: { sessionId: string; person: string }[] }>(
      'search',
      'zebrafish',
      '--team',
    );
    expect(hits.map(({ sessionId, person }) => `${person} ${sessionId}`)).toEqual([`ana ${SHARED}`]);
    expect((await team.bob.unspool('search', 'plan', '--team')).out).toContain('zebrafish plan in ');
    const { out } = await team.bob.unspool('show', `ana/${SHARED}`, '--team');
    expect(out).toContain('zebrafish plan');
    expect(out).not.toContain(SECRET);
    const numbers = await team.bob.unspool('show', NUMBERS, '--team');
    expect(numbers.exitCode).toBe(1);
    expect(numbers.err).toContain('Only the numbers');
    expect((await team.bob.unspool('team', 'pull', NUMBERS)).err).toContain('Only the numbers');
    expect((await team.bob.unspool('search', 'agreement', '--team')).exitCode).toBe(1);
  });

  it('measure both', async () => {
    const report = await team.bob.json<{ rows: { person: string }[] }>('usage', 'people', '--team');
    expect(report.rows.map((row) => row.person)).toEqual(['ana']);
    const projects = await team.bob.json<{ rows: { project: string; people: number }[] }>(
      'usage',
      'projects',
      '--team',
    );
    expect(projects.rows.map(({ project, people }) => `${project} ${people}`).sort()).toEqual(['client 1', 'shop 1']);
  });

  it('pull a session, with paths of the other home, and it resumes', async () => {
    const { bob, ana } = team;
    const pulled = await bob.json<{ file: string; cwd: string; command: string }>('team', 'pull', SHARED.slice(0, 8));
    expect(pulled.cwd).toBe(join(bob.home, 'shop'));
    expect(pulled.command).toContain(SHARED);
    const text = readFileSync(pulled.file, 'utf8');
    expect(text).toContain(join(bob.home, 'shop/a.ts'));
    expect(text).not.toContain(ana.home);
    expect(checkFile(pulled.file).resumes).toBe(true);
    const audit = await ana.json<{ reader: string; verb: string }[]>('team', 'audit');
    expect(audit.map(({ reader, verb }) => `${reader} ${verb}`)).toEqual(['bob pull', 'bob show', 'bob search']);
    expect((await bob.unspool('team', 'pull', SHARED)).err).toContain('already exists here');
  });

  it('keep the replies of a pulled copy their author’s', async () => {
    const { bob } = team;
    await bob.unspool('team', 'share', join(bob.home, 'shop'), '--as', 'team');
    await bob.unspool('team', 'push');
    const report = await bob.json<{ rows: { person: string }[] }>('usage', 'people', '--team');
    expect(report.rows.map((row) => row.person)).toEqual(['ana']);
  });

  it('push only what is new when a session grows', async () => {
    const { ana } = team;
    const slug = join(ana.home, 'shop').replace(/[^a-zA-Z0-9]/g, '-');
    const file = join(ana.projects, slug, `${SHARED}.jsonl`);
    const before = statSync(file).size;
    const line = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as {
      [key: string]: unknown;
    };
    appendFileSync(file, `${JSON.stringify({ ...line, uuid: 'r9', parentUuid: 'r1', requestId: 'q9' })}\n`);
    const pushed = await ana.json<{ bytes: number }>('team', 'push');
    expect(pushed.bytes).toBe(statSync(file).size - before);
  });

  it('withdraw a session, also by making it private', async () => {
    const { ana, bob } = team;
    await ana.unspool('team', 'share', 'client', '--as', 'private');
    expect((await ana.json<{ withdrawn: number }>('team', 'push')).withdrawn).toBe(1);
    await ana.unspool('team', 'withdraw', `ana/${SHARED}`);
    const listed = await bob.json<{ person: string }[]>('ls', '--team');
    expect(listed.map(({ person }) => person)).toEqual(['bob']);
    const slug = join(ana.home, 'shop').replace(/[^a-zA-Z0-9]/g, '-');
    appendFileSync(join(ana.projects, slug, `${SHARED}.jsonl`), '{"type":"summary"}\n');
    // It stays withdrawn although it goes on, and that is no problem of the push.
    expect(await ana.json('team', 'push')).toMatchObject({ sessions: 0, problems: [] });
    expect((await bob.json<{ person: string }[]>('ls', '--team')).map(({ person }) => person)).toEqual(['bob']);
    await ana.unspool('team', 'share', SHARED, '--as', 'team');
    expect((await ana.unspool('team', 'push')).exitCode).toBe(0);
    expect((await bob.json<{ person: string }[]>('ls', '--team')).map(({ person }) => person).sort()).toEqual([
      'ana',
      'bob',
    ]);
  });

  it('never send a project with a never rule', async () => {
    const { ana } = team;
    await ana.unspool('team', 'share', 'diary', '--never');
    await ana.unspool('team', 'share', '*', '--as', 'team');
    await ana.unspool('team', 'push');
    expect(everything(join(ana.data, 'team'))).not.toContain('thoughts of my own');
    expect((await team.bob.unspool('search', 'thoughts', '--team')).exitCode).toBe(1);
  });

  it('withdraw a session, and share it again as it was', async () => {
    const { ana, bob } = team;
    const isListed = async () => {
      const rows = await bob.json<{ sessionId: string; person: string }[]>('ls', '--team');
      return rows.some(({ sessionId, person }) => sessionId === SHARED && person === 'ana');
    };
    const shared = async () => (await ana.json<{ shared: { sessions: number } }>('team', 'status')).shared.sessions;
    await ana.unspool('team', 'share', SHARED);
    await ana.unspool('team', 'push');
    const before = await shared();
    expect(await isListed()).toBe(true);
    expect((await ana.unspool('team', 'withdraw', `ana/${SHARED}`)).exitCode).toBe(0);
    expect(await shared()).toBe(before - 1);
    await ana.unspool('team', 'push');
    expect(await isListed()).toBe(false);
    await ana.unspool('team', 'share', SHARED);
    expect((await ana.json<{ sessions: number }>('team', 'push')).sessions).toBe(1);
    expect(await isListed()).toBe(true);
  });

  it('keep everything queued while the service is away', async () => {
    const { ana, service } = team;
    const membership = join(ana.data, 'team/membership.json');
    const text = readFileSync(membership, 'utf8');
    writeFileSync(membership, text.replace(service.url, 'http://127.0.0.1:9'));
    const slug = join(ana.home, 'shop').replace(/[^a-zA-Z0-9]/g, '-');
    const file = join(ana.projects, slug, `${SHARED}.jsonl`);
    appendFileSync(file, '{"type":"custom-title","customTitle":"later"}\n');
    utimesSync(file, 1, 1);
    expect((await ana.unspool('team', 'push')).err).toContain('is not responding');
    expect((await ana.unspool('team', 'push', '--quiet')).exitCode).toBe(0);
    expect((await ana.json<{ waiting: { sessions: number } }>('team', 'status')).waiting.sessions).toBe(1);
    writeFileSync(membership, text);
    expect((await ana.json<{ sessions: number }>('team', 'push')).sessions).toBe(1);
    expect((await ana.json<{ waiting: { sessions: number } }>('team', 'status')).waiting.sessions).toBe(0);
  });

  it('see who read their sessions', async () => {
    await team.bob.unspool('search', 'zebrafish', '--team');
    const { out } = await team.ana.unspool('team', 'audit');
    expect(out).toMatch(/bob +pull +11111111/);
    expect(out).toMatch(/\d{4}-\d\d-\d\d +bob +search +11111111/);
    expect((await team.bob.unspool('team', 'audit')).out).not.toContain('search');
  });

  it('store no more than their quota, which an admin sets', async () => {
    const { ana, bob } = team;
    expect((await bob.unspool('team', 'quota', 'bob', '--size', '1TB')).err).toContain('Only an admin');
    expect((await ana.unspool('team', 'quota', 'everybody', '--sessions', '50')).out).toMatch(/everybody\) +any +50/);
    expect((await ana.unspool('team', 'quota', 'bob', '--sessions', '0', '--size', '20GB')).out).toMatch(
      /bob .*of 20.0 GB/,
    );
    const cwd = join(bob.home, 'notes');
    mkdirSync(cwd, { recursive: true });
    const sessionId = '44444444-4444-4444-8444-444444444444';
    bob.write(
      `${cwd.replace(/[^a-zA-Z0-9]/g, '-')}/${sessionId}.jsonl`,
      repliesAt([Date.UTC(2026, 4, 2)], { sessionId, cwd }),
    );
    await bob.unspool('team', 'share', cwd);
    expect((await bob.unspool('team', 'push')).err).toContain('quota');
    expect((await bob.unspool('team', 'status')).out).toContain('quota');
    await ana.unspool('team', 'quota', 'bob', '--sessions', 'any');
    expect((await bob.json<{ sessions: number }>('team', 'push')).sessions).toBe(1);
    const { out } = await bob.unspool('team', 'quota');
    expect(out).toMatch(/bob .* of any/);
    expect(out).not.toContain('ana');
    for (const args of [
      ['bob', '--size', '5 sheep'],
      ['--size', '5GB'],
      ['bob', '--sessions', '-1'],
    ]) {
      expect((await ana.unspool('team', 'quota', ...args)).exitCode).toBe(2);
    }
  });

  it('leave, and their token no longer works', async () => {
    const { bob } = team;
    expect((await bob.unspool('team', 'leave', '--withdraw')).exitCode).toBe(0);
    expect((await bob.unspool('ls', '--team')).err).toContain('part of a team');
    expect(await team.ana.json<unknown[]>('ls', '--team')).toHaveLength(1);
  });

  it('start no service for an admin whose name cannot be one', async () => {
    const store = join(team.ana.home, 'another-store');
    const { exitCode, err, out } = await team.ana.unspool('team', 'serve', '--admin', 'Bad Name', '--store', store);
    expect([exitCode, out]).toEqual([2, '']);
    expect(err).toContain('cannot be used for a person');
    expect(existsSync(store)).toBe(false);
  });

  it('with a message to viewers that they see numbers only', async () => {
    const { ana, service } = team;
    const { out } = await ana.unspool('team', 'invite', 'vic', '--role', 'viewer');
    const vic = madeHome(Date.now());
    await vic.unspool('team', 'join', service.url, out.trim().split(' ').at(-1) ?? '');
    expect((await vic.unspool('ls', '--team')).err).toContain('numbers only');
  });

  it('leave after an admin revoked their machine, and join again', async () => {
    const { ana, bob, service } = team;
    await joinAs(bob, service, 'bob');
    const machines = await ana.json<{ id: string; person: string; isRevoked: boolean }[]>('team', 'devices');
    const { id } = machines.find(({ person, isRevoked }) => person === 'bob' && !isRevoked) ?? { id: '' };
    expect((await ana.unspool('team', 'revoke', id)).exitCode).toBe(0);
    expect((await bob.unspool('ls', '--team')).err).toContain('revoked');
    expect((await bob.unspool('team', 'leave')).exitCode).toBe(0);
    await joinAs(bob, service, 'bob');
    expect((await bob.unspool('ls', '--team')).exitCode).toBe(0);
  });
});
