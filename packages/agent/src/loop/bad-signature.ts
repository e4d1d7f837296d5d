import type { ApiFailure } from './api-failure.js';

/** Whether the API refused a request because another account or gateway signed the thinking in it. */
export function isBadSignature({ status, message, errorType }: ApiFailure): boolean {
  if (status !== 400 && errorType !== 'invalid_request_error') return false;
  return /invalid\W+signature\W+in\W+thinking\W+block/i.test(message);
}
