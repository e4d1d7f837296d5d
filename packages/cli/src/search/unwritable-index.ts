import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** The index cannot be brought up to date, or not even be opened, though nothing is wrong with it. */
export class UnwritableIndex extends UserError {
  readonly why: string;

  constructor(file: string, error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    const isFull = /disk is full/i.test(message);
    const why = isFull
      ? 'The disk is full.'
      : /readonly/i.test(message)
        ? 'You may not write there.'
        : safeLine(message);
    super(`The index ${safeLine(file)} could not be written.`, {
      why,
      hint: isFull
        ? 'Make room, then try again.'
        : 'Check that its folder can be written, or set UNSPOOL_HOME to another one.',
    });
    this.why = why;
  }
}

/** Who only asks is answered all the same: from the files, as where there is no index. */
export async function orFromFiles<T>(asked: () => Promise<T>, fromFiles: () => T | Promise<T>, io: Io): Promise<T> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof UnwritableIndex)) throw error;
    io.err(
      `The index could not be written, so the files themselves are read. ${error.why}\n` +
        'What stands only in the index or in the archive is left out.\n',
    );
    return fromFiles();
  }
}
