import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printError } from '../src/print-error.js';
import { memoryIo } from './support/memory-io.js';

it('says what is wrong with a file in words, not as a system call', () => {
  const folder = mkdtempSync(join(tmpdir(), 'print-error-'));
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'file'), '');
  const said = (name: string, work: (file: string) => unknown) => {
    const io = memoryIo();
    try {
      work(join(folder, name));
    } catch (error) {
      expect(printError(error, [], io)).toBe(1);
    }
    return io.stderr().replace(folder, '').trim();
  };
  expect([
    said('none', readFileSync),
    said('file/below', readdirSync),
    said('folder', (file) => writeFileSync(file, '')),
  ]).toEqual([
    'error: /none does not exist, or was removed meanwhile.',
    'error: /file/below cannot be reached: part of its path is a file, not a folder.',
    'error: /folder is a folder, not a file.',
  ]);
});
