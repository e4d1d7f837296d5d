import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyMove, Journal, planMove } from '../../src/edit.js';
import { type ConfigFolder, checkFile, familyOf, resume } from '../../src/index.js';
import { slugOf } from '../../src/locate/slug.js';
import { cwdOf } from '../../src/locate.js';
import { openSession } from '../../src/model/open-session.js';
import { corpusPath, distinct, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';
import { configWith, newFolder, snapshot } from './config-folder.js';
import { firstDifference, withoutPath } from './without-path.js';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const C = '00000000-0000-4000-8000-00000000000c';
const D = '00000000-0000-4000-8000-00000000000d';
const AT = '2026-01-01T00:00:00.000Z';

function sessionIn(cwd: string, id: string, text = `look at ${cwd}/x.ts`): string {
  return script()
    .user(text, { cwd, sessionId: id })
    .reply(
      'm1',
      [
        { type: 'thinking', thinking: `thoughts of ${cwd}`, signature: 'sig' },
        { type: 'text', text: `It is ${cwd}/x.ts.` },
      ],
      { cwd, sessionId: id },
    )
    .call('m2', 't1', 'Read', { file_path: `${cwd}/x.ts` }, { cwd, sessionId: id })
    .result(
      't1',
      `<persisted-output>\nOutput too large. Full output saved to: /home/a/.claude/projects/${slugOf(cwd)}/${id}/tool-results/t1.txt`,
      { cwd, sessionId: id },
    )
    .text();
}

function home(): ConfigFolder {
  const index = (cwd: string, ids: string[]) =>
    JSON.stringify({
      version: 1,
      entries: ids.map((sessionId) => ({
        sessionId,
        fullPath: `/home/a/.claude/projects/${slugOf(cwd)}/${sessionId}.jsonl`,
        projectPath: cwd,
      })),
      originalPath: cwd,
    });
  return configWith({
    [`projects/-home-a-app/${A}.jsonl`]: sessionIn('/home/a/app', A),
    [`projects/-home-a-app/${A}/subagents/agent-1.jsonl`]: sessionIn('/home/a/app', A, 'in /home/a/app'),
    [`projects/-home-a-app/${A}/subagents/agent-1.meta.json`]: '{"toolUseId":"t1","worktreePath":"/home/a/app/w"}',
    [`projects/-home-a-app/${A}/tool-results/t1.txt`]: 'found /home/a/app/x.ts\n/home/a/app2\n',
    [`projects/-home-a-app/${A}/tool-results/t2.png`]: Buffer.from('\0/home/a/app\0'),
    'projects/-home-a-app/agent-2.jsonl': sessionIn('/home/a/app', A),
    'projects/-home-a-app/memory/MEMORY.md': 'the app is in /home/a/app',
    'projects/-home-a-app/sessions-index.json': index('/home/a/app', [A]),
    [`projects/-home-a-app-sub/${B}.jsonl`]: sessionIn('/home/a/app/sub', B),
    // Another project with the same slug as the one above, and one with a longer name.
    [`projects/-home-a-app-sub/${C}.jsonl`]: sessionIn('/home/a/app-sub', C),
    'projects/-home-a-app-sub/sessions-index.json': index('/home/a/app/sub', [B, C]),
    [`projects/-home-a-app2/${D}.jsonl`]: sessionIn('/home/a/app2', D),
    [`file-history/${A}/abc@v1`]: '/home/a/app',
    [`todos/${A}-agent-${A}.json`]: '[]',
    'history.jsonl':
      '{"display":"/home/a/app","project":"/home/a/app","timestamp":1}\n' +
      '{"display":"x","project":"/home/a/app2","timestamp":2}\n' +
      '{"display":"y","project":"/home/a/app/sub"}\n',
  });
}

function moved(config: ConfigFolder, options: { from?: string; to?: string; mode?: 'move' | 'copy' } = {}) {
  const plan = planMove({ config, from: options.from ?? '/home/a/app', to: options.to ?? '/srv/new', home: '/home/a' });
  const folder = join(newFolder('journal'), 'journal');
  const journal = new Journal(folder);
  const result = applyMove(plan, { mode: options.mode ?? 'move', journal, at: AT });
  if (result.kind !== 'moved') throw new Error('refused');
  return { plan, journal, folder, ...result };
}

describe('move', () => {
  it('moves all sessions of a project, and no others', () => {
    const config = home();
    const before = snapshot(config.folder);
    const { outcome } = moved(config);
    const after = snapshot(config.folder);
    expect(outcome.sessions.map((session) => [session.sessionId, session.resumes])).toEqual([
      [A, true],
      [B, true],
    ]);
    expect(Object.keys(after).filter((path) => path.startsWith('projects/-srv-new'))).toEqual(
      expect.arrayContaining([
        `projects/-srv-new/${A}.jsonl`,
        `projects/-srv-new/${A}/subagents/agent-1.meta.json`,
        'projects/-srv-new/agent-2.jsonl',
        'projects/-srv-new/memory/MEMORY.md',
        'projects/-srv-new/sessions-index.json',
        `projects/-srv-new-sub/${B}.jsonl`,
      ]),
    );
    for (const path of [`projects/-home-a-app-sub/${C}.jsonl`, `projects/-home-a-app2/${D}.jsonl`]) {
      expect(after[path]).toBe(before[path]);
    }
    expect(after[`file-history/${A}/abc@v1`]).toBe(before[`file-history/${A}/abc@v1`]);
    expect(existsSync(join(config.projects, '-home-a-app'))).toBe(false);
    expect(Object.keys(after).filter((path) => path.includes('.tmp'))).toEqual([]);
  });

  it('changes paths at boundaries in every file, but not in thoughts', () => {
    const config = home();
    moved(config);
    const read = (path: string) => readFileSync(join(config.projects, path), 'utf8');
    const main = read(`-srv-new/${A}.jsonl`);
    expect(main).toBe(
      sessionIn('/home/a/app', A)
        .replaceAll('-home-a-app', '-srv-new')
        .replaceAll('/home/a/app', '/srv/new')
        .replace('thoughts of /srv/new', 'thoughts of /home/a/app'),
    );
    expect(read(`-srv-new/${A}/tool-results/t1.txt`)).toBe('found /srv/new/x.ts\n/home/a/app2\n');
    expect(read(`-srv-new/${A}/tool-results/t2.png`)).toBe('\0/home/a/app\0');
    expect(read(`-srv-new/${A}/subagents/agent-1.meta.json`)).toContain('"/srv/new/w"');
    expect(familyOf(join(config.projects, `-srv-new/${A}.jsonl`)).agents).toHaveLength(2);
    expect(checkFile(join(config.projects, `-srv-new/${A}.jsonl`)).resumes).toBe(true);
  });

  it('updates the lists of the client', () => {
    const config = home();
    moved(config);
    const index = (slug: string) =>
      JSON.parse(readFileSync(join(config.projects, slug, 'sessions-index.json'), 'utf8'));
    expect(index('-srv-new')).toEqual({
      version: 1,
      entries: [{ sessionId: A, fullPath: `/home/a/.claude/projects/-srv-new/${A}.jsonl`, projectPath: '/srv/new' }],
      originalPath: '/srv/new',
    });
    expect(index('-home-a-app-sub').entries.map((entry: { sessionId: string }) => entry.sessionId)).toEqual([C]);
    expect(index('-srv-new-sub').entries.map((entry: { sessionId: string }) => entry.sessionId)).toEqual([B]);
    expect(readFileSync(join(config.folder, 'history.jsonl'), 'utf8')).toBe(
      '{"display":"/home/a/app","project":"/srv/new","timestamp":1}\n' +
        '{"display":"x","project":"/home/a/app2","timestamp":2}\n' +
        '{"display":"y","project":"/srv/new/sub"}\n',
    );
  });

  it('is undone byte for byte', () => {
    const config = home();
    const before = snapshot(config.folder);
    const { journal, entry } = moved(config);
    expect(snapshot(config.folder)).not.toEqual(before);
    expect(journal.undo(entry).kind).toBe('undone');
    expect(snapshot(config.folder)).toEqual(before);
    expect(journal.list()[0]?.isUndone).toBe(true);
  });

  it('is not undone over a session that was continued, which keeps its new lines', () => {
    const config = home();
    const { journal, entry } = moved(config);
    const main = join(config.projects, `-srv-new/${A}.jsonl`);
    const { length } = readFileSync(main);
    appendFileSync(main, '{}\n');
    expect(journal.undo(entry)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('changed since') });
    writeFileSync(main, readFileSync(main).subarray(0, length));
    appendFileSync(join(config.folder, 'history.jsonl'), '{"display":"new","project":"/x"}\n');
    expect(journal.undo(entry).kind).toBe('undone');
    expect(readFileSync(join(config.folder, 'history.jsonl'), 'utf8')).toMatch(
      /^\{"display":"\/home\/a\/app","project":"\/home\/a\/app"[\s\S]*"project":"\/x"\}\n$/,
    );
  });

  it('can be undone after it was interrupted', () => {
    const config = home();
    const before = snapshot(config.folder);
    const { journal, entry, folder } = moved(config);
    // As after a crash: one new file does not exist yet, one old file still does.
    for (const change of entry.changes ?? []) {
      if (!change.file.endsWith('agent-2.jsonl')) continue;
      if (!change.before) rmSync(change.file);
      else {
        mkdirSync(dirname(change.file), { recursive: true });
        cpSync(join(folder, entry.id, change.before.kept), change.file, { preserveTimestamps: true });
      }
    }
    expect(journal.undo(entry).kind).toBe('undone');
    expect(snapshot(config.folder)).toEqual(before);
  });

  it('copies and keeps the old files', () => {
    const config = home();
    const before = snapshot(config.folder);
    const { journal, entry } = moved(config, { mode: 'copy' });
    const after = snapshot(config.folder);
    for (const path of Object.keys(before)) expect(after[path], path).toBe(before[path]);
    expect(after[`projects/-srv-new/${A}.jsonl`]).toBeDefined();
    journal.undo(entry);
    expect(snapshot(config.folder)).toEqual(before);
  });

  it('works in place if both names give one slug', () => {
    const config = home();
    const before = snapshot(config.folder);
    const { journal, entry } = moved(config, { to: '/home/a_app' });
    expect(cwdOf(join(config.projects, `-home-a-app/${A}.jsonl`))).toBe('/home/a_app');
    journal.undo(entry);
    expect(snapshot(config.folder)).toEqual(before);
  });

  it('notices a session that already exists at the new place', () => {
    const config = home();
    moved(config, { mode: 'copy' });
    const plan = planMove({ config, from: '/home/a/app', to: '/srv/new' });
    expect(plan.collisions.map((path) => basename(path))).toContain(`${A}.jsonl`);
  });

  it('restores everything if a file changes meanwhile', () => {
    const config = home();
    const plan = planMove({ config, from: '/home/a/app', to: '/srv/new' });
    const before = snapshot(config.folder);
    const journal = new Journal(join(newFolder('journal'), 'journal'));
    const change = journal.change.bind(journal);
    journal.change = (...args) => {
      appendFileSync(join(config.projects, `-home-a-app-sub/${B}.jsonl`), '\n');
      return change(...args);
    };
    expect(() => applyMove(plan, { mode: 'move', journal, at: AT })).toThrow('changed in the meantime');
    const after = snapshot(config.folder);
    delete after[`projects/-home-a-app-sub/${B}.jsonl`];
    delete before[`projects/-home-a-app-sub/${B}.jsonl`];
    expect(after).toEqual(before);
    expect(journal.list()).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)('every outside session', () => {
  const files = hasCorpus
    ? distinct([...sessionFilesIn(corpusPath('corpus/files')), ...sessionFilesIn(corpusPath('real-client/sessions'))])
    : [];

  it.each(files.filter((file) => !basename(file).startsWith('agent-')).map((file) => [file.slice(-70), file]))(
    '%s',
    (_, file) => {
      const cwd = cwdOf(file);
      const id = openSession(file).nodes.length > 0 ? A : undefined;
      if (!cwd || cwd.length < 2 || !id || dirname(cwd) === cwd) return;
      const config = configWith({ [`projects/${slugOf(cwd)}/${A}.jsonl`]: readFileSync(file) });
      const before = snapshot(config.folder);
      const source = join(config.projects, slugOf(cwd), `${A}.jsonl`);
      const check = checkFile(source);
      const sent = resume(openSession(source));
      const to = /^[A-Za-z]:/.test(cwd) ? 'E:\\zz\\zz' : '/zz/zz';
      const { journal, entry } = moved(config, { from: cwd, to });
      const target = join(config.projects, slugOf(to), `${A}.jsonl`);
      const after = checkFile(target);
      expect({ ...after, file: '', problems: [] }).toEqual({ ...check, file: '', problems: [] });
      expect(cwdOf(target)).toBe(to);
      const received = resume(openSession(target));
      expect(firstDifference(withoutPath(sent, cwd, to), withoutPath(received, to, cwd))).toBe('');
      journal.undo(entry);
      expect(snapshot(config.folder)).toEqual(before);
      rmSync(config.folder, { recursive: true });
    },
  );
});
