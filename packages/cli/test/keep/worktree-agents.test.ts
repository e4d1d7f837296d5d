import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';
import { bytesBelow } from './home.js';

const ID = 'ef958aa1-0e93-49f0-bb71-150f63befcd1';
const SLUG = '-home-dev-app';
const TREES = ['agent-a52886dc', 'agent-ab1e6e14'];
const TIME = Date.UTC(2026, 4, 20);

/** A session of which two sub-agents worked in worktrees of their own. */
function newFamily(): MadeHome {
  const home = madeHome();
  home.write(`${SLUG}/${ID}.jsonl`, repliesAt([TIME], { sessionId: ID, cwd: '/home/dev/app' }));
  home.write(`${SLUG}/${ID}/subagents/agent-a1.jsonl`, agentLines(TIME + 1, '/home/dev/app'));
  TREES.forEach((name, at) => {
    const folder = `${SLUG}--claude-worktrees-${name}/${ID}`;
    const cwd = `/home/dev/app/.claude/worktrees/${name}`;
    home.write(`${folder}/subagents/${name}.jsonl`, agentLines(TIME + 2 + at, cwd));
    mkdirSync(join(home.projects, folder, 'tool-results'), { recursive: true });
    writeFileSync(join(home.projects, folder, 'tool-results', 'toolu_1.txt'), 'a long output');
  });
  return home;
}

function agentLines(time: number, cwd: string): object[] {
  return repliesAt([time], { sessionId: ID, cwd }).map((line) => ({ ...line, isSidechain: true, agentId: 'x' }));
}

const archives = (home: MadeHome) =>
  readdirSync(join(home.data, 'archive')).filter((name) => name.endsWith('.unspool'));

function loseAll(home: MadeHome): void {
  rmSync(home.projects, { recursive: true });
  mkdirSync(home.projects);
}

describe('a session whose sub-agents had worktrees', () => {
  it('is one archive, and comes back whole', async () => {
    const home = newFamily();
    const before = bytesBelow(home.projects);
    expect(await home.json('archive', '--all')).toMatchObject({ archived: [{ sessionId: ID }], failed: [] });
    expect(archives(home)).toHaveLength(1);
    loseAll(home);
    expect(await home.json<unknown[]>('ls', '--archived')).toMatchObject([{ sessionId: ID, subagents: 3 }]);
    expect((await home.unspool('show', ID.slice(0, 8))).exitCode).toBe(0);
    expect((await home.unspool('export', ID, '--format', 'md', '--out', '-')).exitCode).toBe(0);
    expect(await home.unspool('restore', ID.slice(0, 8))).toMatchObject({ exitCode: 0 });
    expect(bytesBelow(home.projects)).toEqual(before);
    expect((await home.json<{ isArchived: boolean }[]>('ls')).map((row) => row.isArchived)).toEqual([true]);
  });

  it.each(['an id', 'a path'])('is archived whole by %s too', async (what) => {
    const home = newFamily();
    const query = what === 'an id' ? ID.slice(0, 8) : join(home.projects, SLUG, `${ID}.jsonl`);
    expect(await home.json('archive', query)).toMatchObject({ archived: [{ sessionId: ID }], failed: [] });
    loseAll(home);
    expect(await home.json<unknown[]>('ls', '--archived')).toMatchObject([{ sessionId: ID, subagents: 3 }]);
  });

  it('is counted as before when it exists only in the archive', async () => {
    const home = newFamily();
    const total = async (kind: string) =>
      (await home.json<{ total: { tokens: unknown; replies: number }; rows: unknown[] }>('usage', kind)).total;
    const sessions = await home.json<{ rows: unknown[] }>('usage', 'projects');
    expect(sessions.rows).toMatchObject([{ project: '/home/dev/app', replies: 4 }]);
    const [tools, daily] = [await total('tools'), await total('daily')];
    await home.unspool('archive', '--all');
    expect((await home.json<{ rows: unknown[] }>('usage', 'projects')).rows).toHaveLength(1);
    loseAll(home);
    expect(await total('tools')).toMatchObject({ tokens: tools.tokens });
    expect(await total('daily')).toMatchObject({ tokens: daily.tokens, replies: 4 });
  });

  it('is deleted whole, and taken back whole', async () => {
    const home = newFamily();
    const before = bytesBelow(home.projects);
    await home.unspool('archive', '--all');
    expect(await home.unspool('delete', ID.slice(0, 8))).toMatchObject({ exitCode: 0 });
    expect(bytesBelow(home.projects)).toEqual({});
    expect(archives(home)).toEqual([]);
    expect(await home.json('ls')).toEqual([]);
    expect(await home.unspool('undo')).toMatchObject({ exitCode: 0 });
    expect(bytesBelow(home.projects)).toEqual(before);
    expect(archives(home)).toHaveLength(1);
  });

  it('takes over what was archived of its worktrees apart', async () => {
    const home = newFamily();
    const main = join(home.projects, SLUG);
    const aside = join(mkdtempSync(join(tmpdir(), 'unspool-aside-')), 'project');
    renameSync(main, aside);
    await home.unspool('archive', '--all');
    expect(archives(home)).toHaveLength(2);
    renameSync(aside, main);
    await home.unspool('archive', '--all');
    expect(archives(home)).toHaveLength(1);
  });

  it('gives an index the files of worktrees that were found first', async () => {
    const home = newFamily();
    const main = join(home.projects, SLUG);
    const aside = join(mkdtempSync(join(tmpdir(), 'unspool-aside-')), 'project');
    renameSync(main, aside);
    await home.unspool('index');
    renameSync(aside, main);
    const { rows } = await home.json<{ rows: unknown[] }>('usage', 'projects');
    expect(rows).toMatchObject([{ project: '/home/dev/app', replies: 4 }]);
  });

  it('is not archived once more when only its worktrees are left', async () => {
    const home = newFamily();
    await home.unspool('archive', '--all');
    rmSync(join(home.projects, SLUG), { recursive: true });
    expect(await home.json('archive', '--all')).toMatchObject({ archived: [], unchanged: 2 });
    expect(archives(home)).toHaveLength(1);
    expect(await home.unspool('restore', ID)).toMatchObject({ exitCode: 0 });
  });
});
