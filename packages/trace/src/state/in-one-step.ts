import { renameSync } from 'node:fs';
import { patiently } from '@unspool/session/write';
import { removeFile } from './remove-file.js';

/** Writes under another name first: a reader sees the whole file or none of it, and nothing is left when that fails. */
export function inOneStep(file: string, write: (temporary: string) => void, temporary = `${file}.part`): void {
  try {
    write(temporary);
    patiently(() => renameSync(temporary, file));
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}
