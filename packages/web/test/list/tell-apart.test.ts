import { describe, expect, it } from 'vitest';
import { tellApart } from '../../src/list/tell-apart.js';

const named = (...paths: string[]) => {
  const projects = paths.map((path) => ({ key: path, name: path.split(/[\\/]/).at(-1) ?? '', path }));
  return [...tellApart(projects).values()].map(({ name }) => name);
};

describe('names of projects', () => {
  it('stay as they are if they are unique', () => {
    expect(named('/home/dev/app', '/home/dev/shop')).toEqual(['app', 'shop']);
    expect(named('/home/dev/app', '/home/dev/app')).toEqual(['app']);
    expect(named()).toEqual([]);
  });

  it('include parent folders if they are the same', () => {
    expect(named('/home/dev/cli', '/home/old/cli', 'E:\\work\\cli', '/x/other')).toEqual([
      'dev/cli',
      'old/cli',
      'work/cli',
      'other',
    ]);
    expect(named('/a/x/cli', '/b/x/cli')).toEqual(['a/x/cli', 'b/x/cli']);
    expect(named('/cli', '/a/cli')).toEqual(['cli', 'a/cli']);
  });

  it('do not grow without limit', () => {
    expect(named('/1/a/b/c/cli', '/2/a/b/c/cli')).toEqual(['a/b/c/cli', 'a/b/c/cli']);
  });
});
