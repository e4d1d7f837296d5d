import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { ScriptedSession } from './scripted-session.js';

const START = Date.UTC(2026, 4, 1, 9);
const A = 'aaaaaaaa-0000-4000-8000-000000000001';
const B = 'bbbbbbbb-0000-4000-8000-000000000002';
const C = 'cccccccc-0000-4000-8000-000000000003';

describe('blame', () => {
  it('names session, turn and prompt of each line, and why shows what led to it', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('Add a retry to the upload');
    session.reply('I will wrap the upload in a loop.');
    session.write('src/upload.ts', 'export function upload() {\n  return retry(sendFile);\n}\n');
    place.commit('upload with retry');
    place.human('src/upload.ts', (text) => `${text}export const byHand = sendNothing();\n`);
    place.commit('by hand');
    session.prompt('Rename the function');
    session.edit('src/upload.ts', ['upload()', 'uploadFile()']);
    const { out } = await place.unspool('blame', 'src/upload.ts');
    expect(out).toMatch(/1 {2}aaaaaaaa turn 2 .* Edit {2}“Rename the function”/);
    expect(out).toMatch(/2 {2}aaaaaaaa turn 1 .* Write {2}“Add a retry to the upload”/);
    expect(out).toMatch(/3 {2}too short to tell/);
    expect(out).toMatch(/4 {2}not written by a recorded session/);
    const why = await place.unspool('why', 'src/upload.ts:2');
    expect(why.exitCode).toBe(0);
    expect(why.out).toContain('Add a retry to the upload');
    expect(why.err).toContain(`unspool open ${A} --turn 1`);
    expect(why.out).toContain('I will wrap the upload in a loop.');
    expect((await place.unspool('why', 'src/upload.ts:4')).exitCode).toBe(1);
    const json = await place.json<BlameJson>('blame', 'src/upload.ts:2-4');
    expect(json.lines.map(({ line, writer }) => [line, writer?.sessionId ?? null])).toEqual([
      [2, A],
      [3, null],
      [4, null],
    ]);
    expect(json.lines[0]?.writer?.link).toBe(`/s/${A}#t1`);
  });

  it('names the sessions of a commit, with their share of its lines', async () => {
    const place = newPlace();
    const [first, second] = [place.session(A), place.session(B)];
    first.prompt('one');
    first.write('a.ts', block('first', 3));
    second.prompt('two');
    second.write('b.ts', block('second', 1));
    place.human('c.ts', () => block('byHand', 4));
    place.commit('all of it');
    const json = await place.json<CommitJson>('blame', 'HEAD');
    expect(json.sessions.map(({ sessionId, lines, share }) => [sessionId, lines, share])).toEqual([
      [A, 3, 0.375],
      [B, 1, 0.125],
    ]);
    const { out } = await place.unspool('blame', 'HEAD');
    expect(out).toContain('38 %  aaaaaaaa turn 1  3 lines');
    expect(out).toContain('4 lines not written by a recorded session');
  });

  it('names the writer of a line that a commit reformatted after its file was renamed', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write('old/a.ts', block('first', 6));
    place.commit('written');
    place.git('mv', 'old/a.ts', 'new.ts');
    place.commit('moved');
    place.human('new.ts', formatted);
    place.commit('formatted');
    const { sessions } = await place.json<CommitJson>('blame', 'HEAD');
    expect(sessions).toMatchObject([{ sessionId: A, lines: 6, share: 1 }]);
  });

  it('gives a short line between two lines of a call to that call, also when it is asked about alone', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('Wrap it');
    session.write('a.ts', 'export function wrapped() {\n\n  {\n    callSomething();\n  }\n}\n');
    const writers = async (target: string) => {
      const { lines } = await place.json<BlameJson>('blame', target);
      return lines.map(({ line, writer }) => [line, writer?.sessionId]);
    };
    const whole = [1, 2, 3, 4].map((line) => [line, A]);
    expect(await writers('a.ts')).toEqual([...whole, [5, undefined], [6, undefined]]);
    expect(await writers('a.ts:2-3')).toEqual(whole.slice(1, 3));
    place.commit('written');
    expect(await writers('a.ts:3')).toEqual([[3, A]]);
    expect((await place.unspool('why', 'a.ts:2')).out).toContain('Wrap it');
    expect((await place.unspool('why', 'a.ts:6')).exitCode).toBe(1);
  });

  it('shows the next reply of the turn if the model wrote without a word', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('Add a retry');
    session.write('a.ts', block('early', 2));
    session.reply('Uploads are retried, because the server often restarts.');
    session.prompt('Go on');
    session.write('b.ts', block('late', 2));
    session.prompt('Thanks');
    session.reply('You are welcome.');
    expect((await place.unspool('why', 'a.ts:1')).out).toContain('because the server often restarts');
    expect((await place.unspool('why', 'b.ts:1')).out).not.toContain('The reply');
  });

  it('a failed edit writes nothing, and neither does one that was never answered', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.failedEdit('a.ts', 'const wasNeverWritten = 1;');
    place.human('a.ts', () => 'const wasNeverWritten = 1;\n');
    place.commit('by hand');
    const json = await place.json<BlameJson>('blame', 'a.ts');
    expect(json.lines[0]?.writer).toBeNull();
  });

  it('names the sub-agent, once, and the prompt of its session', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('Something else');
    session.prompt('Delegate this');
    const agent = place.session(A, 'abc1234');
    agent.prompt('You write the helper');
    session.prompt('Meanwhile');
    agent.write('helper.ts', 'export const helperOfTheAgent = 1;\n');
    const json = await place.json<BlameJson>('blame', 'helper.ts:1');
    expect(json.lines[0]?.writer).toMatchObject({
      sessionId: A,
      agentId: 'abc1234',
      prompt: 'Delegate this',
      task: 'You write the helper',
      turn: 2,
      link: `/s/${A}#t2`,
    });
    const trace = JSON.parse((await place.unspool('blame', 'helper.ts', '--annotate')).out);
    expect(trace.files[0].conversations[0].url).toBe(`unspool:/s/${A}#t2`);
    expect((await place.unspool('why', 'helper.ts:1')).out).toContain(`${A} turn 2, sub-agent abc1234`);
    expect((await place.unspool('blame', '--changed')).out).toContain('turn 2');
    place.commit('helper');
    expect((await place.json<CommitJson>('blame', 'HEAD')).sessions[0]).toMatchObject({ turns: [2] });
  });

  it('tells prompts from the tasks of sub-agents that are in the same transcript, as early clients wrote them', async () => {
    const place = newPlace();
    const session = place.session(A);
    const side = new ScriptedSession(
      A,
      { projects: place.projects, repo: join(place.home, 'repo'), isSide: true },
      place.clock,
    );
    session.prompt('Convert the project');
    session.reply('I delegate the files.');
    side.prompt('You convert one file');
    side.reply('I convert it.');
    side.write('one.ts', block('converted', 2));
    session.write('two.ts', block('finished', 2));
    session.reply('All files are converted.');
    const bySide = (await place.unspool('why', 'one.ts:1')).out;
    expect(bySide).toMatch(
      /What was asked\n {2}Convert the project\n[\s\S]*was told\n {2}You convert one file\n[\s\S]*I convert it/,
    );
    const byMain = (await place.unspool('why', 'two.ts:1')).out;
    expect(byMain).toMatch(/What was asked\n {2}Convert the project\n\nThe reply\n {2}I delegate the files\.\n/);
  });

  it('lines that were there before a file was rewritten keep their writer, if the client recorded no patch', async () => {
    const place = newPlace();
    const [first, second, third] = [place.session(A), place.session(B), place.session(C)];
    first.prompt('begin');
    first.write('a.ts', block('early', 3), { bare: true });
    second.prompt('more');
    second.edit('a.ts', ['const early_1', `${block('middle', 2)}const early_1`], { bare: true });
    third.prompt('anew');
    third.write('a.ts', `${place.read('a.ts')}${block('late', 2)}`, { bare: true });
    place.commit('all');
    const { lines } = await place.json<BlameJson>('blame', 'a.ts');
    expect(lines.map(({ writer }) => writer?.sessionId)).toEqual([A, B, B, A, A, C, C]);
  });

  it('of a fork that took the call along the first session is named', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write('a.ts', 'export const writtenOnce = 1;\n');
    place.fork(A, B);
    const json = await place.json<BlameJson>('blame', 'a.ts');
    expect(json.lines[0]?.writer?.sessionId).toBe(A);
  });

  it.each(['before', 'after'])(
    'finds lines of a session that was deleted %s it was first indexed, in the archive',
    async (when) => {
      const place = newPlace();
      const session = place.session(A);
      session.prompt('Add a retry to the upload');
      session.reply('I will wrap the upload in a loop.');
      session.write('a.ts', block('early', 2));
      place.commit('all');
      expect(await place.unspool('archive', A)).toMatchObject({ exitCode: 0 });
      if (when === 'after') expect(await place.unspool('index')).toMatchObject({ exitCode: 0 });
      rmSync(place.projects, { recursive: true });
      const json = await place.json<BlameJson>('blame', 'a.ts');
      expect(json.lines.map(({ writer }) => writer?.sessionId)).toEqual([A, A]);
      const { exitCode, out } = await place.unspool('why', 'a.ts:1');
      expect(exitCode).toBe(0);
      expect(out).toContain('Add a retry to the upload');
      expect(out).toContain('I will wrap the upload in a loop.');
    },
  );

  it('understands notebooks, several edits in one call and replace_all', async () => {
    const place = newPlace();
    place.human('n.ipynb', () => `${JSON.stringify({ cells: [] }, null, 1)}\n`);
    place.human('m.ts', () => 'const alpha = oldName;\nconst beta = 2;\nconst gamma = oldName;\n');
    place.commit('start');
    const session = place.session(A);
    session.prompt('go');
    session.notebookEdit('n.ipynb', 'import numpy as np\nprint("hello world")');
    session.edit('m.ts', ['oldName', 'newName'], { replaceAll: true });
    session.multiEdit('m.ts', [
      ['beta = 2', 'beta = twenty'],
      ['alpha', 'alphabet'],
    ]);
    place.commit('done');
    const lines = (await place.json<BlameJson>('blame', 'm.ts')).lines;
    expect(lines.map(({ writer }) => writer?.tool)).toEqual(['MultiEdit', 'MultiEdit', 'Edit']);
    const notebook = (await place.json<BlameJson>('blame', 'n.ipynb')).lines.filter(({ writer }) => writer);
    expect(notebook.map(({ text }) => text.trim())).toEqual(['"import numpy as np\\n",', '"print(\\"hello world\\")"']);
  });

  it('a worktree and another home are the same repository; another project with a file of that name is not', async () => {
    const place = newPlace();
    const other = join(place.home, 'other');
    mkdirSync(other);
    const stranger = new ScriptedSession(B, { projects: place.projects, repo: other }, place.clock);
    stranger.prompt('elsewhere');
    stranger.write('README.md', 'Install it with the command below.\n');
    place.human('README.md', () => 'Install it with the command below.\n');
    const away = place.session(C, undefined, '/Users/someone/work/repo/.claude/worktrees/fix');
    away.record('src/deep.ts', 'export const fromAnotherHome = 1;\n');
    place.human('src/deep.ts', () => 'export const fromAnotherHome = 1;\n');
    place.commit('both');
    const json = await place.json<CommitJson>('blame', 'HEAD');
    expect(json.lines.map(({ path, sessionId }) => [path, sessionId])).toEqual([
      ['README.md', null],
      ['src/deep.ts', C],
    ]);
  });

  it('under another name a folder is this repository when what was written there is here, and else it is not', async () => {
    const place = newPlace();
    const line = (mark: string) => `export const ${mark} = compute();\n`;
    const [moved, stranger] = ['/srv/work/former', '/srv/work/stranger'].map((folder, at) =>
      place.session(at === 0 ? A : B, undefined, folder),
    );
    for (const name of ['one', 'two', 'three']) {
      moved?.record(`lib/${name}.ts`, line(name));
      place.human(`lib/${name}.ts`, () => line(name));
      stranger?.record(`app/${name}.ts`, line(name));
    }
    moved?.record('top.ts', line('fromMoved'));
    stranger?.record('top.ts', line('fromStranger'));
    stranger?.record('lib/four.ts', line('sameWords'));
    place.human('top.ts', () => line('fromMoved') + line('fromStranger'));
    place.human('lib/four.ts', () => line('sameWords'));
    place.commit('all');
    const { lines } = await place.json<CommitJson>('blame', 'HEAD');
    const writers = Object.fromEntries(lines.map(({ path, sessionId }, at) => [`${path} ${at}`, sessionId]));
    expect(writers).toEqual({
      'lib/four.ts 0': null,
      'lib/one.ts 1': A,
      'lib/three.ts 2': A,
      'lib/two.ts 3': A,
      'top.ts 4': A,
      'top.ts 5': null,
    });
  });

  it('writes an Agent Trace record, and notes if asked', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write('a.ts', block('traced', 3));
    place.commit('traced');
    const { out } = await place.unspool('blame', 'HEAD', '--annotate', '--notes');
    const head = place.git('rev-parse', 'HEAD').trim();
    expect(JSON.parse(out)).toMatchObject({
      version: '0.1.0',
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      vcs: { type: 'git', revision: head },
      files: [
        {
          path: 'a.ts',
          conversations: [{ contributor: { type: 'ai' }, ranges: [{ start_line: 1, end_line: 3 }] }],
        },
      ],
    });
    const note = () => place.git('notes', '--ref=agent-trace', 'show', 'HEAD');
    expect(JSON.parse(note())).toEqual(JSON.parse(out));
    const first = note();
    place.git('notes', '--ref=agent-trace', 'add', '-f', '-m', first.replace('"url"', '"address"'), 'HEAD');
    const again = await place.unspool('blame', 'HEAD', '--annotate', '--notes');
    expect(note()).toBe(first);
    const [, undo = ''] = /Undo: git (.*)/.exec(again.err) ?? [];
    place.git(...undo.split(' '));
    expect(note()).toContain('"address"');
  });

  it('leaves the note of somebody else alone, and says how to remove its own', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write('a.ts', block('traced', 3000));
    place.commit('long');
    const { err } = await place.unspool('blame', 'HEAD', '--annotate', '--notes');
    const [, undo = ''] = /Undo: git (.*)/.exec(err) ?? [];
    place.git(...undo.split(' '));
    expect(place.git('notes', '--ref=agent-trace', 'list')).toBe('');
    for (const note of ['Reviewed by me', '{"version":"0.1.0","tool":{"name":"other"}}']) {
      place.git('notes', '--ref=agent-trace', 'add', '-f', '-m', note, 'HEAD');
      const refused = await place.unspool('blame', 'HEAD', '--annotate', '--notes');
      expect(refused).toMatchObject({ exitCode: 1, err: expect.stringContaining('that Unspool did not write') });
      expect(place.git('notes', '--ref=agent-trace', 'show', 'HEAD').trim()).toBe(note);
    }
  });

  it('names in one line the sessions that wrote the files that are changed', async () => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write('a.ts', block('early', 2));
    place.human('b.ts', () => block('byHand', 2));
    place.commit('both');
    expect(await place.unspool('blame', '--changed')).toEqual({ exitCode: 0, out: '', err: '' });
    for (const path of ['a.ts', 'b.ts']) place.human(path, (text) => `${text}more();\n`);
    const { out } = await place.unspool('blame', '--changed');
    expect(out).toMatch(
      /^Earlier sessions wrote files with uncommitted changes: a\.ts \(session aaaaaaaa turn 1\)\..*\n$/,
    );
    expect((await place.unspool('blame')).exitCode).toBe(2);
  });

  it.each([
    ['with space.ts', '"with space.ts"'],
    ['a"b.ts', '"a\\"b.ts"'],
    ['-rf', '"-rf"'],
    ['new\nline, obey.ts', '"new\\nline, obey.ts"'],
    ['grün\u202e.ts', '"grün\\u202e.ts"'],
    [`${'x'.repeat(200)}.ts`, `…${'x'.repeat(117)}.ts`],
  ])('quotes the name of a changed file: %j', async (name, quoted) => {
    const place = newPlace();
    const session = place.session(A);
    session.prompt('go');
    session.write(name, block('early', 2));
    const { out } = await place.unspool('blame', '--changed');
    expect(out).toContain(`: ${quoted} (session aaaaaaaa turn 1).`);
    expect(out.trim().split('\n')).toHaveLength(1);
  });

  it('says what is wrong with an argument', async () => {
    const place = newPlace();
    expect(await place.unspool('blame', 'nowhere.ts:3')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('There is no file nowhere.ts'),
    });
    expect(await place.unspool('blame', 'no-commit')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('neither a file nor a commit'),
    });
    place.human('a.ts', () => 'const someLine = 1;\n');
    place.commit('a');
    for (const line of ['9', '9-12', '99999999999999999999999']) {
      const err = expect.stringContaining('the last line of a.ts is 1');
      expect(await place.unspool('blame', `a.ts:${line}`)).toMatchObject({ exitCode: 1, err });
    }
    expect((await place.unspool('blame', 'a.ts:1-9')).out).toContain('\n1  ');
    expect((await place.unspool('blame', 'a.ts:5-2')).err).toContain('There are no lines 5-2');
    place.human('empty.ts', () => '');
    expect((await place.unspool('why', 'empty.ts:1')).err).toContain('the last line of empty.ts is 0');
    expect((await place.unspool('blame', '.')).err).toContain('"." is not a file');
    place.git('rm', '-q', 'a.ts');
    place.commit('remove');
    expect((await place.unspool('blame', 'HEAD')).out).toContain('adds no lines');
  });

  it.each([
    ['diff.interHunkContext', '9'],
    ['diff.noprefix', 'true'],
    ['diff.external', 'false'],
    ['log.showSignature', 'true'],
    ['color.ui', 'always'],
    ['diff.relative', 'true'],
  ])("does not depend on the user's git settings: %s", async (key, value) => {
    const place = newPlace();
    place.human('a.ts', () => block('old', 6));
    place.commit('old');
    const session = place.session(A);
    session.prompt('go');
    session.edit('a.ts', ['const old_1 =', 'const renamed_1 =']);
    session.edit('a.ts', ['const old_4 =', 'const renamed_4 =']);
    session.write('b.ts', block('other', 1));
    place.commit('new');
    place.git('config', key, value);
    const { lines } = await place.json<CommitJson>('blame', 'HEAD');
    expect(lines).toMatchObject([
      { path: 'a.ts', line: 2, sessionId: A },
      { path: 'a.ts', line: 5, sessionId: A },
      { path: 'b.ts', line: 1, sessionId: A },
    ]);
    const blamed = await place.json<BlameJson>('blame', 'a.ts');
    expect(blamed.lines.filter(({ writer }) => writer).map(({ line }) => line)).toEqual([2, 5]);
  });

  it.skipIf(process.platform === 'win32')('understands every file name', async () => {
    const place = newPlace();
    const names = [
      'new\nline.ts',
      'a"quote.ts',
      'back\\t.ts',
      'tab\t.ts',
      'grün.ts',
      'bell\u0007.ts',
      '-dash.ts',
      'a b.ts',
      'x:12',
    ];
    const session = place.session(A);
    session.prompt('go');
    for (const [at, name] of names.entries()) session.write(name, block(`mark${at}`, 2));
    place.commit('odd');
    const { lines } = await place.json<CommitJson>('blame', 'HEAD');
    expect(new Set(lines.map(({ path }) => path))).toEqual(new Set(names));
    expect(lines.every(({ sessionId }) => sessionId === A)).toBe(true);
    place.human('moved/first', () => 'begin\n');
    for (const [at, name] of names.entries()) {
      place.git('mv', '--', name, `moved/${name}`);
      place.human(`moved/${name}`, (text) => `${text}const later${at} = compute();\n`);
    }
    place.commit('moved');
    for (const name of names) {
      const { lines } = await place.json<BlameJson>('blame', `moved/${name}`);
      expect(lines.map(({ writer }) => writer?.sessionId)).toEqual([A, A, undefined]);
    }
  });
});

