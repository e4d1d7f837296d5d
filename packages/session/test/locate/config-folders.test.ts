import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configFolders, configPaths } from '../../src/locate/config-folders.js';
import { tempTree } from './temp-tree.js';

test('is ~/.claude by default', () => {
  const home = tempTree({ '.claude/projects/x/s.jsonl': '' });
  const folder = join(home, '.claude');
  expect(configFolders({}, home)).toEqual([{ folder, projects: join(folder, 'projects') }]);
  expect(configFolders({ CLAUDE_CONFIG_DIR: ' ' }, home)).toHaveLength(1);
});

test('accepts several folders, uses those that contain projects, and each once', () => {
  const home = tempTree({ 'one/projects/a/s': '', 'two/projects/a/s': '', 'bare/x': '' });
  symlinkSync(join(home, 'one'), join(home, 'again'));
  const env = { CLAUDE_CONFIG_DIR: `~/one, ${home}/two/ ,${home}/bare,,${home}/missing,~/again` };
  expect(configFolders(env, home).map((config) => config.projects)).toEqual([
    join(home, 'one/projects'),
    join(home, 'two/projects'),
  ]);
  expect(configPaths(env, home)).toHaveLength(5);
});

test('accepts the projects folder itself', () => {
  const home = tempTree({ 'x/projects/a/s': '' });
  const config = { folder: join(home, 'x'), projects: join(home, 'x/projects') };
  expect(configFolders({ CLAUDE_CONFIG_DIR: config.projects }, home)).toEqual([config]);
});

test('accepts a config folder that is named projects', () => {
  const home = tempTree({ 'projects/projects/a/s': '' });
  expect(configFolders({ CLAUDE_CONFIG_DIR: '~/projects' }, home)[0]?.folder).toBe(join(home, 'projects'));
});

test('accepts a comma in the name of the folder', () => {
  const home = tempTree({ 'one,two/projects/a/s': '' });
  expect(configFolders({ CLAUDE_CONFIG_DIR: '~/one,two' }, home)[0]?.folder).toBe(join(home, 'one,two'));
});

test('returns no folder, but the path, if nothing is there', () => {
  const home = tempTree();
  expect(configFolders({}, home)).toEqual([]);
  expect(configPaths({}, home)).toEqual([join(home, '.claude')]);
});
