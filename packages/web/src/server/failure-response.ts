import type { Context } from 'hono';
import { AppFailure } from '../failure.js';
import type { Failure } from '../view/routes.js';
import { isLookedAt } from './assets.js';
import type { Services } from './services.js';

type FailureServices = Pick<Services, 'assets' | 'onFault'>;

/** A failure as JSON for the app, as a page for a person, otherwise as text. Internal errors are not revealed. */
export function failureResponse(context: Context, error: unknown, { assets, onFault }: FailureServices): Response {
  if (!(error instanceof AppFailure) && !context.req.raw.signal.aborted) onFault(error);
  const failure = error instanceof AppFailure ? error : new AppFailure(500, 'Something went wrong.', { hint: REPORT });
  const { why = null, hint = null } = failure.more;
  if (context.req.path.startsWith('/api/')) {
    const body: Failure = { error: { what: failure.what, why, hint } };
    return context.json(body, failure.status);
  }
  const more = [why, hint].filter((text) => text !== null);
  if (isLookedAt(context)) return assets.plainPage(context, { what: failure.what, more }, failure.status);
  return context.text([failure.what, ...more, ''].join('\n'), failure.status);
}

const REPORT = 'See the terminal where Unspool runs, and report what it printed.';
