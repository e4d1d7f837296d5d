import { constants, type Stats, statSync } from 'node:fs';

/** How many numbers tell how a file looks: its size, its time in milliseconds, its inode. */
export const LOOK = 3;

/** Writes how a file looks to `looks`; false for what is no file, or none any more. */
export function readLook(path: string, looks: Float64Array, at: number): boolean {
  return statValues ? readValues(statValues, path, looks, at) : readStats(path, looks, at);
}

/** As `readLook`, with what every Node offers. */
export function readStats(path: string, looks: Float64Array, at: number): boolean {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, NO_ERROR);
  } catch {
    // Forbidden since the folder was read: the full listing reports what cannot be read.
    return false;
  }
  if (stats === undefined || (stats.mode & KIND) !== PLAIN_FILE) return false;
  looks[at] = stats.size;
  looks[at + 1] = stats.mtimeMs;
  looks[at + 2] = stats.ino;
  return true;
}

/** In a text: size, time in microseconds and inode. */
export function lookText(looks: Float64Array, at: number): string {
  return `${looks[at]} ${Math.floor((looks[at + 1] ?? 0) * 1000)} ${looks[at + 2]}`;
}

/** Size, time and inode of a file; undefined for what is none, or none any more. */
export function lookOf(path: string): string | undefined {
  const looks = new Float64Array(LOOK);
  return readStats(path, looks, 0) ? lookText(looks, 0) : undefined;
}

const NO_ERROR = { throwIfNoEntry: false } as const;
const { S_IFMT: KIND, S_IFREG: PLAIN_FILE } = constants;

/**
 * Node's own way to the system: numbers in one array that is used again. The first versions of Node 20 note an error in
 * the last argument, later ones throw it.
 */
type StatValues = (
  path: string,
  isBig: false,
  request: undefined,
  error: { errno?: number },
) => Float64Array | undefined;

/**
 * `statSync` of Node 20 makes an object with four dates of every file, which takes longer than asking the system, and
 * thousands are asked about. What it stands on is the same in all of Node 20, which gets no new versions; others make no
 * dates, and are asked in the usual way.
 */
const statValues = process.version.startsWith('v20.') && process.platform !== 'win32' ? valuesOfNode20() : undefined;

function valuesOfNode20(): StatValues | undefined {
  try {
    return (process as unknown as { binding(name: 'fs'): { stat: StatValues } }).binding('fs').stat;
  } catch {
    // Forbidden, as under a permission model.
    return undefined;
  }
}

function readValues(stat: StatValues, path: string, looks: Float64Array, at: number): boolean {
  const error: { errno?: number } = {};
  let values: Float64Array | undefined;
  try {
    values = stat(path, false, undefined, error);
  } catch {
    // As below: a link to nothing, or forbidden since the folder was read.
    return false;
  }
  if (values === undefined || error.errno !== undefined || ((values[1] ?? 0) & KIND) !== PLAIN_FILE) return false;
  looks[at] = values[8] ?? 0;
  looks[at + 1] = (values[12] ?? 0) * 1000 + (values[13] ?? 0) / 1e6;
  looks[at + 2] = values[7] ?? 0;
  return true;
}
