import { sleep } from './sleep.js';

/** Longer than a virus scanner keeps a new file open. */
const PAUSES_MS = [2, 5, 10, 20, 50, 100, 200, 400];
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Renames or removes a file, and retries while Windows refuses because another process has it open. On other systems
 * open files do not matter, so failures are not retried.
 */
export function patiently<Value>(act: () => Value, platform: NodeJS.Platform = process.platform): Value {
  for (const pause of PAUSES_MS) {
    try {
      return act();
    } catch (error) {
      if (!isInUse(error, platform)) throw error;
      sleep(pause);
    }
  }
  return act();
}

/** Whether Windows refused because another process has the file open. */
export function isInUse(error: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && IN_USE.has((error as NodeJS.ErrnoException).code ?? '');
}
