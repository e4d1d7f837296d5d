import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  draftPlan,
  editSourceOf,
  isJustWritten,
  Journal,
  performEdit,
  planCut,
  renameSession,
  sessionsOfEdit,
  whyLive,
} from '../../src/edit.js';
import { script } from '../support/lines.js';

const ID = '00000000-0000-4000-8000-000000000001';
let folder: string;
let file: string;
let agent: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unspool-own-writes-'));
  file = join(folder, 'projects/-home-dev-app', `${ID}.jsonl`);
  agent = join(folder, 'projects/-home-dev-app', ID, 'subagents/agent-abc.jsonl');
  mkdirSync(dirname(agent), { recursive: true });
  writeFileSync(file, script().user('go').reply('m1', 'done').user('more').reply('m2', 'more').text());
  writeFileSync(agent, script().user('task', { isSidechain: true, agentId: 'abc' }).text());
  const past = new Date(Date.now() - 86_400_000);
  for (const each of [file, agent]) utimesSync(each, past, past);
  journal = new Journal(join(folder, 'journal'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const live = (of = file, now = Date.now()) => whyLive(of, journal, now);
const order = () => ({ source: editSourceOf(file, ID), journal, now: Date.now(), refuseLive: refuse });
const rename = (title: string) => renameSession({ ...order(), title });
function refuse(each: string): void {
  if (live(each).length > 0) throw new Error(live(each).join());
}

describe('a title that a session already has', () => {
  it('is not written again, whether it is set or taken from its first words', () => {
    const before = readFileSync(file);
    expect(rename('go')).toEqual({ kind: 'unchanged' });
    expect(readFileSync(file)).toEqual(before);
    expect(rename('One').kind).toBe('renamed');
    expect(rename('One')).toEqual({ kind: 'unchanged' });
    expect(journal.list()).toHaveLength(1);
  });

  it('is written if the other place has a different one', () => {
    rename('One');
    const other = join(dirname(agent), '..', 'custom-title.json');
    for (const text of ['{"customTitle":"Old"}', 'null', '{']) {
      writeFileSync(other, text);
      expect(rename('One').kind).toBe('renamed');
      expect(readFileSync(other, 'utf8')).toBe('{"customTitle":"One"}');
    }
    expect(rename('One')).toEqual({ kind: 'unchanged' });
  });
});

describe('a session just written by one of our edits', () => {
  it('is not live: it can be edited, undone and edited again', () => {
    expect(rename('One').kind).toBe('renamed');
    expect(live()).toEqual([]);
    const second = rename('Two');
    expect(second.kind).toBe('renamed');
    const [newest] = journal.list();
    expect(newest && journal.undo(newest).kind).toBe('undone');
    expect(live()).toEqual([]);
    expect(rename('Three').kind).toBe('renamed');
  });

  it('is live as soon as something adds a line', () => {
    rename('One');
    appendFileSync(file, '{}\n');
    expect(live()[0]).toContain('was written');
    expect(() => rename('Two')).toThrow('was written');
  });

  it('is live if something wrote the same length at another time', () => {
    rename('One');
    utimesSync(file, new Date(), new Date(Date.now() + 3000));
    expect(live()).not.toEqual([]);
  });

  it('is not live if it is new, nor are its sub-agents', () => {
    const made = performEdit({ ...order(), plan: draftPlan('clone'), isInPlace: false });
    if (made.kind !== 'done') throw new Error(made.kind);
    const agents = join(made.file.replace(/\.jsonl$/, ''), 'subagents/agent-abc.jsonl');
    expect(existsSync(agents)).toBe(true);
    expect(live(made.file)).toEqual([]);
    expect(live(agents)).toEqual([]);
    appendFileSync(agents, '{}\n');
    expect(live(agents)).not.toEqual([]);
  });

  it('is live while one of its sub-agents writes, in a worktree too', () => {
    const worktree = join(folder, 'projects/-home-dev-app--claude-worktrees-x', ID, 'subagents/agent-w.jsonl');
    mkdirSync(dirname(worktree), { recursive: true });
    writeFileSync(worktree, readFileSync(agent));
    expect(live(file, statSync(worktree).mtimeMs)).toEqual(['its sub-agent w wrote 0 s ago']);
    utimesSync(worktree, 1e9, 1e9);
    expect(live()).toEqual([]);
    utimesSync(agent, new Date(), new Date());
    expect(live(file, statSync(agent).mtimeMs)).toEqual(['its sub-agent abc wrote 0 s ago']);
  });

  it('counts as quiet in lists until something else writes', () => {
    const isListedLive = () => isJustWritten({ file, mtimeMs: Date.now() }, journal, Date.now());
    expect(isListedLive()).toBe(true);
    rename('One');
    expect(isListedLive()).toBe(false);
    appendFileSync(file, '{}\n');
    expect(isListedLive()).toBe(true);
  });
});

describe('the journal', () => {
  it('does not undo a new session if one of its sub-agents continued', () => {
    const made = performEdit({ ...order(), plan: draftPlan('clone'), isInPlace: false });
    if (made.kind !== 'done') throw new Error(made.kind);
    const copy = join(made.file.replace(/\.jsonl$/, ''), 'subagents/agent-abc.jsonl');
    appendFileSync(copy, '{}\n');
    const [entry] = journal.list();
    expect(entry && journal.undo(entry)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(copy) });
    expect(existsSync(copy)).toBe(true);
  });

  it('recognises an edit that was killed just after it finished', () => {
    rename('One');
    const { session, turns } = order().source;
    expect(performEdit({ ...order(), plan: planCut(session, turns, new Set([2])), isInPlace: true }).kind).toBe('done');
    for (const { id } of journal.list()) {
      const entry = join(folder, 'journal', id, 'entry.json');
      const { left: _, ...rest } = JSON.parse(readFileSync(entry, 'utf8'));
      writeFileSync(entry, JSON.stringify(rest));
    }
    expect(live()).toEqual([]);
    appendFileSync(file, '{}\n');
    expect(live()).not.toEqual([]);
  });

  it('deletes after a day what a killed edit kept', () => {
    const killed = join(folder, 'journal/20260101000000000-000');
    const young = join(folder, 'journal/20260101000000000-001');
    for (const each of [killed, young]) {
      mkdirSync(each, { recursive: true });
      writeFileSync(join(each, 'original.jsonl'), 'x');
    }
    utimesSync(killed, 1e9, 1e9);
    rename('One');
    const [entry] = journal.list();
    for (const each of [join(folder, 'journal', entry?.id ?? ''), file]) utimesSync(each, 1e9, 1e9);
    rename('Two');
    expect([existsSync(killed), existsSync(young), journal.list().length]).toEqual([false, true, 2]);
  });
});

it('names each session that an undo would change once', () => {
  rename('One');
  expect(journal.list().map(sessionsOfEdit)).toEqual([[file]]);
});
