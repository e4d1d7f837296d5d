import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';

type Require = ReturnType<typeof createRequire>;

/**
 * libsql asks for a report on the whole process, and loads what starts other processes, only to learn which C library
 * this Node was built for: that takes longer than everything else a command does. Node's own program says it in its
 * first bytes. Where they do not, libsql finds out by itself.
 */
export function knowingCLibrary<T>(require: Require, load: () => T): T {
  const family = process.platform === 'linux' ? cLibraryOf(process.execPath) : undefined;
  if (family === undefined || !(process.arch === 'x64' || process.arch === 'arm64')) return load();
  const target = `linux-${process.arch}-${family === 'glibc' ? 'gnu' : 'musl'}`;
  const undo = [
    answering(require, '@neon-rs/load', { currentTarget: () => target }),
    answering(require, 'detect-libc', { familySync: () => family, GLIBC: 'glibc', MUSL: 'musl' }),
  ];
  try {
    return load();
  } finally {
    for (const each of undo) each();
  }
}

const HEAD = 4096;

/** By the name of its loader, which every Linux program that uses a shared C library carries. */
export function cLibraryOf(program: string): 'glibc' | 'musl' | undefined {
  const head = Buffer.alloc(HEAD);
  try {
    const fd = openSync(program, 'r');
    try {
      readSync(fd, head, 0, HEAD, 0);
    } finally {
      closeSync(fd);
    }
  } catch {
    // A program that may be run but not read.
    return undefined;
  }
  const loader = /\/ld-(linux|musl)-[\w.-]*\.so\.\d+\0/.exec(head.toString('latin1'))?.[1];
  return loader === undefined ? undefined : loader === 'musl' ? 'musl' : 'glibc';
}

/** While libsql is loaded, a package it asks gives these answers. */
function answering(require: Require, name: string, exports: object): () => void {
  let path: string;
  try {
    path = createRequire(require.resolve('libsql')).resolve(name);
  } catch {
    // This version of libsql does without it.
    return () => undefined;
  }
  if (require.cache[path]) return () => undefined;
  require.cache[path] = { id: path, filename: path, loaded: true, exports } as NodeJS.Module;
  return () => {
    delete require.cache[path];
  };
}
