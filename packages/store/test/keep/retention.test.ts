import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deletesInDays, isDeletedWithin, projectFoldersOf, retentionOf } from '../../src/keep/retention.js';
import { line, NOW, newConfig, SLUG, sessionsOf } from './family.js';

const DAY = 86_400_000;

function write(file: string, content: unknown): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function configWith(settings?: string) {
  const config = newConfig();
  if (settings !== undefined) write(join(config.folder, 'settings.json'), settings);
  return config;
}

/** A project with settings of its own, shared and local. */
function project(shared?: object, local?: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-project-'));
  if (shared) write(join(folder, '.claude', 'settings.json'), shared);
  if (local) write(join(folder, '.claude', 'settings.local.json'), local);
  return folder;
}

const days = (count: number) => ({ cleanupPeriodDays: count });

describe('the user settings', () => {
  it.each([
    [undefined, 30],
    ['{}', 30],
    ['{"cleanupPeriodDays": 10}', 10],
    ['{"cleanupPeriodDays": 0}', 0],
    ['{"cleanupPeriodDays": -1}', 30],
    ['{"cleanupPeriodDays": "x"}', 30],
    ['{"cleanupPeriodDays": 99999}', 99999],
    ['[]', 30],
    ['null', 30],
    ['{ broken', 30],
  ])('%s mean %d days', (settings, expected) => {
    expect(retentionOf(configWith(settings), []).days).toBe(expected);
  });
});

describe('settings of projects', () => {
  it('the shortest in force anywhere counts: a client cleans up all projects', () => {
    const config = configWith('{"cleanupPeriodDays": 3650}');
    expect(retentionOf(config, [project()]).days).toBe(3650);
    expect(retentionOf(config, [project(days(7)), project(days(90)), project()]).days).toBe(7);
  });

  it('a longer one does not help: a client in another project does not know it', () => {
    expect(retentionOf(configWith(), [project(days(365))]).days).toBe(30);
  });

  it('local settings come before shared ones, and those before the user settings', () => {
    const config = configWith('{"cleanupPeriodDays": 50}');
    expect(retentionOf(config, [project(days(5), days(40))]).days).toBe(40);
    expect(retentionOf(config, [project(days(5), {})]).days).toBe(5);
    expect(retentionOf(config, [project(days(5), days(-1))]).days).toBe(5);
  });

  it('projects are found in the state of the client', () => {
    const config = configWith();
    const known = { projects: { [project(days(9))]: {}, 'not/absolute': {}, '//host/share': {} } };
    write(join(dirname(config.folder), '.claude.json'), known);
    expect(retentionOf(config, []).days).toBe(9);
    write(join(config.folder, '.claude.json'), { projects: { [project(days(8))]: {} } });
    expect(retentionOf(config, []).days).toBe(8);
  });

  it('projects are found by the sessions', () => {
    const config = configWith();
    const cwd = project(days(4));
    write(join(config.projects, SLUG, '00000000-0000-4000-8000-000000000001.jsonl'), line('x', { cwd }));
    expect(projectFoldersOf(sessionsOf(config))).toEqual([cwd]);
  });
});

describe('days left', () => {
  const session = (age: number, lines = line('x')) => {
    const file = write(join(newConfig().projects, SLUG, 'session.jsonl'), lines);
    utimesSync(file, (NOW - age * DAY) / 1000, (NOW - age * DAY) / 1000);
    return { file, mtimeMs: NOW - age * DAY };
  };
  const plain = (limit: number) => ({ days: limit, desktopDays: Number.POSITIVE_INFINITY });

  it.each([
    [0, 30, 30],
    [29, 30, 1],
    [29.5, 30, 1],
    [30, 30, 0],
    [300, 30, 0],
    [5, 99999, 99994],
  ])('after %d days of %d there are %d', (age, limit, left) => {
    expect(deletesInDays(session(age), plain(limit), NOW)).toBe(left);
  });

  const desktop = { entrypoint: 'claude-desktop' };
  it.each([
    ['started in Claude Desktop', line('a', desktop) + line('b', { entrypoint: 'cli' })],
    ['last continued in Claude Desktop', line('a', { entrypoint: 'cli' }) + line('b', desktop)],
  ])('a session %s is kept', (_, lines) => {
    expect(deletesInDays(session(300, lines), plain(30), NOW)).toBeNull();
    expect(deletesInDays(session(300, lines), { days: 30, desktopDays: 310 }, NOW)).toBe(10);
  });

  it('it is deleted within some days exactly if it is deleted in as many', () => {
    for (const lines of [line('a', { entrypoint: 'cli' }), line('a', desktop)]) {
      for (const age of [1, 22, 23, 24, 31, 300]) {
        for (const retention of [plain(30), { days: 30, desktopDays: 310 }]) {
          const each = session(age, lines);
          const left = deletesInDays(each, retention, NOW) ?? Number.POSITIVE_INFINITY;
          for (const limit of [0, 7, 8]) expect(isDeletedWithin(limit, each, retention, NOW)).toBe(left <= limit);
        }
      }
    }
  });

  it('a session only passed through Claude Desktop is not', () => {
    const lines = line('a', { entrypoint: 'cli' }) + line('b', desktop) + line('c', { entrypoint: 'cli' });
    expect(deletesInDays(session(31, lines), plain(30), NOW)).toBe(0);
  });
});

describe('desktop sessions', () => {
  it.each([
    [{}, Number.POSITIVE_INFINITY],
    [{ desktopSessionCleanupPeriodDays: 0 }, Number.POSITIVE_INFINITY],
    [{ desktopSessionCleanupPeriodDays: 60 }, 60],
    [{ desktopSessionCleanupPeriodDays: 5 }, 30],
    [{ desktopSessionCleanupPeriodDays: 5, cleanupPeriodDays: 2 }, 5],
  ])('%j', (settings, expected) => {
    expect(retentionOf(configWith(JSON.stringify(settings)), []).desktopDays).toBe(expected);
    expect(retentionOf(configWith(), [project(settings)]).desktopDays).toBe(expected);
  });
});
