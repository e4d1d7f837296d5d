import {
  appendFileSync,
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stampOf } from '../../src/write/file-stamp.js';
import { replaceFile } from '../../src/write/replace-file.js';
import type { Sink } from '../../src/write/sink.js';
import { tempTree } from '../locate/temp-tree.js';

const put = (text: string) => (sink: Sink) => sink.write(Buffer.from(text));
const read = (file: string) => readFileSync(file, 'utf8');

test('replaces the content and keeps the mode', () => {
  const root = tempTree({ 's.jsonl': 'old' });
  const file = join(root, 's.jsonl');
  chmodSync(file, 0o640);
  expect(replaceFile(file, put('new'))).toEqual({ kind: 'replaced', stamp: stampOf(file) });
  expect(read(file)).toBe('new');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(root)).toEqual(['s.jsonl']);
});

test('creates a missing file, for the owner only', () => {
  const file = join(tempTree(), 's.jsonl');
  expect(replaceFile(file, put('new')).kind).toBe('replaced');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('takes any amount in pieces of any size', () => {
  const file = join(tempTree(), 's.jsonl');
  const pieces = [1, 300_000, 7, 262_144, 262_143, 1].map((size, n) => 'abcdef'.charAt(n).repeat(size));
  replaceFile(file, (sink) => {
    for (const piece of pieces) sink.write(Buffer.from(piece));
  });
  expect(read(file) === pieces.join('')).toBe(true);
});

test('leaves the original and no other file when writing fails', () => {
  const root = tempTree({ 's.jsonl': 'old' });
  const failing = (sink: Sink) => {
    sink.write(Buffer.alloc(1_000_000));
    throw new Error('no more');
  };
  expect(() => replaceFile(join(root, 's.jsonl'), failing)).toThrow('no more');
  expect(read(join(root, 's.jsonl'))).toBe('old');
  expect(readdirSync(root)).toEqual(['s.jsonl']);
});

test('does nothing to a file that changed since it was read', () => {
  const root = tempTree({ 's.jsonl': 'old' });
  const file = join(root, 's.jsonl');
  const expected = stampOf(file);
  if (!expected) throw new Error('no stamp');
  appendFileSync(file, ' and more');
  expect(replaceFile(file, put('new'), { expected })).toEqual({ kind: 'changed', found: stampOf(file) });
  expect(read(file)).toBe('old and more');
  rmSync(file);
  expect(replaceFile(file, put('new'), { expected })).toEqual({ kind: 'changed', found: undefined });
  expect(readdirSync(root)).toEqual([]);
});

test('notices a change during writing', () => {
  const root = tempTree({ 's.jsonl': 'old' });
  const file = join(root, 's.jsonl');
  const expected = stampOf(file);
  if (!expected) throw new Error('no stamp');
  const change = (sink: Sink) => {
    appendFileSync(file, ' and more');
    sink.write(Buffer.from('new'));
  };
  expect(replaceFile(file, change, { expected }).kind).toBe('changed');
  expect(read(file)).toBe('old and more');
  expect(readdirSync(root)).toEqual(['s.jsonl']);
});

test('replaces the target of a link, not the link', () => {
  const root = tempTree({ 'real/s.jsonl': 'old' });
  symlinkSync(join(root, 'real/s.jsonl'), join(root, 'link.jsonl'));
  replaceFile(join(root, 'link.jsonl'), put('new'));
  expect(lstatSync(join(root, 'link.jsonl')).isSymbolicLink()).toBe(true);
  expect(read(join(root, 'real/s.jsonl'))).toBe('new');
});

test('is not stopped by leftovers of a killed process', () => {
  const root = tempTree({ 's.jsonl': 'old' });
  writeFileSync(join(root, `.s.jsonl.${process.pid}-0.tmp`), 'rest');
  replaceFile(join(root, 's.jsonl'), put('new'));
  expect(read(join(root, 's.jsonl'))).toBe('new');
});

test('reports that the folder does not exist', () => {
  expect(() => replaceFile(join(tempTree(), 'no/s.jsonl'), put('new'))).toThrow('ENOENT');
});
