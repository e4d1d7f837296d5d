import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cwdOf } from '../../src/locate/cwd.js';
import { projectName } from '../../src/locate/path.js';
import { slugOf } from '../../src/locate/slug.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { tempTree } from './temp-tree.js';

const snapshot = JSON.stringify({ type: 'file-history-snapshot', snapshot: { text: 'x'.repeat(100_000) } });

test('reads on until a line names it, damaged lines or not', () => {
  const root = tempTree({
    's.jsonl': `\n{"torn\n${snapshot}\n{"cwd":""}\n{"cwd":"C:\\\\a\\\\b c"}\n{"cwd":"/later"}\n`,
  });
  expect(cwdOf(join(root, 's.jsonl'))).toBe('C:\\a\\b c');
});

test('does not take it from inside a message, or from a torn line without an end', () => {
  const root = tempTree({ 's.jsonl': '{"message":{"cwd":"/inner"}}\n{"cwd":"/to' });
  expect(cwdOf(join(root, 's.jsonl'))).toBeUndefined();
});

test('takes it from a last line without a newline', () => {
  const root = tempTree({ 's.jsonl': '{"cwd":"/a"}' });
  expect(cwdOf(join(root, 's.jsonl'))).toBe('/a');
});

test('gives up at the limit', () => {
  const root = tempTree({ 's.jsonl': `${snapshot}\n{"cwd":"/a"}\n` });
  expect(cwdOf(join(root, 's.jsonl'), 50_000)).toBeUndefined();
  expect(cwdOf(join(root, 's.jsonl'), 200_000)).toBe('/a');
});

test('reads a line whole that begins before the limit, and lines after a large one', () => {
  const picture = 'A'.repeat(9 * 1024 * 1024);
  const root = tempTree({
    'one.jsonl': `${JSON.stringify({ message: picture, cwd: '/a' })}\n`,
    'two.jsonl': `${JSON.stringify({ message: picture })}\n{"cwd":"/a"}\n`,
  });
  expect(cwdOf(join(root, 'one.jsonl'))).toBe('/a');
  expect(cwdOf(join(root, 'one.jsonl'), 50_000)).toBe('/a');
  expect(cwdOf(join(root, 'two.jsonl'))).toBe('/a');
});

test('returns undefined for a missing file', () => {
  expect(cwdOf('/nowhere/s.jsonl')).toBeUndefined();
});

test.skipIf(!hasCorpus)('returns the folder from which the client derived the slug', () => {
  const silent: string[] = [];
  for (const file of sessionFilesIn(corpusPath('real-client/sessions'))) {
    const slug = /-home-dev-[^/]+/.exec(file)?.[0] ?? '';
    const cwd = cwdOf(file);
    if (cwd === undefined) silent.push(file);
    else expect(slugOf(cwd)).toBe(slug);
    if (cwd !== undefined) expect(`-home-dev-${projectName(cwd)}`).toBe(slug);
  }
  // Files that the client left empty, and one where it stopped after a single queue line.
  expect(silent.length).toBeLessThan(70);
});
