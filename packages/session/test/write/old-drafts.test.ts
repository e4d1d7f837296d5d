import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { moveDraftName, sweepOldDrafts } from '../../src/write/old-drafts.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-sweep-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NOW = Date.UTC(2026, 5, 10);
const HOUR = 3_600_000;

function put(name: string, ageMs: number): string {
  const path = join(folder, name);
  writeFileSync(path, 'x');
  utimesSync(path, (NOW - ageMs) / 1000, (NOW - ageMs) / 1000);
  return path;
}

describe('old drafts', () => {
  it('of ours are removed, and no others', () => {
    const old = [
      '.unspool-0f0f0f0f-1111-4222-8333-444444444444.tmp',
      '.unspool-4711.tmp',
      '.unspool-move-12-3.tmp',
      '.unspool-undo-99.tmp',
    ].map((name) => put(name, 25 * HOUR));
    const kept = [
      put('.unspool-1f0f0f0f-1111-4222-8333-444444444444.tmp', 23 * HOUR),
      put('.unspool-of-mine.tmp.txt', 99 * HOUR),
      put('.unspool-notes.tmp', 99 * HOUR),
      put('unspool-4711.tmp', 99 * HOUR),
      put('0f0f0f0f-1111-4222-8333-444444444444.jsonl', 99 * HOUR),
      put('.4711.tmp', 99 * HOUR),
    ];
    expect(sweepOldDrafts(folder, NOW).sort()).toEqual(old.sort());
    expect(old.filter(existsSync)).toEqual([]);
    expect(kept.filter(existsSync)).toEqual(kept);
  });

  it('that are folders or links, and missing folders, are left alone', () => {
    mkdirSync(join(folder, '.unspool-1.tmp'));
    symlinkSync(put('target', 99 * HOUR), join(folder, '.unspool-2.tmp'));
    expect(sweepOldDrafts(folder, NOW + 99 * HOUR).filter((path) => !path.endsWith('444.tmp'))).toEqual([]);
    expect(sweepOldDrafts(join(folder, 'none'), NOW)).toEqual([]);
  });

  it('of a running move are left alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-drafts-'));
    // The number may belong to another process by now: the one with our number started at another time.
    const [own, dead, other] = [
      moveDraftName(0),
      '.unspool-move-99999999-1-0.tmp',
      `.unspool-move-${process.pid}-1-0.tmp`,
    ].map((name) => join(folder, name)) as [string, string, string];
    const stale = process.platform === 'linux' ? [dead, other] : [dead];
    for (const path of [own, ...stale]) {
      writeFileSync(path, 'x');
      utimesSync(path, 1e9, 1e9);
    }
    expect(sweepOldDrafts(folder, Date.now()).sort()).toEqual(stale.sort());
    expect(existsSync(own)).toBe(true);
  });
});
