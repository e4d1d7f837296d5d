import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, SESSION_ID, sessionFile } from '../support/session-file.js';

/** Put together here, so that no scanner takes this file for a leak. */
const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
const OTHER = ['AKIA', 'QX7Z3M9T2BWLC4HD'].join('');
const LONG_AGO = Date.UTC(2026, 4, 1) / 1000;
let home: string;
let project: string;
let file: string;

/** A session whose lines, sub-agent, long output, titles, todos and file history hold secrets. */
beforeEach(() => {
  project = newProject();
  home = dirname(dirname(project));
  const thought = { type: 'thinking', thinking: `I have ${SECRET}`, signature: 'c2ln' };
  file = sessionFile()
    .user(`use ${SECRET}`)
    .reply('m1', [thought])
    .reply('m1', `I use ${SECRET}`)
    .call('m2', 't1', 'Bash', { command: `curl -H "Authorization: token ${SECRET}"` })
    .result('t1', 'ok')
    .reply('m3', 'done')
    .write(undefined, project);
  const own = join(project, SESSION_ID);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const agent = sessionFile().user(`task with ${SECRET}`, { isSidechain: true, agentId: 'abc' });
  put(join(own, 'subagents/agent-abc.jsonl'), agent.text());
  put(join(own, 'subagents/agent-abc.meta.json'), JSON.stringify({ description: `find ${OTHER}`, toolUseId: 't1' }));
  put(join(own, 'tool-results/t1.txt'), `line\n${SECRET}\n${OTHER}\n`);
  put(join(own, 'tool-results/t2.txt'), 'nothing here\n');
  put(join(own, 'custom-title.json'), JSON.stringify({ customTitle: `with ${SECRET}` }));
  put(join(home, 'file-history', SESSION_ID, 'f@v1'), SECRET);
  put(join(home, 'todos', `${SESSION_ID}-agent-abc.json`), JSON.stringify([{ content: SECRET }]));
  for (const path of filesIn(home)) utimesSync(path, LONG_AGO, LONG_AGO);
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const bytesIn = (folder: string) => new Map(filesIn(folder).map((path) => [path, readFileSync(path, 'utf8')]));

async function unspool(...args: string[]) {
  const env = { UNSPOOL_HOME: join(home, 'data'), CLAUDE_CONFIG_DIR: home };
  const io = memoryIo({ home, cwd: home, env });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

describe('unspool redact', () => {
  it('names every place where originals still contain secrets', async () => {
    const { out } = await unspool('redact', file);
    const kept = [file, join(project, SESSION_ID), join(home, 'todos', `${SESSION_ID}-agent-abc.json`)];
    for (const path of [...kept, join(home, 'file-history', SESSION_ID)]) expect(out).toContain(`rm -r ${path}\n`);
  });

  it('says in place too that file history was not searched', async () => {
    const { out } = await unspool('redact', file, '--in-place');
    expect(out).toContain('File history is unchanged and may contain secrets');
    expect(out).toContain(`rm -r ${join(home, 'file-history', SESSION_ID)}`);
  });

  it('makes a new session without the secrets, with its family, and says where they still are', async () => {
    const before = bytesIn(home);
    const { exitCode, out } = await unspool('redact', file, '--json');
    expect(exitCode).toBe(0);
    expect(out).not.toContain(SECRET);
    const made = JSON.parse(out);
    expect(made.resumes).toBe(true);
    expect(made.report.distinct).toBe(2);
    expect(made.notes.join('\n')).toContain(`rm -r ${file}`);
    const fresh = filesIn(home).filter((path) => !before.has(path) && !path.includes('/data/'));
    expect(fresh.map((path) => path.replaceAll(made.sessionId, 'ID').slice(home.length + 1)).sort()).toEqual([
      'projects/-home-dev-app/ID.jsonl',
      'projects/-home-dev-app/ID/custom-title.json',
      'projects/-home-dev-app/ID/subagents/agent-abc.jsonl',
      'projects/-home-dev-app/ID/subagents/agent-abc.meta.json',
      'projects/-home-dev-app/ID/tool-results/t1.txt',
      'projects/-home-dev-app/ID/tool-results/t2.txt',
      'todos/ID-agent-abc.json',
    ]);
    const tokens = new Set<string>();
    for (const path of fresh) {
      const text = readFileSync(path, 'utf8');
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(OTHER);
      for (const [token] of text.matchAll(/\[redacted:[^\]]*\]/g)) tokens.add(token);
    }
    expect(tokens.size).toBe(2);
    for (const [path, text] of before) expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('redacts the whole family in place, and undo brings all of it back', async () => {
    const before = bytesIn(home);
    const { exitCode, out } = await unspool('redact', file, '--in-place');
    expect(exitCode).toBe(0);
    expect(out).toContain('The original still contains the secrets, kept for undo');
    for (const path of filesIn(project)) expect(readFileSync(path, 'utf8')).not.toContain(SECRET);
    expect(readFileSync(join(project, SESSION_ID, 'tool-results/t2.txt'), 'utf8')).toBe('nothing here\n');
    expect((await unspool('redact', file)).out).toContain('Nothing to redact');
    expect((await unspool('undo')).exitCode).toBe(0);
    for (const [path, text] of before) expect(readFileSync(path, 'utf8'), path).toBe(text);
    expect(filesIn(project).filter((path) => path.endsWith('.tmp'))).toEqual([]);
  });

  it('undoes nothing when one of the files has changed since', async () => {
    await unspool('redact', file, '--in-place');
    const output = join(project, SESSION_ID, 'tool-results/t1.txt');
    writeFileSync(output, 'changed');
    const after = readFileSync(file, 'utf8');
    const { exitCode, err } = await unspool('undo');
    expect(exitCode).not.toBe(0);
    expect(err).toContain('has changed since');
    expect(readFileSync(file, 'utf8')).toBe(after);
  });

  it('reports by kind and prints no secret; a dry run writes nothing', async () => {
    const before = bytesIn(home);
    const { out, err } = await unspool('redact', file, '-n');
    expect(out).toContain('github');
    expect(out + err).not.toContain(SECRET);
    expect(bytesIn(home)).toEqual(before);
    expect(existsSync(join(home, 'data'))).toBe(false);
  });

  it('names the files it cannot search, and copies them unchanged', async () => {
    const picture = join(project, SESSION_ID, 'tool-results/shot.png');
    const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0, 0xff]), Buffer.from(SECRET)]);
    writeFileSync(picture, bytes);
    utimesSync(picture, LONG_AGO, LONG_AGO);
    const dry = await unspool('redact', file, '-n');
    expect(dry.out).toContain('1 file is binary and cannot be searched for secrets');
    expect(dry.out).toContain(picture);
    const { out } = await unspool('redact', file, '--json');
    const made = JSON.parse(out);
    expect(made.unread).toEqual([picture]);
    expect(readFileSync(made.file.replace('.jsonl', '/tool-results/shot.png'))).toEqual(bytes);
    const { out: nothing } = await unspool('redact', file, '--allow', SECRET, OTHER);
    expect(nothing).toContain('Nothing to redact');
    expect(nothing).toContain(picture);
  });

  it('is named in the list of edits', async () => {
    await unspool('redact', file, '--in-place');
    expect((await unspool('undo', '--list')).out).toMatch(/redact \d+ secrets.*in place/);
    await unspool('undo');
    expect((await unspool('undo', '--list')).out).toMatch(/redact \d+ secrets.*undone/);
  });

  it('leaves alone what the person allows', async () => {
    const { out } = await unspool('redact', file, '--allow', SECRET, OTHER);
    expect(out).toContain('Nothing to redact');
  });
});
