import type { Context } from 'hono';
import { AppFailure } from '../failure.js';
import type { Failure } from '../view/routes.js';

/** A failure as JSON for the app, as a plain page for a person. What broke inside is not told to a page. */
export function failureResponse(context: Context, error: unknown, onFault?: (error: unknown) => void): Response {
  if (!(error instanceof AppFailure) && !context.req.raw.signal.aborted) onFault?.(error);
  const failure = error instanceof AppFailure ? error : new AppFailure(500, 'Something went wrong.', { hint: REPORT });
  const { why = null, hint = null } = failure.more;
  if (context.req.path.startsWith('/api/')) {
    const body: Failure = { error: { what: failure.what, why, hint } };
    return context.json(body, failure.status);
  }
  const text = [failure.what, why, hint].filter(Boolean).join('\n');
  return context.text(`${text}\n`, failure.status);
}

const REPORT = 'See the terminal where Unspool runs, and report what it printed.';
