import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Home, NOTES, newHome, UPLOAD } from './home.js';

let home: Home;
beforeEach(() => {
  home = newHome();
});

const ids = async (...args: string[]) =>
  (await home.json<{ sessionId: string }[]>('ls', ...args)).map((row) => row.sessionId);

describe('tags', () => {
  it('are added, taken away, listed and searched by', async () => {
    expect(await home.json('tag', UPLOAD, '+flaky', 'ci')).toEqual({ sessionId: UPLOAD, tags: ['ci', 'flaky'] });
    expect((await home.unspool('tag', UPLOAD)).out).toBe('#ci #flaky\n');
    expect(await ids('--tag', 'flaky')).toEqual([UPLOAD]);
    expect((await home.unspool('ls')).out).toContain('Fix the flaky upload test #ci #flaky');
    expect((await home.unspool('search', 'the', '--tag', 'ci')).exitCode).toBe(0);
    expect((await home.unspool('search', 'the', '--tag', 'none')).exitCode).toBe(1);
    expect(await home.json('tag', UPLOAD, '-ci')).toMatchObject({ tags: ['flaky'] });
    expect(await ids('--tag', 'ci')).toEqual([]);
    expect((await home.unspool('tag', NOTES)).out).toBe('No tags.\n');
  });

  it('outlive the index', async () => {
    await home.unspool('tag', UPLOAD, 'flaky');
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(home.data, `unspool.db${suffix}`), { force: true });
    await home.unspool('index');
    expect((await home.unspool('search', 'the', '--tag', 'flaky')).exitCode).toBe(0);
    expect(await ids('--tag', 'flaky')).toEqual([UPLOAD]);
  });

  it.each(['two words', '', '+', '-', 'a,b', 'a#b', 'x\u001b[31m'])('%j is none', async (word) => {
    const { exitCode, err } = await home.unspool('tag', UPLOAD, word);
    expect(exitCode).toBe(2);
    expect(err).not.toContain('\u001b');
    expect(existsSync(join(home.data, 'labels.json'))).toBe(false);
  });

  it('need a session', async () => {
    expect((await home.unspool('tag', 'nothing', 'x')).exitCode).toBe(1);
  });
});

describe('pins', () => {
  it('put a session first', async () => {
    expect(await ids()).toEqual([UPLOAD, NOTES]);
    expect(await home.json('pin', 'Faster search in notes')).toEqual({ sessionId: NOTES, isPinned: true });
    expect(await ids()).toEqual([NOTES, UPLOAD]);
    expect(await ids('--pinned')).toEqual([NOTES]);
    expect((await home.unspool('ls')).out).toContain('• Faster search in notes');
    await home.unspool('pin', NOTES, '--off');
    expect(await ids()).toEqual([UPLOAD, NOTES]);
    expect(await ids('--pinned')).toEqual([]);
  });

  it('stay with a session that is only in the archive', async () => {
    await home.unspool('pin', NOTES);
    await home.unspool('archive', '--all');
    utimesSync(home.main[NOTES] ?? '', 1, 1);
    rmSync(home.main[NOTES] ?? '');
    expect(await ids('--archived', '--pinned')).toEqual([NOTES]);
    expect(await home.json('tag', NOTES, 'gone')).toEqual({ sessionId: NOTES, tags: ['gone'] });
  });
});

it('knows tags and pins from the index when their file is lost', async () => {
  const lost = newHome();
  await lost.unspool('tag', UPLOAD, 'urgent');
  await lost.unspool('pin', UPLOAD);
  rmSync(join(lost.data, 'labels.json'));
  expect(await lost.json('tag', UPLOAD)).toMatchObject({ tags: ['urgent'] });
  writeFileSync(join(lost.data, 'labels.json'), '{"tags": ');
  expect(await lost.json('ls', '--tag', 'urgent')).toMatchObject([{ sessionId: UPLOAD }]);
  writeFileSync(join(lost.data, 'labels.json'), '');
  expect(await lost.json('ls', '--pinned')).toMatchObject([{ sessionId: UPLOAD }]);
});
