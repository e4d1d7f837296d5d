import { unlinkSync } from 'node:fs';
import { patiently } from '@unspool/session/write';

/** Used instead of `rmSync`, which loads code for whole trees and would slow hooks down. */
export function removeFile(file: string): void {
  try {
    patiently(() => unlinkSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
