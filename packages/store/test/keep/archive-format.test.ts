import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArchiveIndex, BLOCK, DamagedArchive, HEAD } from '../../src/keep/archive-format.js';
import { encodeIndex } from '../../src/keep/archive-index.js';
import { ArchiveReader } from '../../src/keep/archive-reader.js';
import { archiveSession } from '../../src/keep/archive-session.js';
import { lay, line, NOW, newArchiveFolder, newConfig, SESSION_ID, SLUG, theSession, wholeFamily } from './family.js';

const MAIN = `projects/${SLUG}/${SESSION_ID}.jsonl`;

function archived(files: { [name: string]: string | Uint8Array }): string {
  const config = newConfig();
  lay(config, files);
  const result = archiveSession(theSession(config), config, { folder: newArchiveFolder(), now: NOW });
  if (result.kind !== 'archived') throw new Error(result.kind);
  return result.path;
}

function withReader<T>(path: string, use: (archive: ArchiveReader) => T): T {
  const archive = new ArchiveReader(path);
  try {
    return use(archive);
  } finally {
    archive.close();
  }
}

describe('an archive', () => {
  const path = archived(wholeFamily());
  const original = readFileSync(path);

  it('detects any changed byte', () => {
    const damaged = `${path}.damaged`;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: original.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(original);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        writeFileSync(damaged, bytes);
        expect(() => withReader(damaged, (archive) => archive.verify())).toThrow(DamagedArchive);
      }),
      { numRuns: 400 },
    );
  });

  it('detects that its end is missing, wherever it ends', () => {
    const cut = `${path}.cut`;
    for (let length = 0; length < original.length; length += length < 64 || original.length - length < 80 ? 1 : 13) {
      writeFileSync(cut, original);
      truncateSync(cut, length);
      expect(() => withReader(cut, (archive) => archive.verify()), `${length}`).toThrow(DamagedArchive);
    }
  });

  it('detects bytes added at the end', () => {
    const longer = `${path}.longer`;
    writeFileSync(longer, Buffer.concat([original, Buffer.from('x')]));
    expect(() => withReader(longer, () => undefined)).toThrow(DamagedArchive);
  });

  it('reads any range of any file', () => {
    const content = Array.from({ length: 40_000 }, (_, at) => line(`word ${at}`)).join('');
    const large = archived({ [MAIN]: content });
    const bytes = Buffer.from(content);
    expect(bytes.length).toBeGreaterThan(5 * BLOCK);
    withReader(large, (archive) => {
      const file = archive.file(MAIN);
      if (!file) throw new Error('it is not there');
      fc.assert(
        fc.property(fc.nat({ max: bytes.length + 10 }), fc.integer({ min: 1, max: 3 * BLOCK }), (from, length) => {
          const target = Buffer.alloc(length);
          let got = 0;
          for (let count = 1; count > 0 && got < length; got += count) {
            count = archive.read(file, target.subarray(got), from + got);
          }
          expect(target.subarray(0, got).equals(bytes.subarray(from, from + length))).toBe(true);
        }),
        { numRuns: 60 },
      );
    });
    expect(statSync(large).size * 4).toBeLessThan(bytes.length);
  });

  it('returns any bytes', () => {
    const config = newConfig();
    const folder = newArchiveFolder();
    const side = `projects/${SLUG}/${SESSION_ID}/tool-results/x.bin`;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), fc.uint8Array({ maxLength: 300 }), (main, other) => {
        lay(config, { [MAIN]: main, [side]: other });
        archiveSession(theSession(config), config, { folder, now: NOW });
        const result = archiveSession(theSession(config), config, { folder: newArchiveFolder(), now: NOW });
        if (result.kind !== 'archived') throw new Error(result.kind);
        withReader(result.path, (archive) => {
          for (const [name, bytes] of [[MAIN, main] as const, [side, other] as const]) {
            const file = archive.file(name);
            expect(file && Buffer.concat([...archive.chunks(file)]).equals(bytes)).toBe(true);
          }
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('an archive from another program', () => {
  const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const empty = { size: 0, mtimeMs: 0, inode: '1', mode: 0o600, sha256, blocks: [] };
  const about = { version: 1 as const, config: '/x', takenAt: 0, facts: null };

  function forged(index: object): string {
    const path = join(newArchiveFolder(), '..', 'forged.unspool');
    writeFileSync(path, Buffer.concat([HEAD, encodeIndex(index as ArchiveIndex, HEAD.length)]));
    return path;
  }

  it('is read if everything in it belongs to a session', () => {
    const files = [{ ...empty, name: MAIN, agent: null }];
    withReader(forged({ ...about, sessionId: SESSION_ID, slug: SLUG, files }), (archive) => archive.verify());
  });

  it.each([
    '../../.ssh/authorized_keys',
    'projects/../../x.jsonl',
    `projects/${SLUG}/../other/x.jsonl`,
    `projects/other/${SESSION_ID}.jsonl`,
    `projects/${SLUG}/22222222-2222-4333-8444-555555555555.jsonl`,
    `projects/${SLUG}/${SESSION_ID}/../../x`,
    `projects/${SLUG}/${SESSION_ID}//x`,
    `projects/${SLUG}/${SESSION_ID}/./x`,
    `projects/${SLUG}/${SESSION_ID}/x\u0000y`,
    '/etc/passwd',
    'settings.json',
    'hooks/x.sh',
    'plans/../settings.json',
    'todos/22222222-2222-4333-8444-555555555555-agent-1.json',
    'file-history/22222222-2222-4333-8444-555555555555/x@v1',
  ])('cannot name %j', (name) => {
    const files = [{ ...empty, name }];
    expect(() => withReader(forged({ ...about, sessionId: SESSION_ID, slug: SLUG, files }), () => undefined)).toThrow(
      DamagedArchive,
    );
  });

  it.each([
    { sessionId: '..', slug: SLUG, files: [] },
    { sessionId: SESSION_ID, slug: '../x', files: [] },
    {
      sessionId: SESSION_ID,
      slug: SLUG,
      files: [
        { ...empty, name: MAIN },
        { ...empty, name: MAIN },
      ],
    },
    { sessionId: SESSION_ID, slug: SLUG, files: [{ ...empty, name: MAIN, size: 5 }] },
    { sessionId: SESSION_ID, slug: SLUG, files: [{ ...empty, name: MAIN, blocks: [[9, 9, 'x']], size: 9 }] },
    { sessionId: SESSION_ID, slug: SLUG, files: 'none' },
    { sessionId: SESSION_ID, slug: SLUG, files: [], facts: { title: 5 } },
    { sessionId: SESSION_ID, slug: SLUG, files: [], facts: { title: { text: '' }, turns: 1, tokens: { input: 'x' } } },
    { sessionId: SESSION_ID, slug: SLUG },
    [],
    null,
  ])('is refused: %j', (index) => {
    const whole = Array.isArray(index) || index === null ? index : { ...about, ...index };
    expect(() => withReader(forged(whole as object), () => undefined)).toThrow(DamagedArchive);
  });
});
