import { closeSync, openSync, readSync } from 'node:fs';
import nodeModule, { type createRequire } from 'node:module';

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
  const answers = {
    '@neon-rs/load': { currentTarget: () => target },
    'detect-libc': { familySync: () => family, GLIBC: 'glibc', MUSL: 'musl' },
  };
  return answering(require, answers, load);
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

/** The part of Node's modules that finds one; it is public, but has no type. */
interface Finder {
  _resolveFilename(name: string, ...rest: unknown[]): string;
}

/** While libsql is loaded, packages it asks give these answers. They are not even looked for: that takes milliseconds. */
function answering<T>(require: Require, answers: { readonly [name: string]: object }, load: () => T): T {
  const finder = nodeModule as unknown as Finder;
  const find = finder._resolveFilename;
  const names = Object.keys(answers);
  const idOf = (name: string) => `unspool:${name}`;
  for (const name of names) {
    const id = idOf(name);
    require.cache[id] = { id, filename: id, loaded: true, exports: answers[name] } as NodeJS.Module;
  }
  finder._resolveFilename = (name, ...rest) => (names.includes(name) ? idOf(name) : find.call(finder, name, ...rest));
  try {
    return load();
  } finally {
    finder._resolveFilename = find;
    for (const name of names) delete require.cache[idOf(name)];
  }
}
