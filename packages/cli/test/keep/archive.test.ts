import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesBelow, type Home, NOTES, NOW, newHome, UPLOAD } from './home.js';

let home: Home;
beforeEach(() => {
  home = newHome();
});

const archives = () => (existsSync(join(home.data, 'archive')) ? readdirSync(join(home.data, 'archive')) : []);
const fileOf = (id: string) => home.main[id] ?? '';

/** As the client's clean-up does. */
function cleanUp(id: string): void {
  rmSync(fileOf(id));
  rmSync(fileOf(id).replace('.jsonl', ''), { recursive: true, force: true });
}

describe('unspool ls', () => {
  it('points to the archive where that is all there is', async () => {
    await home.unspool('archive', '--all');
    for (const id of [UPLOAD, NOTES]) cleanUp(id);
    const { exitCode, err } = await home.unspool('ls');
    expect(exitCode).toBe(1);
    expect(err).toContain('\n  The archive holds 2 sessions: unspool ls --archived\n');
    expect((await home.unspool('show', 'last')).err).toContain('unspool ls --archived');
    expect(await home.json('ls')).toEqual([]);
  });

  it('points to it even if there are no matches', async () => {
    expect((await home.unspool('ls', '-p', 'nothing')).err).toBe('No matching sessions.\n');
    expect((await home.unspool('ls', '--archived')).err).toBe('The archive is empty. Fill it with: unspool archive\n');
    await home.unspool('archive', '--all');
    expect((await home.unspool('ls', '-p', 'nothing')).err).toBe(
      'No matching sessions.\nThe archive holds 2 sessions: unspool ls --archived\n',
    );
    expect((await home.unspool('ls', '-p', 'nothing', '--archived')).err).toBe('No matching sessions.\n');
  });
});

describe('unspool archive', () => {
  it('takes one session, all of them, or what is due', async () => {
    expect(await home.json('archive', 'notes', '--json').catch(() => 'none')).toBe('none');
    expect(await home.json('archive', UPLOAD)).toMatchObject({ archived: [{ sessionId: UPLOAD }], failed: [] });
    expect(archives()).toHaveLength(1);
    expect(await home.json('archive', '--all')).toMatchObject({ archived: [{ sessionId: NOTES }], unchanged: 1 });
    const { out, err } = await home.unspool('archive');
    expect([out, err]).toEqual([
      '0 sessions archived (0 B in 0 B)\n',
      'Nothing is due. To archive every session: unspool archive --all\n',
    ]);
    appendFileSync(fileOf(UPLOAD), '\n');
    expect(await home.json('archive')).toMatchObject({ archived: [], unchanged: 0 });
  });

  it('has no advice to do what was just done', async () => {
    for (const id of [UPLOAD, NOTES]) cleanUp(id);
    expect((await home.unspool('archive', '--all')).err).toBe('There are no sessions to archive.\n');
  });

  it('counts a restored session as archived', async () => {
    await home.unspool('archive', '--all');
    cleanUp(UPLOAD);
    const later = home.at(NOW + 86_400_000);
    expect(await later('restore', UPLOAD)).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/\n {2}resumes \d+ messages/),
    });
    const rows = JSON.parse((await later('ls', '--json')).out) as { sessionId: string; isArchived: boolean }[];
    expect(rows.map((row) => row.isArchived)).toEqual([true, true]);
  });

  it('reports its size, and whether it is whole', async () => {
    await home.unspool('archive', '--all');
    expect(await home.json('archive', '--status')).toMatchObject({
      sessions: 2,
      onlyArchived: 0,
      due: 0,
      former: 0,
      isAutomatic: true,
    });
    expect((await home.unspool('archive', '--status')).out).toMatch(/size +\d+\.\d kB, \d+\.\d kB compressed, .*to 1/);
    expect(await home.unspool('archive', '--verify')).toMatchObject({
      exitCode: 0,
      out: '2 archives read, 0 damaged\n',
    });
    const path = join(home.data, 'archive', archives()[0] ?? '');
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await home.unspool('archive', '--verify')).toMatchObject({ exitCode: 1 });
    expect(await home.json('archive', '--verify')).toMatchObject({ archives: 2, damaged: [{ archive: path }] });
  });

  it.each([[['x', '--all']], [['--nonsense']], [['a', 'b']]])('%j is a wrong use', async (args) => {
    expect((await home.unspool('archive', ...args)).exitCode).toBe(2);
  });

  it('is for the owner’s eyes only', async () => {
    await home.unspool('archive', '--all');
    for (const name of archives()) expect(statSync(join(home.data, 'archive', name)).mode & 0o077).toBe(0);
    expect(statSync(join(home.data, 'archive')).mode & 0o077).toBe(0);
  });
});

