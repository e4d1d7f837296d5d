import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listArchives } from '../../src/keep/archive-folder.js';
import { ArchiveReader } from '../../src/keep/archive-reader.js';
import { generated, sessionsIn } from '../support/generated.js';
import { program, runProgram } from '../support/program.js';
import { newArchiveFolder } from './family.js';

/** Set UNSPOOL_KILLS to kill more often. */
const KILLS = Number(process.env['UNSPOOL_KILLS'] ?? 12);

const ARCHIVER = `
  import { writeSync } from 'node:fs';
  import { configFolders } from '@unspool/session';
  import { sessionsAndRemains } from '@unspool/session/locate';
  import { archiveSession } from '@unspool/store';
  const [folder, archive] = process.argv.slice(2);
  writeSync(1, 'open\\n');
  for (const config of configFolders({ CLAUDE_CONFIG_DIR: folder }, '/')) {
    for (const session of sessionsAndRemains(config)) archiveSession(session, config, { folder: archive, now: Date.now() });
  }
  writeSync(1, 'done\\n');
`;

const { folder } = generated({ mb: 12, files: 60, seed: 41, dirty: true });
const sessions = sessionsIn(folder);
const archiver = await program(ARCHIVER);

/** Checks that every archive is complete. Returns their number. */
function verified(archive: string): number {
  const entries = listArchives(archive);
  for (const { path } of entries) {
    const reader = new ArchiveReader(path);
    reader.verify();
    reader.close();
  }
  return entries.length;
}

function expectAll(archive: string): void {
  expect(verified(archive)).toBe(sessions.length);
  for (const session of sessions) {
    const entry = listArchives(archive).find((each) => each.sessionId === session.sessionId);
    const reader = new ArchiveReader(entry?.path ?? '');
    const main = reader.index.files.find((file) => file.agent === null);
    expect(main && Buffer.concat([...reader.chunks(main)]).equals(readFileSync(session.file))).toBe(true);
    reader.close();
  }
}

it('killed at any moment, it leaves only complete archives, and continues where it was', async () => {
  const archive = newArchiveFolder();
  let killed = 0;
  let count = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { text } = await runProgram(archiver, [folder, archive], kill === 0 ? 0 : Math.random() * 120);
    if (!text.includes('done')) killed++;
    const now = verified(archive);
    expect(now).toBeGreaterThanOrEqual(count);
    count = now;
  }
  expect(killed).toBeGreaterThan(0);
  expect((await runProgram(archiver, [folder, archive])).text).toContain('done');
  expectAll(archive);
});

it('three at once leave complete archives of everything', async () => {
  const archive = newArchiveFolder();
  const runs = await Promise.all([1, 2, 3].map(() => runProgram(archiver, [folder, archive])));
  for (const { code, text } of runs) expect(code, text).toBe(0);
  expectAll(archive);
  expect(readdirSync(archive)).toHaveLength(sessions.length);
});
