import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type MadeHome, madeHome, repliesAt } from '../support/made-home.js';

const [A, B] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
const C = 'cccccccc-0000-4000-8000-000000000003';
const TIME = Date.UTC(2026, 4, 20);
const isWindows = process.platform === 'win32';
/** Who may read everything cannot see what others may not. */
const isBound = !isWindows && process.getuid?.() !== 0;

function twoSessions(): MadeHome & { locked: string } {
  const home = madeHome();
  home.write(`-app/${A}.jsonl`, repliesAt([TIME], { sessionId: A }));
  const locked = home.write(`-other/${B}.jsonl`, repliesAt([TIME + 1], { sessionId: B }));
  return { ...home, locked };
}

describe('a session that may not be read', () => {
  it.runIf(isBound)('is reported, and the others are searched and counted', async () => {
    const home = twoSessions();
    chmodSync(home.locked, 0);
    for (const args of [
      ['search', 'hi'],
      ['search', 'hi', '--exact'],
      ['search', 'hi', '--project', '/app'],
      ['usage', 'tools'],
      ['usage', 'skills'],
    ]) {
      const { exitCode, out, err } = await home.unspool(...args);
      expect([args, exitCode]).toEqual([args, 0]);
      if (args[0] === 'search') expect(out).toContain('1 hit');
      if (!args.includes('--project'))
        expect([args, err]).toEqual([args, expect.stringContaining(`${B}.jsonl: not read: EACCES`)]);
    }
  });

  it.runIf(isBound)(
    'does not stop another from being found by its title, and is reported with what to do',
    async () => {
      const home = twoSessions();
      home.write(`-third/${C}.jsonl`, repliesAt([TIME + 2], { sessionId: C }));
      await home.unspool('rename', C, 'Zebra crossing');
      chmodSync(home.locked, 0);
      expect((await home.unspool('show', 'Zebra crossing')).exitCode).toBe(0);
      const { exitCode, err } = await home.unspool('show', 'nothing like it');
      expect([exitCode, err]).toEqual([1, expect.stringContaining('No session is called "nothing like it"')]);
      expect((await home.unspool('show', B)).err).toMatch(/EACCES.*\n {2}Check the file.s permissions/);
    },
  );

  it.runIf(isBound)('keeps its hits in the index, and says why they have no words', async () => {
    const home = twoSessions();
    await home.unspool('index');
    chmodSync(home.locked, 0);
    const { out } = await home.unspool('search', 'hi');
    expect(out).toContain('(its text cannot be shown: EACCES');
    const { hits } = await home.json<{ hits: { unread: string | null }[] }>('search', 'hi');
    expect(hits.map((hit) => hit.unread?.slice(0, 6) ?? null).sort()).toEqual(['EACCES', null]);
  });

  it.runIf(isBound)('does not hide the others if it has grown since it was indexed', async () => {
    const home = twoSessions();
    await home.unspool('index');
    home.write(`-other/${B}.jsonl`, repliesAt([TIME + 1, TIME + 2], { sessionId: B }));
    home.write(`-app/${A}.jsonl`, repliesAt([TIME, TIME + 3], { sessionId: A }));
    chmodSync(home.locked, 0);
    const counted = () => home.json<{ total: { replies: number; tokensOfDeletedTranscripts: number } }>('usage');
    for (const args of [['usage'], ['search', 'hi'], ['usage', 'tools'], ['index']]) {
      const { exitCode, err } = await home.unspool(...args);
      expect([args, exitCode, err]).toEqual([args, 0, expect.stringContaining(`${B}.jsonl: not read: EACCES`)]);
    }
    expect((await counted()).total).toMatchObject({ replies: 3, tokensOfDeletedTranscripts: 0 });
    chmodSync(home.locked, 0o600);
    expect((await counted()).total).toMatchObject({ replies: 4, tokensOfDeletedTranscripts: 0 });
  });

  it.runIf(isBound)('is reported each time, and counted as soon as it is readable', async () => {
    const home = twoSessions();
    chmodSync(home.locked, 0);
    await home.unspool('index');
    for (const args of [['usage'], ['search', 'hi']]) {
      expect((await home.unspool(...args)).err).toContain(`${B}.jsonl: not read: EACCES`);
    }
    chmodSync(home.locked, 0o600);
    const { total } = await home.json<{ total: { replies: number } }>('usage');
    expect(total.replies).toBe(2);
    expect((await home.unspool('usage')).err).toBe('');
  });

  it.runIf(isBound)('is reported if its folder or all folders are locked', async () => {
    const home = twoSessions();
    await home.unspool('index');
    const folder = join(home.projects, '-other');
    chmodSync(folder, 0);
    try {
      for (const args of [['index'], ['usage'], ['search', 'hi']]) {
        const { err } = await home.unspool(...args);
        expect([args, err]).toEqual([args, expect.stringContaining(`${folder}: not read: EACCES`)]);
      }
      const { out, err } = await home.unspool('index');
      expect(out).not.toContain('gone');
      expect(err).toContain(folder);
      const { total } = await home.json<{ total: { replies: number; tokensOfDeletedTranscripts: number } }>('usage');
      expect(total).toMatchObject({ replies: 2, tokensOfDeletedTranscripts: 0 });
    } finally {
      chmodSync(folder, 0o700);
    }
    chmodSync(home.projects, 0);
    try {
      const { err } = await home.unspool('ls');
      expect(err).toContain('EACCES');
      expect(err).not.toContain('There are no sessions');
    } finally {
      chmodSync(home.projects, 0o700);
    }
  });

  it.runIf(isBound)('is reported without an index too', async () => {
    const home = twoSessions();
    const folder = join(home.projects, '-other');
    chmodSync(folder, 0);
    try {
      for (const args of [['usage'], ['usage', 'sessions'], ['usage', 'tools'], ['search', 'hi']]) {
        const { err } = await home.unspool(...args);
        expect([args, err]).toEqual([args, expect.stringContaining(folder)]);
      }
    } finally {
      chmodSync(folder, 0o700);
    }
  });

  it.skipIf(isWindows)('is not opened when it is a device', async () => {
    const home = twoSessions();
    symlinkSync('/dev/zero', join(home.projects, '-app', 'cccccccc-0000-4000-8000-000000000003.jsonl'));
    expect(await home.unspool('search', 'hi', '--exact')).toMatchObject({ exitCode: 0 });
    expect(await home.unspool('usage')).toMatchObject({ exitCode: 0 });
    expect(await home.unspool('index')).toMatchObject({ exitCode: 0 });
  });
});