/** Many sessions and a person work on one repository; then it is renamed, rebased and formatted. */
it('keeps its precision and recall through renames, rebases and formatting', async () => {
  const place = newPlace();
  const made = workedOn(place);
  place.git('mv', partName(0), 'src/renamed.ts');
  place.commit('rename');
  for (const path of ['src/renamed.ts', partName(1)]) place.human(path, formatted);
  place.commit('format');
  place.git('checkout', '-q', '-b', 'side', 'HEAD~6');
  place.human('side.txt', () => 'a line on the side\n');
  place.commit('side');
  place.git('checkout', '-q', 'main');
  place.git('rebase', '-q', 'side');
  const lines = newScore();
  for (const path of ['src/renamed.ts', partName(1), partName(2), partName(3)]) {
    for (const { text, writer } of (await place.json<BlameJson>('blame', path)).lines) {
      const owner = made.owners.get(bare(text));
      if (owner !== undefined) score(lines, owner === 'human' ? [] : [owner], writer ? [writer.sessionId] : []);
    }
  }
  const commits = newScore();
  for (const [commit, writers] of made.commits) {
    const { sessions } = await place.json<CommitJson>('blame', commit);
    const found = sessions.map(({ sessionId }) => sessionId);
    score(commits, [...writers], found);
  }
  console.log(`lines: ${result(lines)}; commits: ${result(commits)}`);
  expect(lines.right + lines.missed).toBeGreaterThan(400);
  expect(Math.min(precisionOf(lines), precisionOf(commits))).toBeGreaterThanOrEqual(0.94);
  expect(Math.min(recallOf(lines), recallOf(commits))).toBeGreaterThanOrEqual(0.92);
});

