import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listArchives, listFormer, removeOldDrafts } from '../../src/keep/archive-folder.js';
import { HEAD } from '../../src/keep/archive-format.js';
import { archivePath } from '../../src/keep/archive-path.js';
import { ArchiveReader } from '../../src/keep/archive-reader.js';
import { archiveSession } from '../../src/keep/archive-session.js';
import {
  lay,
  line,
  NOW,
  newArchiveFolder,
  newConfig,
  SESSION_ID,
  SLUG,
  sessionsOf,
  theSession,
  wholeFamily,
} from './family.js';

const MAIN = `projects/${SLUG}/${SESSION_ID}.jsonl`;
let config: ReturnType<typeof newConfig>;
let folder: string;

beforeEach(() => {
  config = newConfig();
  folder = newArchiveFolder();
  lay(config, wholeFamily());
});

it('includes sub-agents in worktrees, also for a session that was found by itself', () => {
  const worktree = `projects/${SLUG}--claude-worktrees-agent-b7/${SESSION_ID}/subagents/agent-b7.jsonl`;
  lay(config, { [worktree]: line('in a worktree', { isSidechain: true, agentId: 'b7' }) });
  archiveSession({ ...theSession(config), agentFiles: [] }, config, { folder, now: NOW });
  const archive = new ArchiveReader(listArchives(folder)[0]?.path ?? '');
  archive.close();
  expect(archive.index.files.find(({ name }) => name === worktree)?.agent).toBe('b7');
});

const take = (now = NOW) => archiveSession(theSession(config), config, { folder, now });
const main = () => join(config.folder, MAIN);

function names(): string[] {
  const [entry] = listArchives(folder);
  const archive = new ArchiveReader(entry?.path ?? '');
  archive.close();
  return archive.index.files.map((file) => file.name).sort();
}

function text(name: string): string | undefined {
  const [entry] = listArchives(folder);
  const archive = new ArchiveReader(entry?.path ?? '');
  try {
    const file = archive.file(name);
    return file && Buffer.concat([...archive.chunks(file)]).toString('utf8');
  } finally {
    archive.close();
  }
}

