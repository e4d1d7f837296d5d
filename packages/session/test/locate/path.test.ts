import { describe, expect, test } from 'vitest';
import { fileName, isInsidePath, isSamePath, projectName } from '../../src/locate/path.js';

describe('projectName', () => {
  test.each([
    ['/home/user/project', 'project'],
    ['/home/user/project/', 'project'],
    ['/', '/'],
    ['E:\\code\\my app', 'my app'],
    ['E:\\code\\my app\\', 'my app'],
    ['c:/code/x', 'x'],
    ['C:\\', 'C:/'],
    ['\\\\host\\share\\team\\x', 'x'],
    ['\\\\?\\C:\\code\\x', 'x'],
    ['/home/user/back\\slash', 'back\\slash'],
    ['project', 'project'],
    ['', ''],
  ])('%s is %s', (cwd, name) => expect(projectName(cwd)).toBe(name));
});

describe('isSamePath', () => {
  test.each([
    ['C:\\Code\\X', 'c:/code/x/'],
    ['c:\\code\\.\\a\\..\\x', 'C:\\code\\x'],
    ['\\\\Host\\Share\\x', '\\\\host\\share\\X\\'],
    ['\\\\?\\C:\\code', 'c:\\code'],
    ['\\\\?\\UNC\\host\\share\\x', '\\\\host\\share\\x'],
    ['/home/a', '/home/a/'],
    ['/home//a', '/home/./b/../a'],
  ])('%s is %s', (a, b) => expect(isSamePath(a, b)).toBe(true));

  test.each([
    ['/home/A', '/home/a'],
    ['/home/a\\b', '/home/a/b'],
    ['C:\\code', 'D:\\code'],
    ['\\\\host\\one', '\\\\host\\two'],
    ['home/a', '/home/a'],
  ])('%s is not %s', (a, b) => expect(isSamePath(a, b)).toBe(false));
});

describe('isInsidePath', () => {
  test.each([
    ['/home/a/b', '/home/a', true],
    ['/home/a', '/home/a/', true],
    ['/home/ab', '/home/a', false],
    ['/home/a/../b', '/home/a', false],
    ['/anything', '/', true],
    ['C:\\Code\\x', 'c:/code', true],
    ['C:\\x', 'c:\\', true],
    ['\\\\host\\share\\x', '\\\\HOST\\share', true],
  ])('%s in %s: %s', (path, folder, answer) => expect(isInsidePath(path, folder)).toBe(answer));
});

test('fileName takes both kinds of separators', () => {
  expect(fileName('/a/b.txt')).toBe('b.txt');
  expect(fileName('C:\\a\\b.txt')).toBe('b.txt');
  expect(fileName('/a/..')).toBe('..');
  expect(fileName('/a/')).toBe('');
});
