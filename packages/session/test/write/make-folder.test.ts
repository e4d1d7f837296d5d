import { existsSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/write/make-folder.js';

const temporary = () => mkdtempSync(join(tmpdir(), 'unspool-folder-'));

describe('a folder is made', () => {
  it('with those above it, and with the rights asked for', () => {
    const folder = join(temporary(), 'a', 'b', 'c');
    makeFolder(folder, 0o700);
    expect(statSync(folder).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
  });

  it('also when it is there already, itself or by a link', () => {
    const folder = temporary();
    makeFolder(folder);
    symlinkSync(folder, `${folder}-link`, 'junction');
    makeFolder(`${folder}-link`);
    makeFolder(join(`${folder}-link`, 'in'));
    expect(existsSync(join(folder, 'in'))).toBe(true);
  });

  it('not where a file stands', () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
    expect(() => makeFolder(join(file, 'in'))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
  });

  it.skipIf(!existsSync('/proc/self'))('and it is told where there is no place for one', () => {
    expect(() => makeFolder('/proc/unspool/data')).toThrow(/ENOENT|EACCES|EROFS/);
  });
});
