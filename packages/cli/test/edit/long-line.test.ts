import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkFile, openSession, readLines } from '@unspool/session';
import { draftPlan, editSourceOf, makeSession, planRedact, writeEdit } from '@unspool/session/edit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, SESSION_ID, sessionFile } from '../support/session-file.js';

const KEY = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
const TOO_LONG = 64 * 1024 * 1024 + 10;
let project: string;
let file: string;

/** Line 3 is the result of a call, above the reader's limit, with a secret at its end. */
beforeAll(() => {
  project = newProject();
  const lines = sessionFile()
    .user('Q1')
    .call('m1', 't1', 'Bash', { command: 'cat big' })
    .result('t1', 'BIG')
    .reply('m2', 'A1')
    .user('Q2')
    .reply('m3', 'A2')
    .text();
  mkdirSync(project, { recursive: true });
  file = join(project, `${SESSION_ID}.jsonl`);
  const [before = '', after = ''] = withUuids(lines).split('BIG');
  writeFileSync(file, Buffer.concat([Buffer.from(before), Buffer.alloc(TOO_LONG, 'x '), Buffer.from(KEY + after)]));
  utimesSync(file, 1e9, 1e9);
});

/** Clients give every line a UUID. */
function withUuids(lines: string): string {
  const uuidOf = (id: string) => `00000000-0000-4000-8000-${Buffer.from(id).toString('hex').padStart(12, '0')}`;
  return lines.replace(/"(uuid|parentUuid)":"([^"]+)"/g, (_, name, id) => `"${name}":"${uuidOf(id)}"`);
}

afterAll(() => rmSync(dirname(dirname(project)), { recursive: true, force: true }));

async function unspool(...args: string[]) {
  const home = dirname(dirname(project));
  const io = memoryIo({ home, cwd: home, env: { UNSPOOL_HOME: join(home, 'data') } });
  const exitCode = await run(args, io);
  return { exitCode, out: io.stdout(), err: io.stderr() };
}

describe('a line above the limit of the reader', () => {
  it('is never reported clean by redact', async () => {
    for (const flags of [[], ['--dry-run'], ['--in-place'], ['--json']]) {
      const { exitCode, out, err } = await unspool('redact', file, ...flags);
      expect(exitCode).toBe(1);
      expect(out).toBe('');
      expect(err).toContain('Line 3 of');
      expect(err).toContain('too long to search for secrets');
    }
    expect(readdirSync(project)).toHaveLength(1);
  });

  it('is not packed as if it were redacted', async () => {
    const out = join(dirname(project), 'a.tgz');
    const { exitCode, err } = await unspool('pack', file, '--redact', '-o', out);
    expect(exitCode).toBe(1);
    expect(err).toContain('Line 3 of');
    expect(() => statSync(out)).toThrow();
  });

  it('is left out where the library writes a redacted file', () => {
    const session = openSession(file);
    const plan = planRedact(session, readLines(file), (entry) => entry);
    expect(plan.notes.join()).toContain('Line 3 is too long');
    const written: Buffer[] = [];
    const sink = { write: (bytes: Uint8Array) => void written.push(Buffer.from(bytes)) };
    writeEdit({ file, nodes: session.nodes }, plan, sink);
    const text = Buffer.concat(written).toString();
    expect(text).not.toContain(KEY);
    expect(text.trim().split('\n')).toHaveLength(5);
  });

  it('is copied whole by clone, with new ids, and the copy resumes as far as the source', async () => {
    expect((await unspool('clone', file, '--dry-run')).exitCode).toBe(0);
    const { exitCode, out } = await unspool('clone', file, '--json');
    expect(exitCode).toBe(0);
    const copy = JSON.parse(out).file;
    const bytes = readFileSync(copy);
    const added = bytes.subarray(statSync(file).size).toString();
    expect(JSON.parse(added)).toMatchObject({ type: 'custom-title', sessionId: basename(copy, '.jsonl') });
    expect(bytes.includes(SESSION_ID)).toBe(false);
    const head = (path: string) => readFileSync(path).subarray(0, 1000).toString().split('\n');
    const uuidOf = (line = '') => /"uuid":"([^"]+)"/.exec(line)?.[1] ?? '';
    for (const line of head(file).slice(0, 2)) expect(bytes.includes(uuidOf(line))).toBe(false);
    expect(checkFile(copy).messages).toEqual(checkFile(file).messages);
    expect((await unspool('undo')).exitCode).toBe(0);
    expect(readdirSync(project)).toHaveLength(1);
  });

  it('is not copied where a part of the session is left out: it may belong to that', async () => {
    const { exitCode, err } = await unspool('fork', file, '--at', '1');
    expect(exitCode).toBe(1);
    expect(err).toContain('Line 3 of');
    const { session, family } = editSourceOf(file);
    const sessionId = '00000000-0000-4000-8000-000000000002';
    const plan = { ...draftPlan('fork'), drops: new Set([4]) };
    const made = makeSession({ file, session, family, folder: project, sessionId, plan, newUuid: () => sessionId });
    expect(made).toMatchObject({ kind: 'refused', check: { reasons: [{ kind: 'line_too_long' }] } });
    expect(readdirSync(project)).toHaveLength(1);
  });

  it('is not taken for missing by repair', async () => {
    const list = await unspool('repair', file, '--list');
    expect(list).toMatchObject({ exitCode: 0 });
    expect(list.out).toContain('Nothing to repair in the lines that could be read.');
    expect(list.out).toContain('Line 3 is too long to be read');
    const json = JSON.parse((await unspool('repair', file, '--list', '--json')).out);
    expect(json).toMatchObject({ findings: [], notes: [expect.stringContaining('Line 3')] });
    expect(readFileSync(file).length).toBe(statSync(file).size);
  });
});
