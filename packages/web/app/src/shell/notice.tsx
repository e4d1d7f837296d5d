import type { ComponentChildren } from 'preact';
import { useConnection } from '../api/connection.js';
import type { RequestError } from '../api/request.js';

/** Says why a page or a part of it has nothing to show, and what to do. */
export function Notice({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="notice">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

interface FailedProps {
  error: RequestError;
  onRetry?: () => void;
  /** Other content is still shown, so a line is enough. */
  isBeside?: boolean;
}

export function Failed({ error, onRetry, isBeside = false }: FailedProps) {
  const connection = useConnection();
  // The bar at the foot of the page already says so.
  if (connection !== 'here' && (error.status === 0 || error.status === 401)) return null;
  if (isBeside) {
    return (
      <p class="banner banner-bad failed-beside" role="alert">
        <strong>{error.message}</strong> {error.why} {error.hint}{' '}
        {onRetry && (
          <button type="button" class="link-button" onClick={onRetry}>
            Try again
          </button>
        )}
      </p>
    );
  }
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
