import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FileSink, replaceFile, writeNewFile } from '@unspool/session/write';
import { describe, expect, it } from 'vitest';
import { fullDisk, notWritable, writing } from '../src/not-writable.js';
import { run } from '../src/program.js';
import { UserError } from '../src/user-error.js';
import { memoryIo } from './support/memory-io.js';
import { sessionFile } from './support/session-file.js';

function refusal(code: string, fields: object = { path: '/a/b' }): Error {
  return Object.assign(new Error(`${code}: no, open '/a/b'`), { code }, fields);
}

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('a place that cannot be written', () => {
  it('is reported with what to do', () => {
    expect(notWritable(refusal('EACCES'))?.message).toBe(
      "/a/b could not be written.\n  Permission denied.\n  Check the folder's permissions, then try again.",
    );
    expect(notWritable(refusal('EACCES', { path: '/a/.unspool-1.tmp' }))?.message).toContain('/a could not');
    expect(notWritable(refusal('EROFS'))?.message).toContain('is read-only.\n  Copy the session');
    // Not only sessions are written.
    expect(fullDisk(refusal('EROFS'))?.message).toBe(
      '/a/b could not be written.\n  The disk is read-only.\n  Make it writable, then try again.',
    );
    expect(notWritable(refusal('ENOSPC', {}))?.message).toContain('A file could not be written.\n  The disk is full.');
    expect(notWritable(refusal('EPERM', { path: '/a/b', dest: '/c' }))?.message).toContain('/c could not');
  });

  it('is reported when it is the cause of another error', () => {
    const full = new Error('only 5 of 9 bytes could be written', { cause: refusal('ENOSPC', {}) });
    expect(notWritable(full)?.message).toContain('The disk is full.');
    expect(notWritable(new Error('outer', { cause: full }))?.message).toContain('The disk is full.');
  });

  it.skipIf(!existsSync('/dev/full'))('is named also when the file was open already', () => {
    const full = openSync('/dev/full', 'w');
    const folder = mkdtempSync(join(tmpdir(), 'unspool-full-'));
    try {
      const file = join(folder, 'x.jsonl');
      const fail = () => writeNewFile(file, () => new FileSink(full).write(Buffer.alloc(1024 * 1024)));
      expect(() => writing(fail)).toThrow(`${file} could not be written.\n  The disk is full.\n  Make room`);
      expect(existsSync(file)).toBe(false);
      expect(fullDisk(attempt(fail))?.message).toContain(`${file} could not be written.`);
      const draft = () => replaceFile(file, () => new FileSink(full).write(Buffer.alloc(1024 * 1024)));
      expect(() => writing(draft)).toThrow(`${file} could not be written.\n  The disk is full.`);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      closeSync(full);
    }
  });

  it('is reported by any command only if the command must have written there', () => {
    expect(fullDisk(refusal('ENOSPC'))?.message).toContain('/a/b could not be written');
    expect(fullDisk(refusal('EACCES'))).toBeUndefined();
  });

  it.skipIf(!existsSync('/proc/self'))('is reported by any command if a folder cannot be created there', async () => {
    const home = mkdtempSync(join(tmpdir(), 'unspool-folder-'));
    const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: '/proc/unspool' } });
    expect(await run(['config', 'timezone', 'UTC'], io)).toBe(1);
    expect(io.stderr()).toBe(
      'error: The folder /proc/unspool could not be created.\n  The place for it does not exist, or cannot contain folders.\n  Choose another folder. For the data folder, set UNSPOOL_HOME.\n',
    );
  });

  it('is not the message for other faults', () => {
    expect(notWritable(refusal('ENOENT'))).toBeUndefined();
    expect(notWritable('EACCES')).toBeUndefined();
    expect(notWritable(new Error('why', { cause: refusal('ENOENT') }))).toBeUndefined();
    const circle = new Error('circle');
    circle.cause = circle;
    expect(notWritable(circle)).toBeUndefined();
    const own = new TypeError('ours');
    expect(() =>
      writing(() => {
        throw own;
      }),
    ).toThrow(own);
    expect(() =>
      writing(() => {
        throw refusal('EACCES');
      }),
    ).toThrow(UserError);
    expect(writing(() => 3)).toBe(3);
  });

  it('is reported for the journal, and no new session is left', async () => {
    const file = sessionFile().user('Q').reply('m1', 'A').write();
    utimesSync(file, 1e9, 1e9);
    const home = dirname(dirname(dirname(file)));
    mkdirSync(join(home, 'data'));
    // A link in a circle: neither a folder nor a place for one.
    symlinkSync('journal', join(home, 'data/journal'));
    const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data') } });
    expect(await run(['clone', file], io)).toBe(1);
    expect(readdirSync(dirname(file))).toEqual([basename(file)]);
  });

  const cannotForbid = process.platform === 'win32' || process.getuid?.() === 0;
  it.skipIf(cannotForbid)('stops an edit without a raw error', async () => {
    const file = sessionFile().user('Q').reply('m1', 'A').write();
    utimesSync(file, 1e9, 1e9);
    const home = dirname(dirname(dirname(file)));
    chmodSync(dirname(file), 0o555);
    try {
      const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data') } });
      expect(await run(['clone', file], io)).toBe(1);
      expect(io.stderr()).toContain('could not be written.\n  Permission denied.');
      expect(io.stderr()).not.toContain('EACCES');
    } finally {
      chmodSync(dirname(file), 0o755);
    }
  });

  it.skipIf(cannotForbid)('stops a deletion without a raw error, and nothing is gone', async () => {
    const file = sessionFile().user('Q').reply('m1', 'A').write();
    utimesSync(file, 1e9, 1e9);
    const home = dirname(dirname(dirname(file)));
    chmodSync(dirname(file), 0o555);
    try {
      const io = memoryIo({ home, cwd: home, env: { CLAUDE_CONFIG_DIR: home, UNSPOOL_HOME: join(home, 'data') } });
      expect(await run(['delete', file], io)).toBe(1);
      expect(io.stderr()).toContain('could not be written.\n  Permission denied.');
      expect(existsSync(file)).toBe(true);
    } finally {
      chmodSync(dirname(file), 0o755);
    }
  });

  it.skipIf(cannotForbid)('is not a file that may only be read: it is replaced, with the same rights', async () => {
    const file = sessionFile().user('Q').reply('m1', 'A').write();
    utimesSync(file, 1e9, 1e9);
    const home = dirname(dirname(dirname(file)));
    chmodSync(file, 0o444);
    const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data') } });
    expect([await run(['rename', file, 'new', 'title'], io), io.stderr()]).toEqual([0, expect.anything()]);
    expect(statSync(file).mode & 0o777).toBe(0o444);
  });
});
