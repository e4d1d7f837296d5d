import { isUuid } from '../../locate/session-id.js';
import { isObject, parse } from '../../read/json.js';
import { ArchiveError } from './tar.js';

export const MANIFEST = 'manifest.json';

/** Describes a packed session. It is the first file of the archive. */
export interface PackManifest {
  version: 1;
  sessionId: string;
  title: string;
  /** The folder the session was started in, on the machine that packed it. */
  cwd: string | null;
  home: string;
  platform: string;
  /** The name of its project folder. */
  slug: string;
  isRedacted: boolean;
  files: PackedFile[];
}

export interface PackedFile {
  name: string;
  size: number;
  sha256: string;
}

export interface PackLimits {
  files: number;
  bytes: number;
}

/** Well above what any session needs. */
export const PACK_LIMITS: PackLimits = { files: 20_000, bytes: 16 * 1024 ** 3 };

/** Trusts nothing, because an archive can come from anywhere. */
export function readManifest(text: string, limits: PackLimits): PackManifest {
  const value = parse(text);
  if (!isObject(value)) throw new ArchiveError('its manifest cannot be read');
  if (value['version'] !== 1) throw new ArchiveError('it was packed by a newer version of unspool');
  const { sessionId, cwd, files } = value;
  if (typeof sessionId !== 'string' || !isUuid(sessionId))
    throw new ArchiveError('its manifest does not name a session');
  if (!Array.isArray(files)) throw new ArchiveError('its manifest does not list any files');
  if (files.length > limits.files)
    throw new ArchiveError(`it contains ${files.length} files, more than the limit of ${limits.files}`);
  const manifest: PackManifest = {
    version: 1,
    sessionId,
    title: stringOr(value['title'], ''),
    cwd: typeof cwd === 'string' && cwd !== '' ? cwd : null,
    home: stringOr(value['home'], ''),
    platform: stringOr(value['platform'], ''),
    slug: stringOr(value['slug'], ''),
    isRedacted: value['isRedacted'] === true,
    files: files.map((file) => packedFile(file, sessionId)),
  };
  checkFiles(manifest, limits);
  return manifest;
}

function stringOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function packedFile(value: unknown, sessionId: string): PackedFile {
  const { name, size, sha256 } = isObject(value) ? value : {};
  if (typeof name !== 'string' || !isPackedName(name, sessionId)) {
    throw new ArchiveError(`it contains ${JSON.stringify(name)}, which is not a file of a session`);
  }
  const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  if (!isSize || typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw new ArchiveError(`its manifest does not describe ${name}`);
  }
  return { name, size, sha256 };
}

function checkFiles({ files, sessionId }: PackManifest, limits: PackLimits): void {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  if (total > limits.bytes)
    throw new ArchiveError(`it contains ${total} bytes, more than the limit of ${limits.bytes}`);
  const names = new Set(files.map((file) => onDisk(file.name)));
  if (names.size !== files.length) throw new ArchiveError('it contains two files with the same name');
  if (!names.has(onDisk(`project/${sessionId}.jsonl`))) throw new ArchiveError('the session itself is missing');
}

/** Equal for names that are the same file on Windows or macOS. */
function onDisk(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Accepts only places where a session keeps its files: no settings, hooks or other sessions, and no path part that is
 * special on any system.
 */
export function isPackedName(name: string, sessionId: string): boolean {
  const parts = name.split('/');
  const isPlain = (part: string) =>
    part !== '' &&
    part.length <= 200 &&
    !/^\.+$/.test(part) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: names with control characters are refused.
    !/[\u0000-\u001f<>:"\\|?*\u007f]/.test(part) &&
    !/[. ]$/.test(part) &&
    !RESERVED.test(part);
  if (!parts.every(isPlain) || parts.length > 12) return false;
  const [top = '', second = '', third = ''] = parts;
  if (top === 'project') {
    if (parts.length === 2) return second === `${sessionId}.jsonl` || /^agent-.+\.jsonl$/.test(second);
    return (
      second === sessionId || (second === 'subagents' && /^agent-.+\.(jsonl|meta\.json)$/.test(parts.at(-1) ?? ''))
    );
  }
  if (top === 'file-history') return parts.length === 3 && second === sessionId && third !== '';
  if (top === 'todos') return parts.length === 2 && second.startsWith(sessionId) && second.endsWith('.json');
  return top === 'plans' && parts.length === 2 && second.endsWith('.md');
}

/** Sessions compress to about a tenth. An archive that expands far more was made to fill a disk. */
const MAX_RATIO = 400;
const SMALL = 64 * 1024 * 1024;

/** Returns the most bytes that an archive of this size may expand to. */
export function mostUnpacked(packedBytes: number): number {
  return Math.max(SMALL, packedBytes * MAX_RATIO);
}
