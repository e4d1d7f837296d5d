import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOOK, lookOf, readLook, readStats } from '../../src/indexing/file-look.js';
import { sweep } from '../../src/indexing/sweep.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-look-'));
const file = made('plain.jsonl', 'x'.repeat(4321));

describe('how a file looks', () => {
  it('is told the same by the fast way and by the usual one', () => {
    const odd = made('späße 🎈.jsonl', '');
    const old = made('old.jsonl', 'y');
    utimesSync(old, 1_234_567_890.123_456, 1_234_567_890.987_654);
    symlinkSync(file, join(folder, 'link.jsonl'));
    for (const path of [file, odd, old, join(folder, 'link.jsonl')]) {
      expect(taken(readLook, path)).toEqual(taken(readStats, path));
      const { size, mtimeMs, ino } = statSync(path);
      expect(taken(readLook, path)).toEqual([size, mtimeMs, ino]);
      expect(lookOf(path)).toBe(`${size} ${Math.floor(mtimeMs * 1000)} ${ino}`);
    }
  });

  it('is nothing where there is no file', () => {
    mkdirSync(join(folder, 'folder.jsonl'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dead.jsonl'));
    symlinkSync(join(folder, 'circle.jsonl'), join(folder, 'circle.jsonl'));
    const none = ['missing.jsonl', 'folder.jsonl', 'dead.jsonl', 'circle.jsonl', 'plain.jsonl/below'];
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
      none.push('pipe.jsonl');
    }
    for (const name of none) {
      expect(taken(readLook, join(folder, name)), name).toBeUndefined();
      expect(taken(readStats, join(folder, name)), name).toBeUndefined();
    }
  });
});

describe('how all files look', () => {
  const projects = join(folder, 'projects');
  for (const project of ['a', 'b']) {
    mkdirSync(join(projects, project, 'one', 'subagents'), { recursive: true });
    for (let at = 0; at < 700; at++) writeFileSync(join(projects, project, `${at}.jsonl`), `${at}`);
    writeFileSync(join(projects, project, 'one', 'subagents', 'agent-1.jsonl'), 'z');
  }
  const swept = sweep([{ folder, projects }]);

  it('is told of each, by its path', () => {
    expect(swept.paths).toHaveLength(1402);
    expect(swept.looks).toEqual(swept.paths.map(lookOf));
    expect(swept.paths.filter((path) => path.includes('subagents'))).toEqual(
      ['a', 'b'].map((project) => join(projects, project, 'one', 'subagents', 'agent-1.jsonl')),
    );
  });

  it('is the same as long as nothing changes, and another after any change', () => {
    const same = () => sweep([{ folder, projects }]).bytes();
    const path = join(projects, 'b', '7.jsonl');
    const { atime, mtime, mtimeMs } = statSync(path);
    expect(same()).toEqual(swept.bytes());
    utimesSync(path, atime, mtimeMs / 1000 - 1);
    expect(same()).not.toEqual(swept.bytes());
    utimesSync(path, atime, mtime);
    const before = same();
    writeFileSync(path, '77');
    utimesSync(path, atime, mtime);
    expect(same()).not.toEqual(before);
  });
});

function made(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function taken(read: typeof readLook, path: string): number[] | undefined {
  const looks = new Float64Array(2 * LOOK);
  if (!read(path, looks, LOOK)) return undefined;
  expect([...looks.subarray(0, LOOK)]).toEqual([0, 0, 0]);
  return [...looks.subarray(LOOK)];
}
