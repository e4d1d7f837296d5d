import { statSync } from 'node:fs';
import { NewerStoreError, NotAFileError } from '@unspool/store';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** Says why the index cannot be opened, if the user can do something about it. */
export function noIndex(error: unknown, file: string): UserError | undefined {
  if (error instanceof NewerStoreError) {
    return new UserError(`${file} was written by a newer Unspool.`, {
      hint: 'Update Unspool, or set UNSPOOL_HOME to another folder.',
    });
  }
  if (!(error instanceof NotAFileError)) return undefined;
  const what = statSync(file, { throwIfNoEntry: false })?.isDirectory() ? 'a folder' : 'a pipe or a device';
  return new UserError(`There is ${what} where the index should be.`, {
    why: safeLine(file),
    hint: 'Move it away, or set UNSPOOL_HOME to another folder.',
  });
}