describe('a session that the client has deleted', () => {
  beforeEach(async () => {
    await home.unspool('archive', '--all');
  });

  it('is listed, shown, checked and found as before', async () => {
    const of = async (...args: string[]) => (await home.unspool(...args)).out;
    const before = {
      show: await of('show', UPLOAD),
      full: await of('show', UPLOAD, '--full', '--turn', '2'),
      json: await of('show', UPLOAD, '--json'),
      messages: await of('messages', UPLOAD, '--json'),
      check: await of('check', UPLOAD),
      usage: await of('usage', '--json'),
      tools: await of('usage', 'tools', '--json'),
      agents: await of('usage', 'sub-agents', '--json'),
      words: await of('search', 'upload', '--json'),
      exact: await of('search', '--exact', 'upload', '--json', '--session', UPLOAD),
      regex: await of('search', '--regex', 'upl[o]ad', '--json', '--session', UPLOAD),
    };
    cleanUp(UPLOAD);
    expect(await of('show', '5a3c1e70')).toBe(before.show);
    expect(await of('show', 'Fix the flaky upload test', '--full', '--turn', '2')).toBe(before.full);
    expect(await of('show', UPLOAD, '--json')).toBe(before.json);
    expect(await of('messages', fileOf(UPLOAD), '--json')).toBe(before.messages);
    expect(await of('check', UPLOAD)).toBe(before.check);
    expect(JSON.parse(await of('usage', '--json'))).toEqual(JSON.parse(before.usage));
    expect(await of('usage', 'tools', '--json')).toBe(before.tools);
    expect(await of('usage', 'sub-agents', '--json')).toBe(before.agents);
    expect(JSON.parse(await of('search', 'upload', '--json'))).toEqual(JSON.parse(before.words));
    const hits = (text: string) =>
      (JSON.parse(text) as { hits: object[] }).hits.map((hit) => JSON.stringify({ ...hit, title: '' })).sort();
    expect(hits(await of('search', '--exact', 'upload', '--json', '--session', UPLOAD))).toEqual(hits(before.exact));
    expect(hits(await of('search', '--regex', 'upl[o]ad', '--json', '--session', UPLOAD))).toEqual(hits(before.regex));
    expect(readdirSync(join(home.data, 'opened'))).toEqual([]);
    expect((await home.unspool('show', UPLOAD)).err).toContain('unspool restore');
  });

  it('is in the list of archived ones, and only there', async () => {
    cleanUp(UPLOAD);
    expect(await home.json('ls')).toMatchObject([{ sessionId: NOTES, isArchived: true }]);
    expect(await home.json('ls', '--archived')).toMatchObject([
      { sessionId: UPLOAD, title: 'Fix the flaky upload test', isOnlyArchived: true, turns: 4, deletesInDays: null },
      { sessionId: NOTES, isOnlyArchived: false },
    ]);
    expect(await home.json('ls', '--archived', '-p', 'notes')).toMatchObject([{ sessionId: NOTES }]);
    expect((await home.unspool('ls', '--archived')).out).toContain('Fix the flaky upload test');
  });

  it('is not edited before it is restored', async () => {
    cleanUp(UPLOAD);
    for (const args of [
      ['cut', UPLOAD, '--turns', '1'],
      ['clone', UPLOAD],
      ['rename', UPLOAD, 'x'],
      ['strip', UPLOAD],
    ]) {
      const { exitCode, err } = await home.unspool(...args);
      expect(exitCode).toBe(1);
      expect(err).toContain(`unspool restore ${UPLOAD}`);
    }
  });

  it('is restored, resumes, and can be taken back', async () => {
    const before = bytesBelow(home.config);
    cleanUp(UPLOAD);
    expect(await home.json('restore', '5a3c', '--dry-run')).toMatchObject({ isDryRun: true, files: { length: 3 } });
    expect(existsSync(fileOf(UPLOAD))).toBe(false);
    const { out, exitCode } = await home.unspool('restore', '5a3c');
    expect(exitCode).toBe(0);
    expect(out).toContain(`claude --resume ${UPLOAD}`);
    expect(bytesBelow(home.config)).toEqual(before);
    expect((await home.unspool('check', UPLOAD)).exitCode).toBe(0);
    expect(await home.json('ls', '-p', 'shop-api')).toMatchObject([{ deletesInDays: 30 }]);
    expect((await home.unspool('restore', UPLOAD)).out).toContain('is there already');
    expect((await home.unspool('undo')).exitCode).toBe(0);
    expect(existsSync(fileOf(UPLOAD))).toBe(false);
    expect(existsSync(fileOf(UPLOAD).replace('.jsonl', ''))).toBe(false);
  });

  it('is not taken back when one of its sub-agents went on', async () => {
    cleanUp(UPLOAD);
    const { files } = await home.json<{ files: string[] }>('restore', UPLOAD);
    const agent = files.find((file) => file.includes('subagents') && file.endsWith('.jsonl')) ?? '';
    appendFileSync(agent, '{}\n');
    // Not so lately that it counts as live.
    utimesSync(agent, 1, 1);
    const { exitCode, err } = await home.unspool('undo');
    expect([exitCode, err]).toEqual([1, expect.stringContaining('has changed since')]);
    expect(readFileSync(agent, 'utf8').endsWith('{}\n')).toBe(true);
  });

  it('comes back on a machine where the client never ran', async () => {
    const before = bytesBelow(join(home.config, 'projects/-home-dev-shop-api'));
    rmSync(home.config, { recursive: true });
    expect((await home.unspool('show', UPLOAD)).exitCode).toBe(0);
    expect((await home.unspool('restore', UPLOAD)).exitCode).toBe(0);
    expect(bytesBelow(join(home.config, 'projects/-home-dev-shop-api'))).toEqual(before);
    expect((await home.unspool('check', UPLOAD)).exitCode).toBe(0);
  });

  it('is not restored over one that went on', async () => {
    appendFileSync(fileOf(UPLOAD), '{}\n');
    const { exitCode, err } = await home.unspool('restore', UPLOAD);
    expect(exitCode).toBe(1);
    expect(err).toContain('different content');
    expect(readFileSync(fileOf(UPLOAD), 'utf8').endsWith('{}\n')).toBe(true);
  });

  it('is reported by the index if its archive has no end', async () => {
    cleanUp(UPLOAD);
    await home.unspool('index', '--no-archive');
    const path = join(home.data, 'archive', archives().find((name) => name.startsWith(UPLOAD)) ?? '');
    writeFileSync(path, readFileSync(path).subarray(0, -20));
    for (const args of [
      ['index', '--no-archive'],
      ['index', '--rebuild', '--no-archive'],
    ]) {
      const { exitCode, err } = await home.unspool(...args);
      expect([args, exitCode, err]).toEqual([args, 0, expect.stringContaining(`${path}: not read: `)]);
    }
  });

  it('is reported as damaged if its archive is', async () => {
    cleanUp(UPLOAD);
    const path = join(home.data, 'archive', archives().find((name) => name.startsWith(UPLOAD)) ?? '');
    const bytes = readFileSync(path);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    for (const command of ['show', 'restore', 'messages']) {
      const { exitCode, err } = await home.unspool(command, UPLOAD);
      expect(exitCode, command).toBe(1);
      expect(err, command).toContain('damaged');
    }
    expect(existsSync(fileOf(UPLOAD))).toBe(false);
    expect((await home.unspool('search', 'upload')).exitCode).toBe(0);
  });

  it('is not found under a name that was not archived', async () => {
    expect(await home.unspool('restore', 'nothing')).toMatchObject({ exitCode: 1 });
    expect((await home.unspool('show', 'nothing')).err).toContain('No session is called');
  });
});

