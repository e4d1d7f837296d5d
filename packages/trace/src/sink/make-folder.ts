import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** With those above it. Node's own way never ends where a folder is refused though the one above is there (/proc). */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each);
    } catch (error) {
      // Another was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