describe('archiveSession', () => {
  it('includes the whole family in every layout', () => {
    expect(take().kind).toBe('archived');
    expect(names()).toEqual(Object.keys(wholeFamily()).sort());
    for (const [name, content] of Object.entries(wholeFamily())) expect(text(name), name).toBe(content);
  });

  it('has what a list shows', () => {
    take();
    const archive = new ArchiveReader(archivePath(folder, theSession(config)));
    archive.close();
    expect(archive.index).toMatchObject({
      sessionId: SESSION_ID,
      slug: SLUG,
      config: config.folder,
      takenAt: NOW,
      facts: { cwd: '/home/dev/app', turns: 1, title: { text: 'Mine' } },
    });
  });

  it('does not write what has not changed', () => {
    const first = take();
    const path = first.kind === 'nothing' ? '' : first.path;
    const { ino, mtimeMs } = statSync(path);
    expect(take(NOW + 1)).toEqual({ kind: 'unchanged', path });
    expect(statSync(path)).toMatchObject({ ino, mtimeMs });
  });

  it('adds what is new, and leaves no former archive', () => {
    take();
    appendFileSync(main(), line('more words'));
    writeFileSync(join(config.folder, `projects/${SLUG}/${SESSION_ID}/tool-results/new.txt`), 'new');
    expect(take(NOW + 1).kind).toBe('archived');
    expect(text(MAIN)).toBe(line('the main words') + line('more words'));
    expect(names()).toContain(`projects/${SLUG}/${SESSION_ID}/tool-results/new.txt`);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('keeps what the clean-up deleted from a running family', () => {
    take();
    const agent = `projects/${SLUG}/${SESSION_ID}/subagents/agent-a1.jsonl`;
    rmSync(join(config.folder, agent));
    rmSync(join(config.folder, `file-history/${SESSION_ID}`), { recursive: true });
    appendFileSync(main(), line('more words'));
    expect(take(NOW + 1).kind).toBe('archived');
    expect(names()).toEqual(Object.keys(wholeFamily()).sort());
    expect(text(agent)).toBe(wholeFamily()[agent]);
  });

  it('does not change if the transcript is gone and its folder is left', () => {
    take();
    rmSync(main());
    expect(take(NOW + 1).kind).toBe('unchanged');
    expect(text(MAIN)).toBe(line('the main words'));
  });

  it('keeps the older version of a session that was rewritten', () => {
    take();
    writeFileSync(main(), line('other words'));
    expect(take(NOW + 1).kind).toBe('archived');
    expect(text(MAIN)).toBe(line('other words'));
    const [former] = listFormer(folder);
    const archive = new ArchiveReader(former ?? '');
    const file = archive.file(MAIN);
    expect(file && Buffer.concat([...archive.chunks(file)]).toString()).toBe(line('the main words'));
    archive.close();
  });

  it('keeps a damaged archive aside and writes a new one', () => {
    const first = take();
    const path = first.kind === 'nothing' ? '' : first.path;
    writeFileSync(path, 'no archive');
    expect(take(NOW + 1).kind).toBe('archived');
    expect(text(MAIN)).toBe(line('the main words'));
    expect(readFileSync(listFormer(folder)[0] ?? '', 'utf8')).toBe('no archive');
  });

  it('is rewritten from the session if the former archive is damaged', () => {
    const first = take();
    const path = first.kind === 'nothing' ? '' : first.path;
    const bytes = readFileSync(path);
    // In the block after that of the session's own transcript, which is read from disk anyway.
    const mainBlock = first.kind === 'archived' ? (first.index.files[0]?.blocks[0]?.[0] ?? 0) : 0;
    const at = HEAD.length + mainBlock + 3;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    rmSync(join(config.folder, `file-history/${SESSION_ID}`), { recursive: true });
    appendFileSync(main(), line('more words'));
    expect(take(NOW + 1).kind).toBe('archived');
    expect(text(MAIN)).toBe(line('the main words') + line('more words'));
    expect(listFormer(folder)).toHaveLength(1);
  });

  it('does not replace a newer state of a session with an older one', () => {
    take(NOW + 10);
    appendFileSync(main(), line('more words'));
    expect(take(NOW).kind).toBe('unchanged');
    expect(text(MAIN)).toBe(line('the main words'));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('finds nothing worth keeping in an empty folder', () => {
    rmSync(main());
    for (const each of sessionsOf(config)) for (const agent of each.agentFiles) rmSync(agent.file);
    expect(take().kind).toBe('nothing');
    expect(existsSync(folder)).toBe(false);
  });
});

describe('hostile families', () => {
  it('follow no links', () => {
    const secret = join(config.folder, 'secret.txt');
    writeFileSync(secret, 'secret');
    symlinkSync(secret, join(config.folder, `projects/${SLUG}/${SESSION_ID}/tool-results/link.txt`));
    symlinkSync(config.folder, join(config.folder, `projects/${SLUG}/${SESSION_ID}/loop`));
    symlinkSync('nowhere', join(config.folder, `projects/${SLUG}/${SESSION_ID}/broken`));
    const result = take();
    expect(result).toMatchObject({ kind: 'archived' });
    expect(result.kind === 'archived' && result.notes.join('\n')).toMatch(/link\.txt is left out: it is a link/);
    expect(names()).toEqual(Object.keys(wholeFamily()).sort());
  });

  it.skipIf(process.getuid?.() === 0)('leave out unreadable files', () => {
    const own = join(config.folder, `projects/${SLUG}/${SESSION_ID}`);
    for (const name of ['tool-results/toolu_1.txt', 'subagents/agent-a1.jsonl']) chmodSync(join(own, name), 0);
    expect(take()).toMatchObject({ kind: 'archived' });
    expect(names()).toHaveLength(Object.keys(wholeFamily()).length - 2);
    expect(take(NOW + 1)).toMatchObject({ kind: 'unchanged' });
    chmodSync(main(), 0);
    expect(() => take(NOW + 1)).toThrow(/EACCES/);
  });

  it('keep names that have a special meaning on other systems', () => {
    const odd = [`..x`, 'a\\..\\b', 'con', '~', '-rf', 'ä', '\u001b[31m', '%2e%2e'];
    for (const name of odd) lay(config, { [`projects/${SLUG}/${SESSION_ID}/tool-results/${name}`]: name });
    expect(take().kind).toBe('archived');
    for (const name of odd) expect(text(`projects/${SLUG}/${SESSION_ID}/tool-results/${name}`)).toBe(name);
  });

  it('do not include the todos of others if the session’s name is not an id', () => {
    lay(config, { [`projects/${SLUG}/1.jsonl`]: line('odd') });
    archiveSession(theSession(config, '1'), config, { folder, now: NOW });
    expect(names()).toEqual([`projects/${SLUG}/1.jsonl`]);
  });

  it('nested too deep are cut off', () => {
    const deep = join(config.folder, `projects/${SLUG}/${SESSION_ID}`, ...Array.from({ length: 40 }, () => 'd'));
    mkdirSync(deep, { recursive: true });
    writeFileSync(join(deep, 'x'), 'x');
    const result = take();
    expect(result.kind === 'archived' && result.notes.join()).toContain('too deep');
  });
});

describe('drafts', () => {
  const left = (name: string, secondsAgo: number) => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), NOW / 1000 - secondsAgo, NOW / 1000 - secondsAgo);
  };

  it('of killed processes are removed, those of running ones are kept', () => {
    take();
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    left(`.x.unspool.${process.pid}-0a.tmp`, 3000);
    left(`.x.unspool.${process.pid}-0b.tmp`, 4000);
    left(`.x.unspool.${pid}-0c.tmp`, 100);
    left(`.x.unspool.${pid}-0d.tmp`, 10);
    left('.x.tmp', 3000);
    left('.y.tmp', 4000);
    removeOldDrafts(folder, NOW);
    const drafts = readdirSync(folder).filter((name) => name.endsWith('.tmp'));
    expect(drafts.sort()).toEqual(['.x.tmp', `.x.unspool.${process.pid}-0a.tmp`, `.x.unspool.${pid}-0d.tmp`].sort());
  });
});
