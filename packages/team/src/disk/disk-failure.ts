import { isUnwritable } from '@unspool/store';
import { TeamFailure } from '../contract/failure.js';

const REASONS: { readonly [code: string]: string } = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk quota is used up.',
  EROFS: 'The disk is read-only.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
};

/** An error that the system gave for a store's disk, as one that laptops can wait out. Undefined for any other error. */
export function diskFailure(error: unknown): TeamFailure | undefined {
  const why = reasonOf(error);
  if (why === undefined) return undefined;
  return new TeamFailure('store_unavailable', 'The store cannot be written.', {
    why,
    hint: 'Make room or check the permissions. Laptops keep their queues and try again.',
  });
}

function reasonOf(error: unknown): string | undefined {
  if (isUnwritable(error)) {
    const { message } = error as Error;
    if (/disk is full/i.test(message)) return REASONS['ENOSPC'];
    if (/unable to open/i.test(message)) return 'Its database cannot be opened.';
    return /readonly/i.test(message) ? REASONS['EROFS'] : `${message}.`;
  }
  return REASONS[String((error as NodeJS.ErrnoException | undefined)?.code)];
}
