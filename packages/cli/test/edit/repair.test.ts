import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, SESSION_ID, sessionFile } from '../support/session-file.js';

const LONG_AGO = Date.UTC(2026, 4, 1) / 1000;
let project: string;
let file: string;

function put(text: string): void {
  writeFileSync(file, text);
  utimesSync(file, LONG_AGO, LONG_AGO);
}

async function unspool(...args: string[]) {
  const home = dirname(dirname(project));
  const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data') } });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

const healthy = () => sessionFile().user('Q1').reply('m1', 'A1').user('Q2').reply('m2', 'A2');

beforeEach(() => {
  project = newProject();
  file = healthy().write(undefined, project);
  put(healthy().text());
});

describe('unspool repair', () => {
  it('says that a healthy session needs nothing', async () => {
    expect(await unspool('repair', file)).toMatchObject({ exitCode: 0, out: 'Nothing to repair.\n' });
    const { out } = await unspool('repair', file, '--json');
    expect(JSON.parse(out)).toEqual({ what: 'repair', changed: false, findings: [], notes: [] });
  });

  it('lists what is wrong, with places', async () => {
    put(`\0\0\0${healthy().text().replace('\n', '')}{"torn`);
    const { out } = await unspool('repair', file, '--list');
    expect(out).toContain('glued');
    expect(out).toContain('garbage');
    const json = JSON.parse((await unspool('repair', file, '--list', '--json')).out);
    expect(json.findings).toMatchObject([
      { kind: 'glued', line: 1, byte: 0 },
      { kind: 'garbage', line: 4 },
    ]);
  });

  it('repairs in place; undo gives every byte back; a second repair finds nothing', async () => {
    const broken = `${healthy().text().replace('\n', '')}{"torn`;
    put(broken);
    const { exitCode, out } = await unspool('repair', file, '--in-place');
    expect(exitCode).toBe(0);
    expect(out).toContain('6 damaged bytes are left out');
    expect(out).toContain(`claude --resume ${SESSION_ID}`);
    expect(readFileSync(file, 'utf8')).toBe(healthy().text());
    expect((await unspool('repair', file)).out).toBe('Nothing to repair.\n');
    expect((await unspool('undo')).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(broken);
  });

  it('makes a new session by default, and repairs only what is named', async () => {
    const broken = `not json\n${healthy().text().replace('\n', '')}`;
    put(broken);
    const { out } = await unspool('repair', file, '--only', 'glued', '--json');
    const made = JSON.parse(out);
    expect(made.findings.map((finding: { kind: string }) => finding.kind)).toEqual(['glued']);
    expect(made.messages).toEqual({ before: 2, after: 4 });
    expect(readFileSync(file, 'utf8')).toBe(broken);
    expect(readFileSync(made.file, 'utf8')).toContain('not json');
    const { out: rest } = await unspool('repair', file, '--list', '--only', 'garbage:1', '--json');
    expect(JSON.parse(rest).findings).toHaveLength(1);
  });

  it('refuses a kind that it does not know', async () => {
    const { exitCode, err } = await unspool('repair', file, '--only', 'glue');
    expect(exitCode).toBe(2);
    expect(err).toContain('glued');
  });

  it('refuses a live session', async () => {
    writeFileSync(file, `not json\n${healthy().text()}`);
    utimesSync(file, Date.UTC(2026, 5, 1) / 1000, Date.UTC(2026, 5, 1) / 1000);
    const { exitCode, err } = await unspool('repair', file, '--in-place');
    expect(exitCode).not.toBe(0);
    expect(err).toContain('live');
  });
});
