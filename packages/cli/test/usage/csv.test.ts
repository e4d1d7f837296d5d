import { expect, it } from 'vitest';
import { madeHome, repliesAt } from '../support/made-home.js';

const ID = '66666666-0000-4000-8000-000000000001';
const TIME = Date.UTC(2026, 4, 20, 10, 7);

function home() {
  const made = madeHome();
  const lines = repliesAt([TIME, TIME + 60_000, TIME + 120_000], { sessionId: ID });
  (lines[2] as { message: { model: string } }).message.model = 'nobody-knows';
  made.write(`-app/${ID}.jsonl`, lines);
  return made;
}

const rowsOf = (csv: string) =>
  csv
    .split('\r\n')
    .slice(0, -1)
    .map((row) => row.split(','));

it('says how many tokens a cost leaves out', async () => {
  const [head = [], row = []] = rowsOf((await home().unspool('usage', '--csv')).out);
  expect(head.at(-1)).toBe('unpriced_tokens');
  expect([row[6], row.at(-2), row.at(-1)]).toEqual(['3', '0.00001', '1']);
  const models = rowsOf((await home().unspool('usage', 'models', '--csv')).out);
  expect(models.find(([model]) => model === 'nobody-knows')?.slice(-2)).toEqual(['unknown price', '1']);
});

it('names the project of a session, with an index and without, also in JSON', async () => {
  const made = home();
  const named = async () => {
    const [head = [], row = []] = rowsOf((await made.unspool('usage', 'sessions', '--csv')).out);
    const { rows } = await made.json<{ rows: { project: string }[] }>('usage', 'sessions');
    return [head.slice(0, 3), row.slice(0, 2), rows.map(({ project }) => project)];
  };
  const expected = [['sessions', 'project', 'input'], [ID, '/app'], ['/app']];
  expect(await named()).toEqual(expected);
  await made.unspool('index');
  expect(await named()).toEqual(expected);
});

it('has blocks', async () => {
  const made = home();
  const [head = [], row = [], ...more] = rowsOf((await made.unspool('usage', 'blocks', '--csv')).out);
  expect(more).toEqual([]);
  const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
  expect(cells).toMatchObject({
    start: '2026-05-20T10:00:00.000Z',
    end: '2026-05-20T15:00:00.000Z',
    first_reply: '2026-05-20T10:07:00.000Z',
    is_active: 'false',
    projected_tokens: '',
    total: '3',
    unpriced_tokens: '1',
  });
});

it('takes worktrees to their repository, as search does', async () => {
  const made = home();
  const tree = repliesAt([TIME + 1], { sessionId: ID.replace('6', '7'), cwd: '/app/.claude/worktrees/x' });
  made.write(`-app--claude-worktrees-x/${ID.replace('6', '7')}.jsonl`, tree);
  const count = async () =>
    (await made.json<{ total: { replies: number } }>('usage', '--project', 'app')).total.replies;
  expect(await count()).toBe(4);
  expect(await made.json<unknown[]>('ls', '--project', 'app')).toHaveLength(2);
  await made.unspool('index');
  expect(await count()).toBe(4);
  expect((await made.unspool('usage', '--project', '')).exitCode).toBe(2);
  expect((await made.unspool('ls', '--project', '')).exitCode).toBe(2);
  expect((await made.unspool('usage', '--since', '2026-02-30')).exitCode).toBe(2);
});
