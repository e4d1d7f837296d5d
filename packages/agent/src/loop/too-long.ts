import type { ApiFailure } from './api-failure.js';

/** Whether the API refused a request as too long. APIs and gateways report this in different ways. */
export function isTooLong({ status, message, errorType }: ApiFailure): boolean {
  return (
    status === 413 ||
    ((status === 400 || errorType === 'invalid_request_error') &&
      /prompt is too long|exceed context|context.?(?:length|window|limit)|too many (?:input )?tokens/i.test(message))
  );
}
