/** Why a request to the model failed. A failed request is a value: the loop never throws it. */
export interface ApiFailure {
  kind: 'status' | 'network' | 'cut' | 'timeout' | 'no_key' | 'other';
  /** For the user: `429 slow down`. */
  message: string;
  status?: number;
  /** The API's name for it: `overloaded_error`. */
  errorType?: string;
  requestId?: string;
  retryAfterMs?: number;
  isRetryable: boolean;
  /** The response body, unchanged. */
  detail?: string;
}