const partName = (file: number) => `src/part-${file % 2}/file-${file}.ts`;

/** Twelve rounds in four files; who wrote each line, and which sessions each commit is of. */
function workedOn(place: Place) {
  const sessions = [A, B, C].map((id) => place.session(id));
  const owners = new Map<string, string>();
  const commits = new Map<string, Set<string>>();
  for (let round = 0; round < 12; round++) {
    const writers = new Set<string>();
    for (let file = 0; file < 4; file++) {
      const path = partName(file);
      const lines = block(`round${round}file${file}`, 12);
      const session = (round + file) % 5 === 0 ? undefined : sessions[(round + file) % 3];
      for (const line of lines.trim().split('\n')) owners.set(bare(line), session?.id ?? 'human');
      if (session) writers.add(session.id);
      session?.prompt(`round ${round}`);
      if (!session) place.human(path, (text) => `${text}${lines}`);
      else if (round < 2) session.write(path, `${place.read(path)}${lines}`);
      else session.edit(path, ['\n', `\n${lines}`], { bare: round === 5 });
    }
    commits.set(place.commit(`round ${round}`), writers);
  }
  return { owners, commits };
}

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

const newScore = (): Score => ({ right: 0, wrong: 0, missed: 0 });

function score(sum: Score, known: readonly string[], found: readonly string[]): void {
  const right = found.filter((each) => known.includes(each)).length;
  sum.right += right;
  sum.wrong += found.length - right;
  sum.missed += known.length - right;
}

