import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sweepOldDrafts } from '../../src/write/old-drafts.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-sweep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOUR = 3_600_000;
const hoursFromNow = (hours: number) => Date.now() + hours * HOUR;

function put(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, 'x');
  return path;
}

const DRAFTS = [
  '.unspool-0f0f0f0f-1111-4222-8333-444444444444.tmp',
  '.unspool-4711.tmp',
  '.unspool-move-12-3.tmp',
  '.unspool-undo-99.tmp',
];

describe('old drafts', () => {
  it('of ours are removed after a day, and nothing else', () => {
    const drafts = DRAFTS.map(put);
    const others = [
      '.unspool-of-mine.tmp.txt',
      '.unspool-notes.tmp',
      'unspool-4711.tmp',
      '0f0f0f0f-1111-4222-8333-444444444444.jsonl',
      '.4711.tmp',
    ].map(put);
    expect(sweepOldDrafts(folder, hoursFromNow(23))).toEqual([]);
    expect(drafts.filter(existsSync)).toEqual(drafts);
    expect(sweepOldDrafts(folder, hoursFromNow(25)).sort()).toEqual(drafts.sort());
    expect(drafts.filter(existsSync)).toEqual([]);
    expect(others.filter(existsSync)).toEqual(others);
  });

  it('that are folders or links, and folders that do not exist, are left alone', () => {
    mkdirSync(join(folder, '.unspool-1.tmp'));
    symlinkSync(put('target'), join(folder, '.unspool-2.tmp'));
    expect(sweepOldDrafts(folder, hoursFromNow(99))).toEqual([]);
    expect(sweepOldDrafts(join(folder, 'none'), hoursFromNow(99))).toEqual([]);
  });

  it('are not those of a move at work, which have the times of the files they will replace', () => {
    const drafts = [process.pid, 99_999_999].map((pid) => put(`.unspool-move-${pid}-0.tmp`));
    for (const path of drafts) utimesSync(path, 1e9, 1e9);
    expect(sweepOldDrafts(folder, Date.now())).toEqual([]);
    expect(drafts.filter(existsSync)).toEqual(drafts);
  });
});