describe('archiving by itself', () => {
  it('happens on index, unless it is switched off', async () => {
    await home.unspool('index', '--no-archive');
    expect(archives()).toEqual([]);
    writeFileSync(join(home.data, 'settings.json'), '{"archive": {"automatic": false}}');
    await home.unspool('index');
    expect(archives()).toEqual([]);
    rmSync(join(home.data, 'settings.json'));
    expect(await home.json('index')).toMatchObject({ archived: 2 });
    expect(archives()).toHaveLength(2);
    expect(await home.json('index')).toMatchObject({ archived: 0 });
  });

  it('happens after usage and search, once an hour, if there is an index', async () => {
    await home.unspool('usage');
    expect(archives()).toEqual([]);
    await home.unspool('index', '--no-archive');
    await home.unspool('usage', '--json');
    const first = archives().length;
    expect(first).toBeGreaterThan(0);
    await home.unspool('search', 'upload');
    expect(archives()).toHaveLength(first);
    // A busy machine may need more than one hour's share of time.
    for (let hour = 1; hour < 20 && archives().length < 2; hour++) {
      await home.at(NOW + hour * 3_600_001)('search', 'upload');
    }
    expect(archives()).toHaveLength(2);
    rmSync(join(home.data, 'archive'), { recursive: true });
    await home.at(NOW + 21 * 3_600_001)('search', 'upload');
    expect(archives().length).toBeGreaterThan(0);
  });

  it('does not make an answer fail', async () => {
    await home.unspool('index', '--no-archive');
    writeFileSync(join(home.data, 'settings.json'), '{"archive": 1}');
    const { exitCode, err } = await home.unspool('usage');
    expect(exitCode).toBe(0);
    expect(err).toContain('settings.json cannot be used');
    expect((await home.unspool('index')).exitCode).toBe(1);
  });

  it('leaves alone what is in use', async () => {
    expect(await home.at(NOW - 20 * 86_400_000)('index', '--json')).toMatchObject({ exitCode: 0 });
    expect(archives().length).toBe(1);
  });
});

describe('unspool ls', () => {
  it('says what the client is about to delete', async () => {
    expect(await home.json('ls')).toMatchObject([
      { sessionId: UPLOAD, deletesInDays: 3, isArchived: false },
      { sessionId: NOTES, deletesInDays: 18 },
    ]);
    const warned = await home.unspool('ls');
    expect(warned.err).toBe('Claude Code will delete 1 session within 7 days. Keep it with: unspool archive\n');
    await home.unspool('archive');
    expect((await home.unspool('ls')).err).toBe('');
    writeFileSync(join(home.config, 'settings.json'), '{"cleanupPeriodDays": 99999}');
    expect((await home.unspool('ls')).err).toBe('');
  });
});
