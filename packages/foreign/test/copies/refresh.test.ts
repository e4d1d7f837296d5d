import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions, openSession, turnsOf } from '@unspool/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { openForeign, refresh } from '../../src/index.js';
import { toy } from '../support/toy.js';

let home: string;
let root: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'unspool-foreign-'));
  root = join(home, 'data/foreign');
  mkdirSync(join(home, 'toy'));
});

const run = (adapter = toy) => refresh(adapter, { root, place: { env: {}, home, platform: 'linux' } });

function write(name: string, ...lines: object[]): string {
  const file = join(home, 'toy', name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

function sessions() {
  const { folder } = run();
  return folder ? listSessions(folder).sessions : [];
}

const PROMPT = { session: 's1', by: 'person', text: 'Hello' };
const ANSWER = { session: 's1', by: 'model', text: 'Hi' };

describe('copies', () => {
  it('are sessions that the reader reads', () => {
    write('a.jsonl', PROMPT, ANSWER);
    const [session] = sessions();
    expect(session).toMatchObject({ sessionId: 's1', slug: '-home-dev' });
    const { turns } = turnsOf(openSession(session?.file ?? ''));
    expect(turns).toHaveLength(1);
    expect(turns[0]?.replies).toHaveLength(1);
  });

  it('are made again only if the source has changed, and then begin with the same lines', () => {
    const file = write('a.jsonl', PROMPT);
    expect(run().translated).toBe(1);
    expect(run().translated).toBe(0);
    const before = readFileSync(sessions()[0]?.file ?? '', 'utf8');
    appendFileSync(file, `${JSON.stringify(ANSWER)}\n`);
    expect(run().translated).toBe(1);
    const after = readFileSync(sessions()[0]?.file ?? '', 'utf8');
    expect(after.startsWith(before)).toBe(true);
    expect(after.length).toBeGreaterThan(before.length);
  });

  it('come with a report of each source in which nothing could be read, every time', () => {
    const torn = write('torn.jsonl');
    writeFileSync(torn, '{"session":"s2","by":"per');
    appendFileSync(write('partly.jsonl', PROMPT, ANSWER), '{"torn');
    for (let time = 0; time < 2; time++) expect(run().problems.map(({ path }) => path)).toEqual([torn]);
    rmSync(torn);
    expect(run().problems).toEqual([]);
  });

  it('are rebuilt if the adapter is newer', () => {
    write('a.jsonl', PROMPT);
    run();
    expect(run({ ...toy, version: 2 }).translated).toBe(1);
  });

  it('are removed with their source', () => {
    const file = write('a.jsonl', PROMPT);
    write('b.jsonl', { ...PROMPT, session: 's2' });
    expect(sessions()).toHaveLength(2);
    rmSync(file);
    expect(sessions().map(({ sessionId }) => sessionId)).toEqual(['s2']);
  });

  it('are made from the longest of several files of one session', () => {
    write('a.jsonl', PROMPT, ANSWER);
    write('b.jsonl', PROMPT);
    const size = sessions()[0]?.size;
    const long = write('c.jsonl', PROMPT, ANSWER, ANSWER);
    expect(sessions()).toHaveLength(1);
    expect(sessions()[0]?.size).toBeGreaterThan(size ?? 0);
    rmSync(long);
    expect(sessions()[0]?.size).toBe(size);
  });

  it('of sub-agents belong to the session that started the first of them, in any order of reading', () => {
    write('a.jsonl', { agent: 'inner', parent: 'outer', text: 'Part of it' });
    write('b.jsonl', { agent: 'outer', parent: 's1', text: 'Do it' });
    write('c.jsonl', PROMPT, ANSWER);
    const [session, ...others] = sessions();
    expect(others).toEqual([]);
    expect(session?.agentFiles.map(({ id }) => id).sort()).toEqual(['inner', 'outer']);
    expect(session?.agentFiles.every(({ metaFile }) => metaFile !== undefined)).toBe(true);
    rmSync(join(home, 'toy/a.jsonl'));
    expect(sessions()[0]?.agentFiles.map(({ id }) => id)).toEqual(['outer']);
  });

  it('are not made from an empty source', () => {
    write('a.jsonl', {});
    expect(sessions()).toEqual([]);
  });

  it('stay in their folder for any id', () => {
    write('a.jsonl', { ...PROMPT, session: '../../../escaped' });
    const [session] = sessions();
    expect(session?.sessionId).toMatch(/^id-[0-9a-f]{24}$/);
    expect(existsSync(join(home, 'escaped.jsonl'))).toBe(false);
  });

  it('report damage and unknown kinds', () => {
    const file = write('a.jsonl', PROMPT, { strange: 1 });
    appendFileSync(file, '{"session": "s1", "by"');
    const made = openForeign(file, [toy], root);
    expect(made?.made?.report).toMatchObject({ damaged: 1, unknown: { strange: 1 } });
    expect(made?.made?.report.examples[0]?.where).toBe('line 3');
  });
});

describe('a file given by its path', () => {
  it('is opened but never listed', () => {
    const file = write('a.jsonl', PROMPT, ANSWER);
    const opened = openForeign(file, [toy], root);
    expect(opened?.adapter).toBe(toy);
    expect(opened?.sessions).toHaveLength(1);
    expect(turnsOf(openSession(opened?.sessions[0] ?? '')).turns).toHaveLength(1);
    expect(existsSync(join(root, 'pi'))).toBe(false);
  });

  it('is refused if no adapter recognises it', () => {
    expect(openForeign(write('a.jsonl', { type: 'user' }), [toy], root)).toBeUndefined();
  });
});
