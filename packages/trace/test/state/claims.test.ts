import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Claims } from '../../src/state/claims.js';
import { tryLockSession } from '../../src/state/session-lock.js';
import { type StateFiles, stateFilesOf } from '../../src/state/session-state.js';
import { type TraceFolder, traceFolderIn } from '../../src/state/trace-folder.js';

const home = mkdtempSync(join(tmpdir(), 'unspool-claims-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const options = { staleMs: 5000, now: Date.now };
let folder: TraceFolder;
let files: StateFiles;
let claims: Claims;
let count = 0;
beforeEach(() => {
  folder = traceFolderIn(join(home, `data-${count++}`));
  files = stateFilesOf(folder, 'one.00000000');
  claims = new Claims(folder);
});

describe('a claim', () => {
  it('keeps hooks and other backfills away from a session, and leaves nothing on disk', () => {
    const claim = claims.tryTake(files, options);
    expect(claim?.isHeld()).toBe(true);
    expect(tryLockSession(files, options)).toBeUndefined();
    const others = new Claims(folder);
    expect(others.tryTake(files, options)).toBeUndefined();
    others.close();
    expect(claims.tryTake(stateFilesOf(folder, 'two.00000000'), options)?.isHeld()).toBe(true);
    claim?.release();
    expect(claim?.isHeld()).toBe(false);
    expect(existsSync(files.claim)).toBe(false);
    const lock = tryLockSession(files, options);
    expect(lock?.isHeld()).toBe(true);
    claims.close();
    expect(readdirSync(join(folder.claims, 'owners'))).toEqual([]);
  });

  it('cannot be taken while a hook exports the session', () => {
    const lock = tryLockSession(files, options);
    expect(claims.tryTake(files, options)).toBeUndefined();
    expect(existsSync(files.claim)).toBe(false);
    lock?.release();
    expect(claims.tryTake(files, options)?.isHeld()).toBe(true);
  });

  it('of a dead process is removed by the next process', async () => {
    const child = spawn(process.execPath, ['-e', '0']);
    await new Promise((done) => child.on('exit', done));
    const dead = JSON.stringify({ pid: child.pid, host: hostname() });
    mkdirSync(join(folder.claims, 'owners'), { recursive: true });
    for (const file of [files.claim, join(folder.claims, 'owners', 'old')]) writeFileSync(file, dead);
    const taken = claims.tryTake(files, options);
    expect(taken?.isHeld()).toBe(true);
    expect(existsSync(files.claim)).toBe(false);
    expect(readdirSync(join(folder.claims, 'owners'))).toHaveLength(1);
    expect(tryLockSession(files, options)).toBeUndefined();
  });

  it('of a silent process is lost, and its release affects no other', () => {
    const slow = claims.tryTake(files, options);
    const old = Date.now() / 1000 - 60;
    utimesSync(files.claim, old, old);
    const hook = tryLockSession(files, options);
    expect(hook?.isHeld()).toBe(true);
    expect(slow?.isHeld()).toBe(false);
    hook?.release();
    const next = new Claims(folder).tryTake(files, options);
    slow?.touch();
    slow?.release();
    expect(next?.isHeld()).toBe(true);
  });

  it('made after a long wait does not look old', () => {
    let now = Date.now();
    const later = { staleMs: 5000, now: () => now };
    claims.tryTake(files, later)?.release();
    now += 60_000;
    expect(claims.tryTake(files, later)?.isHeld()).toBe(true);
    expect(tryLockSession(files, later)).toBeUndefined();
  });

  it('is a lock if the file system has no hard links', () => {
    // Here, because the folder for the links does not exist.
    const lock = claims.tryTake({ ...files, claim: join(home, 'missing', 'claim') }, options);
    expect(lock?.isHeld()).toBe(true);
    expect(tryLockSession(files, options)).toBeUndefined();
  });

  it('keeps 8 processes that are killed at random from counting wrong', async () => {
    const counter = join(home, 'counter');
    writeFileSync(counter, '0 0');
    const script = join(import.meta.dirname, 'count-under-claim.mjs');
    const root = join(home, 'counted');
    const run = (at: number) => {
      const how = at % 4 < 2 ? 'claim' : 'lock';
      const child = spawn(process.execPath, [script, root, counter, '40', how], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (at % 2 === 0) setTimeout(() => child.kill('SIGKILL'), 150 + Math.random() * 200);
      return new Promise((done) => child.on('exit', done));
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => run(at)));
    const [first, second] = readFileSync(counter, 'utf8').split(' ').map(Number);
    expect(first).toBeGreaterThanOrEqual(160);
    expect(second).toBe(first);
  });
});
