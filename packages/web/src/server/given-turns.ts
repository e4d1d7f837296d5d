import { statSync } from 'node:fs';

/** Smaller files are read in the time it takes to ask. */
const HUGE = 4 * 1024 * 1024;
const MOST = 6;

/**
 * The first look at huge sessions, as it was given last. While a thread is busy with the whole of one, its page would
 * wait when it is loaded again; what was given is given again then, as long as the file is the same.
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
      if (this.given.size <= MOST) return;
      this.given.delete(oldest);
    }
  }
}

export function isHuge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > HUGE;
}

/** Undefined for a file that is not huge, or not there. */
function stampOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat && stat.size > HUGE ? `${stat.ino} ${stat.size} ${stat.mtimeMs}` : undefined;
}
