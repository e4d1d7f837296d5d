import { statSync } from 'node:fs';

/** Smaller files are read in the time it takes to ask. */
const HUGE = 4 * 1024 * 1024;
const MAX = 6;

/**
 * The first turns of huge sessions as they were last sent, valid as long as the file does not change. While the thread
 * works out the whole of a session of 200 MB, a page that is loaded again then shows its turns in 1.5 times the time of
 * an empty page, and in 3 to 4.5 times without this (bench/browse.mjs, "first turns visible").
 */
export class GivenTurns {
  private readonly given = new Map<string, { stamp: string; bytes: Uint8Array }>();

  find(key: string, file: string): Uint8Array | undefined {
    const known = this.given.get(key);
    return known && known.stamp === stampOf(file) ? known.bytes : undefined;
  }

  keep(key: string, file: string, bytes: Uint8Array): void {
    const stamp = stampOf(file);
    if (stamp === undefined) return;
    this.given.delete(key);
    this.given.set(key, { stamp, bytes });
    for (const oldest of this.given.keys()) {
      if (this.given.size <= MAX) return;
      this.given.delete(oldest);
    }
  }
}

/** Undefined for a file that is not huge, or not there. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && stat.size > HUGE ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : undefined;
}
