/** Why a request to the model failed. A failed request is a value: it is never thrown through the loop. */
export interface ApiFailure {
  kind: 'status' | 'network' | 'cut' | 'timeout' | 'no_key' | 'other';
  /** For a person: `429 slow down`. */
  message: string;
  status?: number;
  /** The API's own name for it: `overloaded_error`. */
  errorType?: string;
  requestId?: string;
  retryAfterMs?: number;
  isRetryable: boolean;
  /** The body as it came. */
  detail?: string;
}
