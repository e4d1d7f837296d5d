import { TeamFailure } from '@unspool/team';
import { AppFailure } from '../failure.js';

/** What the team's service said, for the app. Only our own server may say 401: that locks the page. */
export function asAppFailure(error: unknown): unknown {
  if (!(error instanceof TeamFailure)) return error;
  const { status, message, details } = error;
  const known = ([400, 403, 404, 409, 503] as const).find((each) => each === status);
  const shown = known ?? (status === 410 ? 404 : 409);
  return new AppFailure(shown, message, { why: details.why, hint: details.hint });
}
