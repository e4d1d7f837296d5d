import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cLibraryOf, knowingCLibrary } from '../../src/sqlite/c-library.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-c-library-'));
const require = createRequire(import.meta.url);

function program(text: string): string {
  const file = join(folder, `program-${Math.random()}`);
  writeFileSync(file, Buffer.from(text, 'latin1'));
  return file;
}

describe('which C library a program was built for', () => {
  it('is told by its loader', () => {
    expect(cLibraryOf(program('\x7fELF\x02 /lib64/ld-linux-x86-64.so.2\0 rest'))).toBe('glibc');
    expect(cLibraryOf(program('\x7fELF\x02 /lib/ld-linux-aarch64.so.1\0'))).toBe('glibc');
    expect(cLibraryOf(program('\x7fELF\x02 /lib/ld-musl-x86_64.so.1\0'))).toBe('musl');
  });

  it('is not guessed', () => {
    expect(cLibraryOf(program('\x7fELF, but a static one'))).toBeUndefined();
    expect(cLibraryOf(program(''))).toBeUndefined();
    expect(cLibraryOf(program(`${'x'.repeat(5000)}/lib64/ld-linux-x86-64.so.2\0`))).toBeUndefined();
    expect(cLibraryOf(join(folder, 'none'))).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('is what Node itself reports', () => {
    const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } };
    const known = cLibraryOf(process.execPath);
    if (known) expect(known).toBe(header.glibcVersionRuntime === undefined ? 'musl' : 'glibc');
  });

  it('leaves the packages it answers for as they are', () => {
    const inner = createRequire(require.resolve('libsql'));
    const before = new Set(Object.keys(require.cache));
    knowingCLibrary(require, () => undefined);
    expect(Object.keys(require.cache).filter((path) => !before.has(path))).toEqual([]);
    expect(inner('detect-libc')).toHaveProperty('family');
  });

  it('lets a failure through and cleans up behind it', () => {
    const before = Object.keys(require.cache).length;
    expect(() =>
      knowingCLibrary(require, () => {
        throw new Error('not found');
      }),
    ).toThrow('not found');
    expect(Object.keys(require.cache).length).toBe(before);
  });
});
