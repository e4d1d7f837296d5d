import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Home, NOTES, newHome } from './keep/home.js';

let home: Home;
beforeEach(() => {
  home = newHome();
});
const sessionsOf = (id: string) => readdirSync(dirname(home.main[id] ?? ''));

describe('UNSPOOL_HOME that is not a folder', () => {
  it.each([
    ['usage'],
    ['ls'],
    ['index'],
    ['search', 'upload'],
    ['tag', NOTES, 'x'],
    ['pin', NOTES],
    ['archive', NOTES],
    ['archive', '--status'],
    ['delete', NOTES],
    ['clone', NOTES],
    ['trace', 'status'],
  ])('is what %s %s blames', async (...args) => {
    writeFileSync(home.data, '');
    const before = sessionsOf(NOTES);
    const { exitCode, out, err } = await home.unspool(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
    expect(err).toBe(
      `error: UNSPOOL_HOME is not a folder: ${home.data}\n  ${home.data} is a file.\n  Set UNSPOOL_HOME to a folder; it does not have to exist yet.\n`,
    );
    expect(sessionsOf(NOTES)).toEqual(before);
  });

  it('is blamed by the started command too, which keeps compiled code there', () => {
    writeFileSync(home.data, '');
    const command = join(import.meta.dirname, '..', 'dist', 'unspool.js');
    const { status, stderr } = spawnSync(process.execPath, [command, 'ls'], {
      env: { ...process.env, UNSPOOL_HOME: join(home.data, 'in') },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: UNSPOOL_HOME is not a folder/);
  });

  it('need not be there yet', async () => {
    expect(existsSync(home.data)).toBe(false);
    expect((await home.unspool('tag', NOTES, 'x')).out).toBe('#x\n');
  });
});

const cannotForbid = process.platform === 'win32' || process.getuid?.() === 0;
describe.skipIf(cannotForbid)('a data folder that cannot be written', () => {
  beforeEach(() => {
    mkdirSync(home.data);
    chmodSync(home.data, 0o555);
    return () => chmodSync(home.data, 0o755);
  });

  it.each([
    ['tag', NOTES, 'x'],
    ['pin', NOTES],
    ['archive', NOTES],
    ['archive', '--all'],
    ['delete', NOTES],
    ['rename', NOTES, 'x'],
    ['clone', NOTES],
    ['index'],
    ['trace', 'install', '--sink', 'file:x'],
    ['trace', 'backfill', '--sink', 'file:x'],
    ['trace', 'sink', 'remove', 'x'],
  ])('stops %s %s before anything is done', async (...args) => {
    const before = sessionsOf(NOTES);
    const { exitCode, err } = await home.unspool(...args);
    expect(exitCode).toBe(1);
    expect(err).toBe(
      `error: The data folder ${home.data} could not be written.\n  Permission denied.\n  Check the folder's permissions, or set UNSPOOL_HOME to another folder.\n`,
    );
    expect(sessionsOf(NOTES)).toEqual(before);
  });

  it.each([
    ['ls'],
    ['usage'],
    ['tag', NOTES],
    ['archive', '--status'],
    ['undo', '--list'],
    ['delete', NOTES, '-n'],
    ['trace', 'status'],
    ['trace', 'backfill', '-n', '--sink', 'file:x'],
  ])('does not keep %s %s from looking', async (...args) => {
    expect((await home.unspool(...args)).exitCode).toBe(0);
  });
});