const precisionOf = ({ right, wrong }: Score) => right / (right + wrong);
const recallOf = ({ right, missed }: Score) => right / (right + missed);
const result = (sum: Score) => `precision ${precisionOf(sum).toFixed(3)}, recall ${recallOf(sum).toFixed(3)}`;

interface BlameJson {
  lines: { line: number; text: string; writer: null | { sessionId: string; tool: string; link: string } }[];
}

interface CommitJson {
  sessions: { sessionId: string; lines: number; share: number }[];
  lines: { path: string; sessionId: string | null }[];
}

function block(mark: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `const ${mark}_${at} = compute("${at}");\n`).join('');
}

/** As a formatter does it. */
const formatted = (text: string) => text.replace(/^/gm, '    ').replace(/;$/gm, '').replaceAll('"', "'");

const bare = (line: string) => line.replace(/[\s;'"]/g, '');

type Place = ReturnType<typeof newPlace>;

function newPlace() {
  const home = mkdtempSync(join(tmpdir(), 'unspool-blame-'));
  const repo = join(home, 'repo');
  const projects = join(home, '.claude', 'projects');
  const clock = { now: START };
  mkdirSync(repo);
  mkdirSync(projects, { recursive: true });
  const git = (...args: string[]): string => {
    const date = `${Math.floor(clock.now / 1000)} +0000`;
    const who = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: '/dev/null' };
    return execFileSync('git', [...who, ...args], {
      cwd: repo,
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  git('init', '-q', '-b', 'main');
  const read = (path: string): string => {
    try {
      return readFileSync(join(repo, path), 'utf8');
    } catch {
      return '';
    }
  };
  const unspool = async (...args: string[]) => {
    const io = memoryIo({ home, cwd: repo, env: { UNSPOOL_HOME: join(home, 'data') }, now: clock.now + 60_000 });
    const exitCode = await run(args, io);
    return { exitCode, out: io.stdout(), err: io.stderr() };
  };
  return {
    home,
    projects,
    clock,
    git,
    read,
    unspool,
    json: async <T>(...args: string[]): Promise<T> => {
      const { out, err } = await unspool(...args, '--json');
      if (out === '') throw new Error(err);
      return JSON.parse(out) as T;
    },
    session: (id: string, agent?: string, elsewhere?: string) =>
      new ScriptedSession(id, { projects, repo: elsewhere ?? repo, ...(agent !== undefined && { agent }) }, clock),
    human: (path: string, change: (text: string) => string) => {
      mkdirSync(join(repo, path, '..'), { recursive: true });
      clock.now += 1000;
      writeFileSync(join(repo, path), change(read(path)));
    },
    commit: (message: string): string => {
      clock.now += 2000;
      git('add', '-A');
      git('commit', '-q', '-m', message);
      clock.now += 2000;
      return git('rev-parse', 'HEAD').trim();
    },
    /** As the client forks: the same lines under another session's id. */
    fork: (from: string, to: string) => {
      const folder = join(projects, repo.replace(/[^A-Za-z0-9]/g, '-'));
      const text = readFileSync(join(folder, `${from}.jsonl`), 'utf8').replaceAll(
        `"sessionId":"${from}"`,
        `"sessionId":"${to}"`,
      );
      writeFileSync(join(folder, `${to}.tmp`), text);
      renameSync(join(folder, `${to}.tmp`), join(folder, `${to}.jsonl`));
    },
  };
}
