/** Why a request to the model failed. Returned as a value; the loop never throws it. */
export interface ApiFailure {
  kind: 'status' | 'network' | 'cut' | 'timeout' | 'no_key' | 'other';
  /** Shown to the user, for example `429 slow down`. */
  message: string;
  status?: number;
  /** The API's error type, such as `overloaded_error`. */
  errorType?: string;
  requestId?: string;
  retryAfterMs?: number;
  isRetryable: boolean;
  /** The response body, unchanged. */
  detail?: string;
}
