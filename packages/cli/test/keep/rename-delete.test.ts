import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { bytesBelow, type Home, NOTES, NOW, newHome, UPLOAD } from './home.js';

let home: Home;
beforeEach(() => {
  home = newHome();
});

const fileOf = (id: string) => home.main[id] ?? '';
const titleOf = async (id: string) =>
  (await home.json<{ sessionId: string; title: string; titleSource: string }[]>('ls')).find(
    (row) => row.sessionId === id,
  );

describe('unspool rename', () => {
  it('writes the client’s own line, and undo takes it back', async () => {
    const before = bytesBelow(home.config);
    const { exitCode, out } = await home.unspool('rename', NOTES, 'A', 'better', 'title');
    expect(exitCode).toBe(0);
    expect(out).toContain('→ A better title');
    const added = readFileSync(fileOf(NOTES), 'latin1').slice(before[`projects/E--docs-notes/${NOTES}.jsonl`]?.length);
    expect(added).toBe(`{"type":"custom-title","customTitle":"A better title","sessionId":"${NOTES}"}\n`);
    expect(await titleOf(NOTES)).toMatchObject({ title: 'A better title', titleSource: 'custom' });
    expect((await home.unspool('check', NOTES)).exitCode).toBe(0);
    expect(await home.json('rename', 'A better title', 'Once more')).toMatchObject({ before: 'A better title' });
    expect((await home.unspool('undo')).exitCode).toBe(0);
    expect((await home.unspool('undo')).exitCode).toBe(0);
    expect(bytesBelow(home.config)).toEqual(before);
  });

  it('keeps the newest client’s other places of a title the same', async () => {
    const side = join(dirname(fileOf(NOTES)), NOTES, 'custom-title.json');
    mkdirSync(dirname(side), { recursive: true });
    writeFileSync(side, '{"customTitle":"Old"}');
    appendFileSync(fileOf(NOTES), `{"type":"agent-name","agentName":"Old","sessionId":"${NOTES}"}`);
    utimesSync(fileOf(NOTES), NOW / 1000 - 900, NOW / 1000 - 900);
    const before = bytesBelow(home.config);
    await home.unspool('rename', NOTES, 'New');
    expect(readFileSync(side, 'utf8')).toBe('{"customTitle":"New"}');
    const lines = readFileSync(fileOf(NOTES), 'utf8').trimEnd().split('\n');
    expect(lines.slice(-3).map((text) => JSON.parse(text))).toEqual([
      { type: 'agent-name', agentName: 'Old', sessionId: NOTES },
      { type: 'custom-title', customTitle: 'New', sessionId: NOTES },
      { type: 'agent-name', agentName: 'New', sessionId: NOTES },
    ]);
    await home.unspool('undo');
    expect(bytesBelow(home.config)).toEqual(before);
  });

  it('leaves a live session alone, and a dry run everything', async () => {
    const before = bytesBelow(home.config);
    expect((await home.unspool('rename', NOTES, 'x', '--dry-run')).err).toContain('dry run');
    utimesSync(fileOf(NOTES), NOW / 1000 - 5, NOW / 1000 - 5);
    const { exitCode, err } = await home.unspool('rename', NOTES, 'x');
    expect(exitCode).toBe(1);
    expect(err).toContain('live');
    expect(bytesBelow(home.config)).toEqual(before);
  });

  it('writes nothing when the session has that title already', async () => {
    await home.unspool('rename', NOTES, 'Same');
    const before = readFileSync(fileOf(NOTES));
    const { exitCode, err } = await home.unspool('rename', NOTES, 'Same');
    expect([exitCode, err]).toEqual([0, 'Nothing was written: the session has that title already.\n']);
    expect(readFileSync(fileOf(NOTES))).toEqual(before);
  });

  it('makes any words one harmless line', async () => {
    await home.unspool('rename', NOTES, ' a\nb\u001b[31m\tc\ud800 ');
    expect(await titleOf(NOTES)).toMatchObject({ title: 'a b [31m c\ufffd' });
    expect((await home.unspool('rename', NOTES, ' \n ')).exitCode).toBe(2);
    expect((await home.unspool('rename', NOTES, 'x'.repeat(501))).exitCode).toBe(2);
  });
});

