import type { ApiFailure } from './api-failure.js';

/** Whether the API refused a request because it cannot verify the thinking in it: another account or gateway signed it. */
export function isBadSignature({ status, message, errorType }: ApiFailure): boolean {
  if (status !== 400 && errorType !== 'invalid_request_error') return false;
  return /invalid\W+signature\W+in\W+thinking\W+block/i.test(message);
}
