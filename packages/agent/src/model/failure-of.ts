import type { ApiFailure } from '../loop/api-failure.js';

/** Converts an SDK error to a value. Checks fields rather than classes, since the SDK is loaded late. */
export function failureOf(error: unknown): ApiFailure {
  const { status, type, requestID, headers, apiMessage, name, message, cause } = error as {
    status?: number;
    type?: string | null;
    requestID?: string | null;
    headers?: Headers;
    apiMessage?: string | null;
    name?: string;
    message?: string;
    cause?: { code?: string; message?: string };
  };
  const known = {
    ...(type && { errorType: type }),
    ...(requestID && { requestId: requestID }),
    ...(message && { detail: message }),
  };
  if (typeof status === 'number' && status >= 300 && status < 400) {
    return { kind: 'status', message: redirected(status, headers), status, ...known, isRetryable: false };
  }
  if (typeof status === 'number') {
    const retryAfterMs = retryAfter(headers);
    return {
      kind: 'status',
      message: `${status} ${apiMessage ?? message ?? ''}`.trim(),
      status,
      ...known,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      isRetryable: shouldRetry(status, headers),
    };
  }
  // An error event inside a stream has no status.
  if (type) return { kind: 'cut', message: apiMessage ?? message ?? type, ...known, isRetryable: isTransient(type) };
  if (name === 'APIConnectionTimeoutError' || /timed? ?out/i.test(message ?? '')) {
    return { kind: 'timeout', message: 'the API did not respond in time', ...known, isRetryable: true };
  }
  if (name === 'SyntaxError') {
    return { kind: 'cut', message: 'the API sent something that is not JSON', ...known, isRetryable: true };
  }
  const why = cause?.code ?? cause?.message ?? message ?? String(error);
  return { kind: 'network', message: `cannot reach the API (${why})`, ...known, isRetryable: true };
}

function redirected(status: number, headers: Headers | undefined): string {
  const location = headers?.get('location') ?? '';
  const to = URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
  return `${status} the API redirects${to}; redirects are not followed. Check ANTHROPIC_BASE_URL`;
}

function shouldRetry(status: number, headers: Headers | undefined): boolean {
  const value = headers?.get('x-should-retry');
  if (value === 'true') return true;
  if (value === 'false') return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function isTransient(type: string): boolean {
  return type === 'overloaded_error' || type === 'api_error' || type === 'rate_limit_error';
}

function retryAfter(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const value = headers?.get('retry-after');
  if (!value) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const until = Date.parse(value) - Date.now();
  return Number.isFinite(until) ? Math.max(0, until) : undefined;
}
