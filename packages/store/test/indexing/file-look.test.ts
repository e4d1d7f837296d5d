import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lookOf } from '../../src/indexing/file-look.js';
import { sweep } from '../../src/indexing/sweep.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-look-'));
const file = made('plain.jsonl', 'x'.repeat(4321));

describe('the state of a file', () => {
  it('is its size, time and inode', () => {
    const odd = made('späße 🎈.jsonl', '');
    const old = made('old.jsonl', 'y');
    utimesSync(old, 1_234_567_890.123_456, 1_234_567_890.987_654);
    symlinkSync(file, join(folder, 'link.jsonl'));
    for (const path of [file, odd, old, join(folder, 'link.jsonl')]) {
      const { size, mtimeMs, ino } = statSync(path);
      expect(lookOf(path)).toBe(`${size} ${Math.floor(mtimeMs * 1000)} ${ino}`);
    }
  });

  it('is undefined if there is no file', () => {
    mkdirSync(join(folder, 'folder.jsonl'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dead.jsonl'));
    symlinkSync(join(folder, 'circle.jsonl'), join(folder, 'circle.jsonl'));
    const none = ['missing.jsonl', 'folder.jsonl', 'dead.jsonl', 'circle.jsonl', 'plain.jsonl/below'];
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
      none.push('pipe.jsonl');
    }
    for (const name of none) expect(lookOf(join(folder, name)), name).toBeUndefined();
  });
});

describe('a sweep', () => {
  const projects = join(folder, 'projects');
  for (const project of ['a', 'b']) {
    mkdirSync(join(projects, project, 'one', 'subagents'), { recursive: true });
    for (let at = 0; at < 700; at++) writeFileSync(join(projects, project, `${at}.jsonl`), `${at}`);
    writeFileSync(join(projects, project, 'one', 'subagents', 'agent-1.jsonl'), 'z');
  }
  const swept = sweep([{ folder, projects }]);

  it('checks every file', () => {
    expect(swept.paths).toHaveLength(1402);
    expect(swept.looks).toEqual(swept.paths.map(lookOf));
    expect(swept.paths.filter((path) => path.includes('subagents'))).toEqual(
      ['a', 'b'].map((project) => join(projects, project, 'one', 'subagents', 'agent-1.jsonl')),
    );
  });

  it('is the same until something changes', () => {
    const again = () => sweep([{ folder, projects }]);
    const path = join(projects, 'b', '7.jsonl');
    const { atime, mtime, mtimeMs } = statSync(path);
    expect(again()).toEqual(swept);
    utimesSync(path, atime, mtimeMs / 1000 - 1);
    expect(again()).not.toEqual(swept);
    utimesSync(path, atime, mtime);
    const before = again();
    writeFileSync(path, '77');
    utimesSync(path, atime, mtime);
    expect(again()).not.toEqual(before);
  });
});

function made(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}
