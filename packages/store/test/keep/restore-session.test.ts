import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { checkFile } from '@unspool/session';
import { beforeEach, describe, expect, it } from 'vitest';
import { DamagedArchive } from '../../src/keep/archive-format.js';
import { archivePath } from '../../src/keep/archive-path.js';
import { ArchiveReader } from '../../src/keep/archive-reader.js';
import { archiveSession } from '../../src/keep/archive-session.js';
import { extractSession } from '../../src/keep/extract-archive.js';
import { planRestore, restoreFiles } from '../../src/keep/restore-session.js';
import {
  bytesIn,
  configAt,
  lay,
  line,
  NOW,
  newArchiveFolder,
  newConfig,
  SESSION_ID,
  SLUG,
  theSession,
  wholeFamily,
} from './family.js';

let config: ReturnType<typeof newConfig>;
let folder: string;
let before: Map<string, string>;
const main = () => join(config.folder, `projects/${SLUG}/${SESSION_ID}.jsonl`);

beforeEach(() => {
  config = newConfig();
  folder = newArchiveFolder();
  lay(config, wholeFamily());
  before = bytesIn(config.folder);
  archiveSession(theSession(config), config, { folder, now: NOW });
});

function withArchive<T>(use: (archive: ArchiveReader) => T): T {
  const archive = new ArchiveReader(archivePath(folder, { sessionId: SESSION_ID, slug: SLUG }));
  try {
    return use(archive);
  } finally {
    archive.close();
  }
}

const restore = (to = config) => withArchive((archive) => restoreFiles(archive, planRestore(archive, to), NOW));
const plan = (to = config) => withArchive((archive) => planRestore(archive, to));

function wipe(): void {
  for (const name of readdirSync(config.folder)) rmSync(join(config.folder, name), { recursive: true });
  mkdirSync(config.projects);
}

function inPlaceOfMain(make: (path: string) => void): void {
  rmSync(main());
  make(main());
}

describe('restoring', () => {
  it('restores every byte, with a new time for the clean-up, and the session resumes', () => {
    wipe();
    expect(restore()).toHaveLength(before.size);
    expect(bytesIn(config.folder)).toEqual(before);
    expect(checkFile(main(), { sessionId: SESSION_ID }).resumes).toBe(true);
    for (const name of before.keys()) expect(statSync(join(config.folder, name)).mtimeMs).toBe(NOW);
    expect(theSession(config).agentFiles).toHaveLength(3);
  });

  it('writes only what is missing', () => {
    rmSync(main());
    expect(restore()).toEqual([main()]);
    expect(bytesIn(config.folder)).toEqual(before);
    expect(restore()).toEqual([]);
  });

  it('works for another config folder', () => {
    const other = newConfig();
    restore(other);
    expect(bytesIn(other.folder)).toEqual(before);
  });

  it.each([
    ['a session that went on', () => appendFileSync(main(), line('more'))],
    ['a session that is empty', () => writeFileSync(main(), '')],
    ['a folder in its place', () => inPlaceOfMain((path) => mkdirSync(path))],
    ['a link that leads nowhere', () => inPlaceOfMain((path) => symlinkSync('/nowhere/at/all', path))],
    ['a changed side file', () => writeFileSync(join(dirname(main()), SESSION_ID, 'custom-title.json'), '{}')],
  ])('does not overwrite %s', (_, change) => {
    change();
    const { conflicts } = plan();
    expect(conflicts).toHaveLength(1);
  });

  it('does not write through a link', () => {
    const elsewhere = newConfig().folder;
    rmSync(join(dirname(main()), SESSION_ID), { recursive: true });
    symlinkSync(elsewhere, join(dirname(main()), SESSION_ID));
    expect(plan().conflicts.join()).toContain('is a link');
  });

  it('leaves a plan that another session has changed', () => {
    const withPlan = newConfig();
    const words = line('with a plan', { slug: 'calm-otter' });
    lay(withPlan, { [`projects/${SLUG}/${SESSION_ID}.jsonl`]: words, 'plans/calm-otter.md': 'the plan' });
    const own = newArchiveFolder();
    archiveSession(theSession(withPlan), withPlan, { folder: own, now: NOW });
    writeFileSync(join(withPlan.folder, 'plans/calm-otter.md'), 'another plan');
    const archive = new ArchiveReader(archivePath(own, { sessionId: SESSION_ID, slug: SLUG }));
    expect(planRestore(archive, withPlan)).toMatchObject({
      conflicts: [],
      left: [join(withPlan.folder, 'plans/calm-otter.md')],
    });
    archive.close();
  });

  it('writes nothing if the archive is damaged', () => {
    wipe();
    const path = archivePath(folder, { sessionId: SESSION_ID, slug: SLUG });
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(() => restore()).toThrow(DamagedArchive);
    expect(bytesIn(config.folder).size).toBe(0);
  });

  it('removes what it wrote if another file appears meanwhile', () => {
    wipe();
    withArchive((archive) => {
      const stale = planRestore(archive, config);
      mkdirSync(dirname(main()), { recursive: true });
      writeFileSync(main(), 'mine');
      expect(() => restoreFiles(archive, stale, NOW)).toThrow(/EEXIST/);
    });
    expect([...bytesIn(config.folder)]).toEqual([[`projects/${SLUG}/${SESSION_ID}.jsonl`, 'mine']]);
  });

  it('cleans up after a restore that was killed', () => {
    const left = join(dirname(main()), '.unspool-restore-1-x.tmp');
    writeFileSync(left, 'half');
    utimesSync(left, NOW / 1000 - 7200, NOW / 1000 - 7200);
    rmSync(main());
    restore();
    expect(existsSync(left)).toBe(false);
  });
});

describe('extracting for reading', () => {
  it('provides a session that all readers can use, and removes it', () => {
    const data = dirname(folder);
    const extracted = withArchive((archive) => extractSession(archive, data));
    if (!extracted) throw new Error('nothing was extracted');
    expect(readFileSync(extracted.session.file, 'utf8')).toBe(line('the main words'));
    expect(extracted.session.agentFiles).toHaveLength(3);
    expect(extracted.originalOf(extracted.session.file)).toBe(main());
    expect(statSync(join(data, 'opened')).mode & 0o077).toBe(0);
    expect(configAt(extracted.config.folder)).toEqual(extracted.config);
    extracted.remove();
    expect(readdirSync(join(data, 'opened'))).toEqual([]);
  });

  it('removes what a killed process left', () => {
    const data = dirname(folder);
    const old = join(data, 'opened', 'session-old');
    mkdirSync(old, { recursive: true });
    utimesSync(old, 1, 1);
    withArchive((archive) => extractSession(archive, data))?.remove();
    expect(existsSync(old)).toBe(false);
  });
});
