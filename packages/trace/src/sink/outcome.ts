/** What became of one request. */
export type Outcome =
  /** Taken. `note` is what an OTLP receiver said of spans that it left out; they must not be sent again. */
  | { kind: 'accepted'; note?: { rejectedSpans: number; message: string } }
  /** Too much at once: smaller batches may pass. */
  | { kind: 'too_large'; reason: string }
  /** Something in the batch is wrong: the rest may pass without it. */
  | { kind: 'rejected'; reason: string }
  /** It may pass later as it is. */
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** Nothing will pass until somebody changes something: keys, address. */
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

/** Seconds, or a date. */
function delayOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const isSeconds = /^\s*\d+\s*$/.test(retryAfter);
  const delay = isSeconds ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(delay) ? undefined : Math.min(LONGEST_MS, Math.max(0, delay));
}

/** A clock that is wrong there, or a slip, must not keep us from ever coming back. */
const LONGEST_MS = 3_600_000;
