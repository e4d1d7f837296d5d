import { statSync } from 'node:fs';

/** Smaller files are read so quickly that caching is not worth it. */
const HUGE = 4 * 1024 * 1024;
const MAX = 6;

/**
 * Caches the first turns of huge sessions as they were last sent, as long as the file does not change. While the thread
 * is reading a session of 200 MB, a reloaded page then shows its turns in 1.5 times the time of an empty page; without
 * the cache it takes 3 to 4.5 times as long (bench/browse.mjs, "first turns visible").
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

/** Undefined if the file is not huge or does not exist. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && stat.size > HUGE ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : undefined;
}
