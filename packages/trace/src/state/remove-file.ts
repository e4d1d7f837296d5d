import { unlinkSync } from 'node:fs';
import { patiently } from '@unspool/session/write';

/** Not `rmSync`: it loads what removes whole trees, and a hook has no time for that. */
export function removeFile(file: string): void {
  try {
    patiently(() => unlinkSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