describe.skipIf(isWindows)('a link that leads nowhere', () => {
  const asked = [
    ['usage'],
    ['usage', 'sessions'],
    ['usage', 'tools'],
    ['search', 'hi'],
    ['search', 'hi', '--exact'],
    ['search', 'hi', '--project', '/app'],
  ];

  it('is reported with an index and without, each time', async () => {
    const home = twoSessions();
    const links = [
      join(home.projects, '-app', `${A.replace('a', 'c')}.jsonl`),
      join(home.projects, '-app', 'folder'),
      join(home.projects, '-gone'),
    ];
    for (const link of links) symlinkSync(join(home.home, 'nothing'), link);
    for (const commands of [asked, [['index']], asked, asked]) {
      for (const args of commands) {
        const { exitCode, err } = await home.unspool(...args);
        expect([args, exitCode]).toEqual([args, 0]);
        for (const link of links) {
          const result = err.split('\n').filter((line) => line.startsWith(`${link}: `));
          expect([args, result]).toEqual([args, [expect.stringContaining('the link leads nowhere, or in a circle')]]);
        }
      }
    }
  });

  it('is no longer reported once it leads somewhere', async () => {
    const home = twoSessions();
    const target = join(home.home, 'target');
    symlinkSync(target, join(home.projects, '-linked'));
    await home.unspool('index');
    mkdirSync(target);
    expect((await home.unspool('usage')).err).toBe('');
  });
});
