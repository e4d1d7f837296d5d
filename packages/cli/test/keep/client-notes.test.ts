import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';

const NOW = Date.UTC(2026, 5, 1, 12, 7, 31);
const ID = '11111111-2222-4333-8444-555555555555';
let home: MadeHome;
let file: string;

beforeEach(() => {
  home = madeHome(NOW);
  file = session({});
});

function session(fields: object): string {
  const lines = repliesAt([NOW - 50 * 86_400_000], { sessionId: ID, cwd: join(home.home, 'app') });
  const path = home.write(
    `-app/${ID}.jsonl`,
    lines.map((line) => ({ ...line, ...fields })),
  );
  utimesSync(path, NOW / 1000 - 25 * 86_400, NOW / 1000 - 25 * 86_400);
  return path;
}

function write(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

const note = (name: string, content: object) => write(join(dirname(file), ID, name), content);
const listed = async () => (await home.json<{ deletesInDays: number | null }[]>('ls'))[0];

it('ls counts the days by the settings of a project', async () => {
  expect(await listed()).toMatchObject({ deletesInDays: 5 });
  write(join(home.home, 'app', '.claude', 'settings.local.json'), { cleanupPeriodDays: 3 });
  expect(await listed()).toMatchObject({ deletesInDays: 0 });
  expect((await home.unspool('ls')).err).toBe(
    'Claude Code may delete 1 session at any time. Keep it with: unspool archive\n',
  );
});

it('ls does not count the days of a session of Claude Desktop', async () => {
  session({ entrypoint: 'claude-desktop' });
  expect(await listed()).toMatchObject({ deletesInDays: null });
  expect((await home.unspool('ls')).err).toBe('');
});

it('ls and show say that a session is archived in the client, and ls does not warn of it', async () => {
  const archived = { at: '2026-05-20T10:00:00.000Z', by: 'user' };
  note('archived.json', { archived: true, ...archived });
  expect(await listed()).toMatchObject({ archivedInClient: archived });
  const { out, err } = await home.unspool('ls');
  expect(out).toContain('go (archived)');
  expect(err).toBe('');
  expect((await home.unspool('show', ID)).out).toMatch(/archived in Claude Code by\s+user, 2026-05-20/);
  expect(await home.json('show', ID)).toMatchObject({ archivedInClient: archived });
  note('archived.json', { archived: false });
  expect(await listed()).toMatchObject({ archivedInClient: null });
});

it('the title that the client noted beside a session is its title everywhere', async () => {
  await home.unspool('index', '--no-archive');
  note('custom-title.json', { customTitle: 'Noted beside it' });
  expect(await listed()).toMatchObject({ title: 'Noted beside it', titleSource: 'custom' });
  expect((await home.unspool('show', 'Noted beside it')).out).toContain('Noted beside it');
  expect((await home.unspool('search', 'go', '--json')).out).toContain('Noted beside it');
  expect((await home.unspool('export', ID, '--format', 'md')).out).toContain('Noted beside it');
});
