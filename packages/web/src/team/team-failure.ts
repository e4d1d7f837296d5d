import { TeamFailure } from '@unspool/team';
import { AppFailure } from '../failure.js';

/** Converts an error of the team's service for the app. Only our own server may answer 401, which locks the page. */
export function asAppFailure(error: unknown): unknown {
  if (!(error instanceof TeamFailure)) return error;
  const { status, message, details } = error;
  const known = ([400, 403, 404, 409, 503] as const).find((each) => each === status);
  const shown = known ?? (status === 410 ? 404 : 409);
  return new AppFailure(shown, message, { why: details.why, hint: details.hint });
}
