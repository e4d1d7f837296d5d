import { renameSync } from 'node:fs';
import { patiently } from '@unspool/session/write';
import { removeFile } from './remove-file.js';

/** Writes to a temporary file and renames it, so that readers never see a partial file. Cleans up if that fails. */
export function inOneStep(file: string, write: (temporary: string) => void, temporary = `${file}.part`): void {
  try {
    write(temporary);
    patiently(() => renameSync(temporary, file));
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}