describe('unspool delete', () => {
  it('takes the whole family, archive included, and undo brings everything back', async () => {
    await home.unspool('archive', '--all');
    const before = bytesBelow(home.config);
    const archived = bytesBelow(join(home.data, 'archive'));
    const dry = await home.json<{ files: string[] }>('delete', UPLOAD, '--dry-run');
    expect(dry.files).toHaveLength(4);
    expect(bytesBelow(home.config)).toEqual(before);
    expect(await home.json('delete', UPLOAD)).toMatchObject({ sessionId: UPLOAD, files: dry.files });
    expect(existsSync(join(dirname(fileOf(UPLOAD)), UPLOAD))).toBe(false);
    expect(await home.json('ls')).toMatchObject([{ sessionId: NOTES }]);
    expect(await home.json('ls', '--archived')).toMatchObject([{ sessionId: NOTES }]);
    expect((await home.unspool('show', UPLOAD)).exitCode).toBe(1);
    expect((await home.unspool('undo', '--list')).out).toContain('delete 5a3c1e70 Fix the flaky upload test');
    expect((await home.unspool('undo')).exitCode).toBe(0);
    expect(bytesBelow(home.config)).toEqual(before);
    expect(bytesBelow(join(home.data, 'archive'))).toEqual(archived);
    expect((await home.unspool('check', UPLOAD)).exitCode).toBe(0);
  });

  it('notes what a session used before it goes, indexed or not', async () => {
    await home.unspool('index', '--no-archive');
    const copy = fileOf(NOTES).replace(NOTES, '99999999-9999-4999-8999-999999999999');
    const lines = readFileSync(fileOf(NOTES), 'utf8').replaceAll(/"id":"msg_[^"]*"/g, (id) =>
      id.replace('msg_', 'msg_new_'),
    );
    writeFileSync(copy, lines);
    utimesSync(copy, NOW / 1000 - 900, NOW / 1000 - 900);
    const total = async () => (await home.json<{ total: { tokens: object } }>('usage', 'models')).total.tokens;
    await home.unspool('delete', '99999999');
    expect(existsSync(copy)).toBe(false);
    const kept = await total();
    await home.unspool('undo');
    expect(await total()).toEqual(kept);
    rmSync(join(home.data, 'unspool.db'));
    expect(await total()).toEqual(kept);
  });

  it('takes what is only in the archive', async () => {
    await home.unspool('archive', '--all');
    rmSync(fileOf(NOTES));
    await home.unspool('delete', NOTES);
    expect(await home.json('ls', '--archived')).toMatchObject([{ sessionId: UPLOAD }]);
    await home.unspool('undo');
    expect(await home.json('ls', '--archived')).toHaveLength(2);
    expect((await home.unspool('restore', NOTES)).exitCode).toBe(0);
  });

  it('leaves live sessions alone, also when only a sub-agent works', async () => {
    const before = bytesBelow(home.config);
    const agent = join(dirname(fileOf(UPLOAD)), UPLOAD, 'subagents/agent-a5a3c001.jsonl');
    utimesSync(agent, NOW / 1000, NOW / 1000);
    const { exitCode, err } = await home.unspool('delete', UPLOAD);
    expect(exitCode).toBe(1);
    expect(err).toContain('live');
    expect(bytesBelow(home.config)).toEqual(before);
  });

  it('does not touch files outside of a config folder', async () => {
    const file = join(home.home, 'copy.jsonl');
    writeFileSync(file, readFileSync(fileOf(NOTES)));
    expect((await home.unspool('delete', file)).exitCode).toBe(1);
    expect((await home.unspool('archive', file)).exitCode).toBe(1);
    expect(existsSync(file)).toBe(true);
  });

  it('empties its trash when asked to', async () => {
    await home.unspool('rename', NOTES, 'x');
    await home.unspool('delete', UPLOAD);
    await home.unspool('undo');
    await home.unspool('delete', NOTES);
    expect(await home.json('delete', '--empty-trash', '--older-than', '1d')).toMatchObject({ removed: [] });
    expect(await home.json('delete', '--empty-trash', '--dry-run')).toMatchObject({
      removed: [{ what: 'delete 7e57c0de x' }],
    });
    expect(await home.json('delete', '--empty-trash')).toMatchObject({ removed: [{ what: 'delete 7e57c0de x' }] });
    expect(await home.json('delete', '--empty-trash')).toMatchObject({ removed: [] });
    expect((await home.unspool('undo', '--list')).out).not.toContain('delete 7e57c0de');
    expect(existsSync(fileOf(UPLOAD))).toBe(true);
    expect(existsSync(fileOf(NOTES))).toBe(false);
    for (const args of [[], ['x', '--empty-trash'], ['--empty-trash', '--older-than', 'soon']]) {
      expect((await home.unspool('delete', ...args)).exitCode).toBe(2);
    }
  });

  it('keeps usage in the ledger', async () => {
    await home.unspool('index');
    const total = async () => (await home.json<{ total: { tokens: object } }>('usage')).total.tokens;
    const before = await total();
    await home.unspool('delete', UPLOAD);
    expect(await total()).toEqual(before);
  });
});
