import { sleep } from './sleep.js';

/** Longer than a virus scanner looks at a new file. */
const PAUSES_MS = [2, 5, 10, 20, 50, 100, 200, 400];
const IN_USE = new Set(['EPERM', 'EACCES', 'EBUSY']);

/**
 * Renames or removes a file, and tries again while Windows refuses because another process has it open. Other systems
 * do not care, and what they refuse is not tried again.
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
