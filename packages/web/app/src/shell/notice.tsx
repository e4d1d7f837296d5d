import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.js';

/** A page, or a part of one, that has nothing to show: why, and what to do. */
export function Notice({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Failed({ error, onRetry }: { error: RequestError; onRetry?: () => void }) {
  return (
    <div class="notice failed" role="alert">
      <h2>{error.message}</h2>
      {error.why && <p>{error.why}</p>}
      {error.hint && <p>{error.hint}</p>}
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
