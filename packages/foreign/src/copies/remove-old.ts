import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Removes what was last written longer ago, with everything in it. */
export function removeOlderThan(ms: number, folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > ms) rmSync(path, { recursive: true, force: true });
  }
}
