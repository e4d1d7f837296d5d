import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { type ConfigFolder, checkFile } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import { archivePath } from '../../src/keep/archive-path.js';
import { ArchiveReader } from '../../src/keep/archive-reader.js';
import { archiveSession } from '../../src/keep/archive-session.js';
import { planRestore, restoreFiles } from '../../src/keep/restore-session.js';
import { bytesIn, configAt, NOW, newArchiveFolder, sessionsOf } from './family.js';

const corpus = process.env['UNSPOOL_CORPUS'];
const hasCorpus = corpus !== undefined && existsSync(join(corpus, 'corpus'));
if (!hasCorpus) console.warn('UNSPOOL_CORPUS is not set: tests over outside sessions are skipped');

/** Archives every family, deletes everything that was archived, restores it, and compares. */
function expectRoundTrip(config: ConfigFolder): { sessions: number; files: number } {
  const folder = newArchiveFolder();
  const before = bytesIn(config.folder);
  const sessions = sessionsOf(config).filter((session) => session.hasMain);
  const verdicts = new Map(sessions.map((session) => [session.file, checkFile(session.file, session).resumes]));
  const archived = new Set<string>();
  for (const session of sessions) {
    const result = archiveSession(session, config, { folder, now: NOW });
    if (result.kind !== 'archived') throw new Error(`${session.file}: ${result.kind}`);
    for (const file of result.index.files) archived.add(file.name);
  }
  for (const name of archived) rmSync(join(config.folder, name), { force: true });
  expect(sessionsOf(config).filter((session) => session.hasMain)).toEqual([]);
  for (const session of sessions) {
    const archive = new ArchiveReader(archivePath(folder, session));
    const plan = planRestore(archive, config);
    expect(plan).toMatchObject({ main: session.file, conflicts: [] });
    restoreFiles(archive, plan, NOW);
    archive.close();
  }
  const after = bytesIn(config.folder);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, bytes] of before) expect(after.get(name) === bytes, name).toBe(true);
  for (const [file, resumes] of verdicts) {
    expect(checkFile(file, { sessionId: basename(file, '.jsonl') }).resumes, file).toBe(resumes);
  }
  return { sessions: sessions.length, files: archived.size };
}

describe.skipIf(!hasCorpus)('archive and restore', () => {
  const temp = () => mkdtempSync(join(tmpdir(), 'unspool-corpus-'));

  it('return public sessions byte for byte', () => {
    const folder = temp();
    for (const entry of readdirSync(join(corpus ?? '', 'corpus/files'), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue;
      const from = join(entry.parentPath, entry.name);
      const object = JSON.parse(/^.*"sessionId".*$/m.exec(readFileSync(from, 'utf8'))?.[0] ?? '{}');
      const project = join(
        folder,
        'projects',
        String(object.cwd ?? '/x')
          .replace(/[^A-Za-z0-9]/g, '-')
          .slice(0, 150),
      );
      const isAgent = entry.name.startsWith('agent-');
      const to = isAgent
        ? join(project, object.sessionId, 'subagents', entry.name)
        : join(project, `${object.sessionId}.jsonl`);
      if (!existsSync(to)) cpSync(from, to);
    }
    const { sessions } = expectRoundTrip(configAt(folder));
    expect(sessions).toBeGreaterThan(40);
    rmSync(folder, { recursive: true });
  });

  it('return what seven versions of the client wrote, byte for byte', () => {
    const root = join(corpus ?? '', 'real-client/sessions');
    let sessions = 0;
    for (const version of readdirSync(root)) {
      for (const scenario of readdirSync(join(root, version))) {
        const folder = temp();
        mkdirSync(join(folder, 'projects'));
        cpSync(join(root, version, scenario), join(folder, 'projects'), { recursive: true });
        for (const path of readdirSync(folder, { recursive: true, withFileTypes: true }))
          expect(relative(folder, path.parentPath)).not.toContain('..');
        sessions += expectRoundTrip(configAt(folder)).sessions;
        rmSync(folder, { recursive: true, force: true });
      }
    }
    expect(sessions).toBeGreaterThan(200);
  });
});
