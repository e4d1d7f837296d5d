import { describe, expect, test } from 'vitest';
import { legacySlugOf, projectFolderName, slugOf, slugsOf } from '../../src/locate/slug.js';
import { corpusPath, hasCorpus } from '../support/corpus.js';

const short: [path: string, slug: string][] = [
  ['/home/user/project', '-home-user-project'],
  ['/', '-'],
  ['/home/a.b_c d', '-home-a-b-c-d'],
  ['/srv/日本', '-srv---'],
  ['/x/😀', '-x---'],
  ['E:\\work\\x', 'E--work-x'],
  ['c:/Users/admin/code', 'c--Users-admin-code'],
  ['\\\\host\\share\\p', '--host-share-p'],
];

describe('slugOf', () => {
  test.each(short)('%s is %s', (path, slug) => {
    expect(slugOf(path)).toBe(slug);
    expect(legacySlugOf(path)).toBe(slug);
  });

  test('keeps 200 units and shortens 201', () => {
    expect(slugOf(`/${'a'.repeat(199)}`)).toBe(`-${'a'.repeat(199)}`);
    const long = `/${'a'.repeat(200)}`;
    expect(slugOf(long)).toMatch(/^-a{199}-[0-9a-z]+$/);
    expect(legacySlugOf(long)).toBe(`-${'a'.repeat(200)}`);
  });

  test('distinguishes long paths with the same beginning', () => {
    const beginning = `/${'a'.repeat(250)}`;
    expect(slugOf(`${beginning}/x`)).not.toBe(slugOf(`${beginning}/y`));
  });

  test.skipIf(!hasCorpus)('agrees with the rule that was measured on the client', async () => {
    const { slug } = (await import(corpusPath('real-client/harness/slug.mjs'))) as { slug(path: string): string };
    for (let length = 1; length < 1500; length += 7) {
      const path = `/${'päth/😀 x.'.repeat(200)}`.slice(0, length);
      expect(slugOf(path)).toBe(slug(path));
    }
  });
});

describe('slugsOf', () => {
  test('includes both cases of a drive letter', () => {
    expect(slugsOf('c:\\work')).toEqual(['c--work', 'C--work']);
    expect(slugsOf('C:\\work')).toEqual(['C--work', 'c--work']);
  });

  test('includes the unshortened name of a long path', () => {
    const long = `/${'a'.repeat(300)}`;
    expect(slugsOf(long)).toEqual([slugOf(long), legacySlugOf(long)]);
  });
});

describe('projectFolderName', () => {
  const named = (name: string, config: string | undefined = '/config') =>
    projectFolderName('/home/x', { CLAUDE_CODE_PROJECT_DIR_NAME: name, CLAUDE_CONFIG_DIR: config });

  test('is the name in the environment, if a config folder is set', () => {
    expect(named('shop')).toBe('shop');
    expect(named('shop', '')).toBe('-home-x');
    expect(projectFolderName('/home/x', { CLAUDE_CODE_PROJECT_DIR_NAME: 'shop' })).toBe('-home-x');
  });

  test.each(['', ' ', '.', '..', 'a/b', '..\\b', '/etc'])('is not %j', (name) => {
    expect(named(name)).toBe('-home-x');
  });
});
