/** The result of one request. */
export type Outcome =
  /** Accepted. `note`: what an OTLP receiver said about spans that it rejected; they must not be sent again. */
  | { kind: 'accepted'; note?: { rejectedSpans: number; message: string } }
  /** Smaller batches may be accepted. */
  | { kind: 'too_large'; reason: string }
  /** Some span of the batch is invalid; the others may be accepted without it. */
  | { kind: 'rejected'; reason: string }
  /** The same request may be accepted later. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** Nothing is accepted until the user changes something, such as the keys or the address. */
  | { kind: 'blocked'; reason: string };

const BLOCKED = new Set([401, 402, 403, 404, 405, 407, 415]);

/** What an HTTP status means. `retryAfter` is the header's value. */
export function outcomeOf(status: number, text: string, retryAfter: string | undefined, now: number): Outcome {
  const reason = `HTTP ${status}${text === '' ? '' : `: ${text}`}`;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 413) return { kind: 'too_large', reason };
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    const afterMs = delayOf(retryAfter, now);
    return afterMs === undefined ? { kind: 'retry', reason } : { kind: 'retry', reason, afterMs };
  }
  if (BLOCKED.has(status) || status < 400) return { kind: 'blocked', reason };
  return { kind: 'rejected', reason };
}

/** The header is a number of seconds, or a date. */
function delayOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const isSeconds = /^\s*\d+\s*$/.test(retryAfter);
  const delay = isSeconds ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(delay) ? undefined : Math.min(LONGEST_MS, Math.max(0, delay));
}

/** Limits the pause if the server's clock or its value is wrong. */
const LONGEST_MS = 3_600_000;
