import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isLocked, tryLock, waitForLock } from '../../src/state/lock.js';

const home = mkdtempSync(join(tmpdir(), 'unspool-lock-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const options = { staleMs: 5000, now: Date.now };
let folder = '';
let count = 0;
beforeEach(() => {
  folder = join(home, `lock-${count++}`);
});

describe('a lock', () => {
  it('is held by one process, and free afterwards', () => {
    const lock = tryLock(folder, options);
    expect(lock?.isHeld()).toBe(true);
    expect(isLocked(folder, options)).toBe(true);
    expect(tryLock(folder, options)).toBeUndefined();
    expect(waitForLock(folder, { ...options, waitMs: 20 })).toBeUndefined();
    lock?.release();
    expect(isLocked(folder, options)).toBe(false);
    expect(tryLock(folder, options)?.isHeld()).toBe(true);
  });

  it('leaves one small file, however often it is taken', () => {
    for (let round = 0; round < 50; round++) tryLock(folder, options)?.release();
    expect(readdirSync(folder)).toEqual(['50.free']);
  });

  it('of a dead process is taken over', async () => {
    mkdirSync(folder);
    const child = spawn(process.execPath, ['-e', '0']);
    await new Promise((done) => child.on('exit', done));
    writeFileSync(join(folder, '7'), JSON.stringify({ pid: child.pid, host: hostname() }));
    expect(isLocked(folder, options)).toBe(false);
    expect(tryLock(folder, options)?.isHeld()).toBe(true);
    expect(readdirSync(folder)).toEqual(['8']);
  });

  it('of another machine or of a silent process is taken over only when it is old', () => {
    mkdirSync(folder);
    const file = join(folder, '1');
    writeFileSync(file, JSON.stringify({ pid: 1, host: 'elsewhere' }));
    expect(tryLock(folder, options)).toBeUndefined();
    const old = Date.now() / 1000 - 60;
    utimesSync(file, old, old);
    const lock = tryLock(folder, options);
    expect(lock?.isHeld()).toBe(true);
    utimesSync(join(folder, '2'), old, old);
    lock?.touch();
    expect(tryLock(folder, options)).toBeUndefined();
  });

  it('that was taken over counts as lost, and its release affects no other', () => {
    const slow = tryLock(folder, options);
    const old = Date.now() / 1000 - 60;
    utimesSync(join(folder, '1'), old, old);
    const next = tryLock(folder, options);
    expect(slow?.isHeld()).toBe(false);
    slow?.touch();
    slow?.release();
    expect(next?.isHeld()).toBe(true);
    expect(tryLock(folder, options)).toBeUndefined();
  });

  it('created too late is given up, since its number was used before', () => {
    mkdirSync(folder);
    writeFileSync(join(folder, '4.free'), '');
    const lock = tryLock(folder, options);
    // A process that saw 3 as the latest now creates 4, which must not count.
    writeFileSync(join(folder, '4'), JSON.stringify({ pid: process.pid, host: hostname() }));
    expect(lock?.isHeld()).toBe(true);
    expect(tryLock(folder, options)).toBeUndefined();
  });

  it('keeps 8 processes that are killed at random from counting wrong', async () => {
    const counter = join(home, 'counter');
    writeFileSync(counter, '0 0');
    const script = join(import.meta.dirname, 'count-under-lock.mjs');
    const run = (kill: boolean) => {
      const child = spawn(process.execPath, [script, folder, counter, '40'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (kill) setTimeout(() => child.kill('SIGKILL'), 150 + Math.random() * 200);
      return new Promise((done) => child.on('exit', done));
    };
    await Promise.all(Array.from({ length: 8 }, (_, at) => run(at % 2 === 0)));
    const [first, second] = readFileSync(counter, 'utf8').split(' ').map(Number);
    expect(first).toBeGreaterThanOrEqual(160);
    expect(second).toBe(first);
  });
});
