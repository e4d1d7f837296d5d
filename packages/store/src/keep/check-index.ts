import {
  type ArchivedFacts,
  type ArchivedFile,
  type ArchiveIndex,
  BLOCK,
  DamagedArchive,
  HEAD,
} from './archive-format.js';
import { isArchivedName, isPlainPart } from './archived-names.js';

/**
 * Validates the index of an archive. Another program may have written the archive, with correct hashes, so no name in it may
 * lead out of the session's own places.
 */
export function checkIndex(value: unknown, end: number): ArchiveIndex {
  const index = value as ArchiveIndex;
  const isKnown =
    isObject(value) &&
    index.version === 1 &&
    typeof index.config === 'string' &&
    typeof index.takenAt === 'number' &&
    isName(index.sessionId) &&
    isName(index.slug) &&
    (index.facts === null || isFacts(index.facts)) &&
    Array.isArray(index.files);
  if (!isKnown) throw new DamagedArchive('its index was not written by Unspool');
  const names = new Set<string>();
  let at = HEAD.length;
  for (const file of index.files) {
    if (!isFile(file)) throw new DamagedArchive('its index was not written by Unspool');
    if (!isArchivedName(file.name, index) || names.has(file.name)) {
      throw new DamagedArchive(`it contains ${JSON.stringify(file.name)}, which is not a file of this session`);
    }
    names.add(file.name);
    at += file.blocks.reduce((sum, [packed]) => sum + packed, 0);
  }
  if (at !== end) throw new DamagedArchive('its blocks do not match its size');
  return index;
}

/** These are shown without further checks. */
function isFacts(value: unknown): boolean {
  const { title, tokens, turns, ...rest } = isObject(value) ? (value as Partial<ArchivedFacts>) : {};
  const isTime = (time: unknown) => time === null || typeof time === 'number';
  const isTextOrNone = (text: unknown) => text === undefined || typeof text === 'string';
  return (
    typeof title?.text === 'string' &&
    typeof turns === 'number' &&
    isObject(tokens) &&
    Object.values(tokens).every((count) => Number.isFinite(count) && count >= 0) &&
    [rest.cwd, rest.gitBranch, rest.version].every(isTextOrNone) &&
    isTime(rest.startedAt) &&
    isTime(rest.endedAt)
  );
}

function isFile(value: unknown): value is ArchivedFile {
  const file = value as ArchivedFile;
  if (!isObject(value) || typeof file.name !== 'string' || typeof file.inode !== 'string') return false;
  if (!isCount(file.size) || typeof file.mtimeMs !== 'number' || !isCount(file.mode)) return false;
  if (!/^[0-9a-f]{64}$/.test(file.sha256) || !Array.isArray(file.blocks)) return false;
  if (file.agent !== undefined && file.agent !== null && typeof file.agent !== 'string') return false;
  let size = 0;
  for (const block of file.blocks) {
    if (!Array.isArray(block) || !isCount(block[0]) || !isCount(block[1]) || typeof block[2] !== 'string') return false;
    // Only the last block of a file may be short, since an offset determines its block.
    if (size % BLOCK !== 0 || block[1] === 0 || block[1] > BLOCK) return false;
    size += block[1];
  }
  return size === file.size;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && isPlainPart(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
