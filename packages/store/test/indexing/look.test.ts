import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders } from '@unspool/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetSeen, look, noteSeen } from '../../src/indexing/look.js';
import type { Database } from '../../src/sqlite/database.js';
import { newStore, prices, update } from '../support/store.js';

const LINE =
  '{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","message":{"role":"user","content":"hello"}}\n';

describe('the state of all files', () => {
  let folder: string;
  let project: string;
  let file: string;
  let database: Database;
  const seen = () => look(database, configFolders({ CLAUDE_CONFIG_DIR: folder }, '/'), { prices });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'unspool-look-'));
    project = join(folder, 'projects', '-p');
    mkdirSync(project, { recursive: true });
    file = join(project, '00000000-0000-4000-8000-000000000000.jsonl');
    writeFileSync(file, LINE);
    database = await newStore();
    expect(seen().isKnown).toBe(false);
    update(database, folder);
    expect(seen().isKnown).toBe(true);
  });
  afterEach(() => database.close());

  it.each<[string, () => void]>([
    ['an append', () => appendFileSync(file, LINE)],
    ['a rewrite of the same size', () => keepingNothing(() => writeFileSync(file, LINE.replace('hello', 'world')))],
    ['a rewrite of the same size and time in another file', () => replaceQuietly()],
    ['another time', () => utimesSync(file, 1, 2)],
    ['a new file', () => writeFileSync(join(project, '00000000-0000-4000-8000-000000000001.jsonl'), LINE)],
    ['a sub-agent', () => addAgent()],
    ['a rename', () => renameSync(file, file.replace('000.jsonl', '009.jsonl'))],
    ['a deleted file', () => rmSync(file)],
  ])('notices %s', (_, change) => {
    change();
    expect(seen().isKnown).toBe(false);
    update(database, folder);
    expect(seen().isKnown).toBe(true);
  });

  it('names the changed files if the list of files is the same', () => {
    expect(seen().changed).toEqual([]);
    appendFileSync(file, LINE);
    expect(seen().changed?.map((stamp) => stamp.path)).toEqual([file]);
    addAgent();
    expect(seen().changed).toBeUndefined();
  });

  it('is compared for all files if the notes are deleted', () => {
    forgetSeen(database);
    expect(seen()).toMatchObject({ isKnown: false, changed: undefined });
    expect(update(database, folder)).toMatchObject({ changed: 0, gone: 0 });
    expect(seen().isKnown).toBe(true);
  });

  it('notices new limits of prices', () => {
    const configs = configFolders({ CLAUDE_CONFIG_DIR: folder }, '/');
    expect(look(database, configs, { prices: { tiers: 'others' } as never }).isKnown).toBe(false);
  });

  it('notices a change of the archive', () => {
    const configs = configFolders({ CLAUDE_CONFIG_DIR: folder }, '/');
    const before = look(database, configs, { prices, kept: { stamp: () => 'a' } });
    noteSeen(database, before);
    expect(look(database, configs, { prices, kept: { stamp: () => 'a' } }).isKnown).toBe(true);
    expect(look(database, configs, { prices, kept: { stamp: () => 'b' } }).isKnown).toBe(false);
  });

  /** Moves the time forward, since the clock may be too coarse to distinguish two writes. */
  function keepingNothing(write: () => void): void {
    const { mtimeMs } = statSync(file);
    write();
    utimesSync(file, new Date(), new Date(mtimeMs + 10));
  }

  function replaceQuietly(): void {
    const { atime, mtime } = statSync(file);
    utimesSync(file, atime, mtime);
    update(database, folder);
    const other = `${file}.new`;
    writeFileSync(other, LINE.replace('hello', 'world'));
    utimesSync(other, atime, mtime);
    renameSync(other, file);
  }

  function addAgent(): void {
    const agents = join(file.slice(0, -'.jsonl'.length), 'subagents');
    mkdirSync(agents, { recursive: true });
    writeFileSync(join(agents, 'agent-a1.jsonl'), LINE);
  }
});
