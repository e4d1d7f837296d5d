import type { ApiFailure } from './api-failure.js';
import { isBadSignature } from './bad-signature.js';
import type { Listen, Reply } from './event.js';
import type { CallModel, ModelRequest } from './model-call.js';
import { sendable } from './sendable.js';
import { streamReply } from './stream-reply.js';

export interface Asking {
  callModel: CallModel;
  signal: AbortSignal;
  tell: Listen;
  clock: Clock;
  maxRetries?: number;
  /** Whether the conversation already has a call with this id. */
  hasCall?(id: string): boolean;
}

/** Time and randomness, supplied by the caller. */
export interface Clock {
  now(): number;
  /** Ends early when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

export type Asked =
  | { kind: 'reply'; reply: Reply; apiMs: number }
  /** The stream broke after text was shown. Holds the part that arrived. */
  | { kind: 'cut'; reply: Reply; apiMs: number }
  | { kind: 'interrupted'; reply: Reply | undefined; apiMs: number }
  | { kind: 'failed'; failure: ApiFailure };

export const MAX_RETRIES = 10;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 32_000;
/** Upper limit to the wait that the API asks for: no user waits an hour, and timers overflow after weeks. */
const MAX_REQUESTED_WAIT_MS = 60_000;

/**
 * Retries until a reply arrives, no retries are left, or the user stops it. Never throws. `withoutThinking` returns the
 * same request without thinking, in case the API refuses a signature; undefined if there is no thinking to remove.
 */
export async function askModel(
  first: ModelRequest,
  asking: Asking,
  withoutThinking?: () => ModelRequest | undefined,
): Promise<Asked> {
  const { signal, tell: report, clock, maxRetries = MAX_RETRIES } = asking;
  let request = first;
  for (let attempt = 1; ; attempt++) {
    const startedAt = clock.now();
    report({ type: 'request_started', model: request.model, attempt });
    const stream = asking.callModel(sendable(request), signal);
    const hasCall = (id: string) => asking.hasCall?.(id) ?? false;
    const options = { requestedModel: request.model, signal, tell: report, now: clock.now, hasCall };
    const { reply, failure } = await streamReply(stream, options);
    const apiMs = clock.now() - startedAt;
    if (signal.aborted) return { kind: 'interrupted', reply, apiMs };
    if (reply && !failure) return { kind: 'reply', reply, apiMs };
    if (reply) return { kind: 'cut', reply, apiMs };
    const why = failure ?? NO_MESSAGE;
    const stripped = isBadSignature(why) && request === first ? withoutThinking?.() : undefined;
    if (stripped) {
      request = stripped;
      continue;
    }
    if (!why.isRetryable || attempt > maxRetries) {
      report({ type: 'api_error', failure: why, retry: undefined });
      return { kind: 'failed', failure: why };
    }
    const inMs = waitBefore(attempt, why, clock);
    report({ type: 'api_error', failure: why, retry: { inMs, attempt, maxRetries } });
    await clock.wait(inMs, signal);
    if (signal.aborted) return { kind: 'interrupted', reply: undefined, apiMs };
  }
}

const NO_MESSAGE: ApiFailure = { kind: 'other', message: 'the API sent no message', isRetryable: true };

/** The wait the API asks for, or exponential backoff, randomised so that clients do not all retry at once. */
function waitBefore(attempt: number, failure: ApiFailure, clock: Clock): number {
  if (failure.retryAfterMs !== undefined) return Math.min(Math.max(failure.retryAfterMs, 0), MAX_REQUESTED_WAIT_MS);
  const base = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
  return Math.round(base * (1 + clock.random() / 4));
}
