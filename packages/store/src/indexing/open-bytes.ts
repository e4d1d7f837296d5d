import { closeSync, openSync, readSync } from 'node:fs';
import type { KeptBytes, KeptFiles } from '../keep/kept-files.js';

/** The bytes of a file, or of its archived copy if it is gone. */
export function openBytes(file: string, kept: KeptFiles | undefined): KeptBytes & { close(): void } {
  try {
    const fd = openSync(file, 'r');
    return {
      read: (target, position) => readSync(fd, target, 0, target.length, position),
      close: () => closeSync(fd),
    };
  } catch (error) {
    const bytes = (error as NodeJS.ErrnoException).code === 'ENOENT' ? kept?.open(file) : undefined;
    if (!bytes) throw error;
    return { ...bytes, close: () => undefined };
  }
}
