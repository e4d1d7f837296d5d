import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Journal } from '../../src/edit/journal.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-journal-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function made(bytes: number) {
  const file = join(folder, `${bytes}-${Math.random()}.jsonl`);
  writeFileSync(file, '');
  // A sparse file, which takes no room on the disk.
  truncateSync(file, bytes);
  const journal = new Journal(join(folder, 'journal'));
  const entry = journal.created({ at: new Date().toISOString(), what: 'clone', file, created: [file] });
  return { file, journal, entry };
}

describe.each([
  ['small', 1000],
  ['large', 65 * 1024 * 1024],
])('a new session of %s', (_, bytes) => {
  it('is ours and is removed by undo', () => {
    const { file, journal, entry } = made(bytes);
    expect(journal.isOurs(file)).toBe(true);
    expect(journal.undo(entry).kind).toBe('undone');
    expect(existsSync(file)).toBe(false);
  });

  it('is left alone if something was added', () => {
    const { file, journal, entry } = made(bytes);
    appendFileSync(file, 'x');
    expect(journal.isOurs(file)).toBe(false);
    expect(journal.undo(entry).kind).toBe('refused');
    expect(existsSync(file)).toBe(true);
  });
});

it('a large session rewritten at the same length is left alone', () => {
  const { file, journal, entry } = made(65 * 1024 * 1024);
  expect(entry.sha256).toBe('');
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  expect(journal.undo(entry).kind).toBe('refused');
});

describe('an edit in place', () => {
  function replaced() {
    const [file, edited] = ['a', 'b'].map((name) => join(folder, `${name}-${Math.random()}.jsonl`)) as [string, string];
    writeFileSync(file, 'before');
    writeFileSync(edited, 'after');
    const journal = new Journal(join(mkdtempSync(join(folder, 'j-')), 'journal'));
    return { file, edited, journal, facts: { at: new Date().toISOString(), what: 'cut', file } };
  }

  it('that failed is not listed for undo', () => {
    const { file, edited, journal, facts } = replaced();
    rmSync(edited);
    mkdirSync(edited);
    expect(() => journal.replace(facts, edited)).toThrow('EISDIR');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(journal.list()).toEqual([]);
  });

  it('succeeds even if that cannot be recorded, and is undone all the same', () => {
    const { file, edited, journal, facts } = replaced();
    const entry = journal.replace(facts, edited);
    if (!entry) throw new Error('not replaced');
    expect(journal.undo(entry).kind).toBe('undone');
    // As if the undo had been killed before it was recorded.
    expect(journal.undo({ ...entry, isUndone: false })).toMatchObject({ kind: 'undone' });
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(journal.list()[0]?.isUndone).toBe(true);
  });
});

it('a new session that was already deleted counts as undone', () => {
  const { file, journal, entry } = made(10);
  rmSync(file);
  expect(journal.undo(entry)).toMatchObject({ kind: 'undone', entry: { isUndone: true } });
});
