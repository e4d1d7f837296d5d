import { expect, it } from 'vitest';
import { dataFolder } from '../src/data-folder.js';

it.each([
  ['linux', {}, '/h/.local/share/unspool'],
  ['linux', { XDG_DATA_HOME: '/x' }, '/x/unspool'],
  ['darwin', {}, '/h/Library/Application Support/Unspool'],
  ['win32', { LOCALAPPDATA: '/l' }, '/l/Unspool'],
  ['linux', { UNSPOOL_HOME: '/mine' }, '/mine'],
  ['darwin', { UNSPOOL_HOME: '~/mine' }, '/h/mine'],
] as const)('%s %o', (platform, env, expected) => {
  expect(dataFolder({ env, home: '/h', platform })).toBe(expected);
});
