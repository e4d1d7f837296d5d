import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

let at: SampleHome;
let journal: string;
let session: string;
const newest = () => join(journal, readdirSync(journal).sort().at(-1) ?? '');
const undo = (...args: string[]) => at.unspool('undo', ...args);

function putLink(file: string): void {
  rmSync(file);
  symlinkSync('/etc/passwd', file);
}

beforeEach(() => {
  at = sampleHome();
  journal = join(at.home, 'data/journal');
  session = join(at.project, `${UPLOAD}.jsonl`);
});

describe('undo with a damaged original', () => {
  it.each([
    ['a byte that differs', (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('a', 'b'))],
    ['a missing end', (file: string) => truncateSync(file, 100)],
    ['no file', (file: string) => rmSync(file)],
    ['a link to another file', putLink],
  ])('(%s) leaves an edited session as it is', async (_, damage) => {
    await at.unspool('strip', UPLOAD, '--tools', '--in-place');
    const edited = readFileSync(session);
    const original = join(newest(), 'original.jsonl');
    damage(original);
    const { exitCode, out, err } = await undo();
    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toContain(original);
    expect(err).toMatch(/damaged|missing/);
    expect(err).toContain('from a backup');
    expect(readFileSync(session)).toEqual(edited);
    expect(JSON.parse((await undo('--list', '--json')).out)[0].isUndone).toBe(false);
  });

  it('of one file among many brings none of a deleted session back', async () => {
    expect((await at.unspool('delete', UPLOAD)).exitCode).toBe(0);
    const before = readdirSync(at.project, { recursive: true });
    const kept = readdirSync(newest()).filter((name) => name.startsWith('file-'));
    expect(kept.length).toBeGreaterThan(1);
    const last = join(newest(), kept.at(-1) ?? '');
    const content = readFileSync(last);
    writeFileSync(last, 'noise');
    const { exitCode, err } = await undo();
    expect(exitCode).toBe(1);
    expect(err).toContain(last);
    expect(readdirSync(at.project, { recursive: true })).toEqual(before);
    putLink(last);
    expect((await undo()).err).toContain(last);
    expect(readdirSync(at.project, { recursive: true })).toEqual(before);
    rmSync(last);
    writeFileSync(last, content);
    expect((await undo()).exitCode).toBe(0);
  });
});

describe('undo of a deleted link', () => {
  it('refuses a link that leads elsewhere now', async () => {
    const real = join(at.home, 'real.jsonl');
    renameSync(session, real);
    symlinkSync(real, session);
    expect((await at.unspool('delete', UPLOAD)).exitCode).toBe(0);
    const kept = readdirSync(newest()).map((name) => join(newest(), name));
    const link = kept.find((file) => lstatSync(file).isSymbolicLink()) ?? '';
    putLink(link);
    expect((await undo()).err).toContain('its link leads elsewhere');
    expect(existsSync(session)).toBe(false);
    rmSync(link);
    symlinkSync(real, link);
    expect((await undo()).exitCode).toBe(0);
    expect(readlinkSync(session)).toBe(real);
  });
});

describe('a damaged record in the journal', () => {
  it.skipIf(process.platform === 'win32')('does not wait for a pipe in its place', async () => {
    await at.unspool('strip', UPLOAD, '--tools', '--in-place');
    const entry = join(newest(), 'entry.json');
    rmSync(entry);
    execFileSync('mkfifo', [entry]);
    expect((await undo()).err).toContain('entry.json is not a file');
  });

  it.each([
    ['noise', () => '\0\x01garbage'],
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['without its hash', (text: string) => text.replace('"sha256"', '"sha"')],
    ['of another edit', (text: string) => text.replace(/"id": "\d+/, '"id": "1')],
    ['with an unknown kind', (text: string) => text.replace('"replaced"', '"other"')],
  ])('(%s) is named, and no older edit is taken back for it', async (_, damage) => {
    await at.unspool('strip', UPLOAD, '--tools', '--in-place');
    await at.unspool('strip', UPLOAD, '--thinking', '--in-place');
    const edited = readFileSync(session);
    const entry = join(newest(), 'entry.json');
    writeFileSync(entry, damage(readFileSync(entry, 'utf8')));
    const id = newest().split('/').at(-1) ?? '';
    for (const args of [[], [id], ['--list'], ['--list', '--json']]) {
      const { exitCode, err } = await undo(...args);
      expect([exitCode, err.includes(`edit ${id} is damaged`), err.includes('backup')]).toEqual([1, true, true]);
      expect(err).not.toContain('No edits yet');
    }
    expect(readFileSync(session)).toEqual(edited);
    expect((await undo('--list')).out).toContain('tool calls');
  });

  it('that is missing is named when nothing else can be undone', async () => {
    await at.unspool('strip', UPLOAD, '--tools', '--in-place');
    rmSync(join(newest(), 'entry.json'));
    expect((await undo()).err).toContain('has no entry.json');
    expect((await undo('--list')).err).toContain('has no entry.json');
  });

  it('that a killed edit never finished does not block the edits before it', async () => {
    await at.unspool('strip', UPLOAD, '--tools', '--in-place');
    const killed = join(journal, '99990101000000000-000');
    mkdirSync(killed);
    writeFileSync(join(killed, 'original.jsonl'), '{}');
    expect((await undo()).out).toContain('tool calls');
  });
});
