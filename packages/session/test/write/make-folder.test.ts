import { existsSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/write/make-folder.js';

const temporary = () => mkdtempSync(join(tmpdir(), 'unspool-folder-'));

describe('a folder is made', () => {
  it('with its parents, and with the given permissions', () => {
    const folder = join(temporary(), 'a', 'b', 'c');
    makeFolder(folder, 0o700);
    expect(statSync(folder).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
  });

  it('even if it already exists, directly or through a link', () => {
    const folder = temporary();
    makeFolder(folder);
    symlinkSync(folder, `${folder}-link`, 'junction');
    makeFolder(`${folder}-link`);
    makeFolder(join(`${folder}-link`, 'in'));
    expect(existsSync(join(folder, 'in'))).toBe(true);
  });

  it('but not in place of a file', () => {
    const file = join(temporary(), 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(/EEXIST/);
    expect(() => makeFolder(join(file, 'in'))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
  });

  it.skipIf(!existsSync('/proc/self'))('with an error where it is impossible', () => {
    expect(() => makeFolder('/proc/unspool/data')).toThrow(/ENOENT|EACCES|EROFS/);
  });
});
