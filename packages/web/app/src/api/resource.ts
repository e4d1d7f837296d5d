import { useEffect, useRef, useState } from 'preact/hooks';
import { onReturn } from './connection.js';
import { get, RequestError } from './request.js';

/** Fetched data. The previous data stays on screen until the next arrives, so that nothing jumps. */
export interface Resource<T> {
  data: T | undefined;
  error: RequestError | undefined;
  isLoading: boolean;
  reload: () => void;
}

const kept = new Map<string, unknown>();
const KEEP = 60;

/** Fetches `path`, or nothing while it is null. Data seen before is shown at once and then updated. */
export function useResource<T>(path: string | null): Resource<T> {
  const [state, set] = useState<{ path: string | null; data: T | undefined; error: RequestError | undefined }>(() => ({
    path,
    data: path === null ? undefined : (kept.get(path) as T | undefined),
    error: undefined,
  }));
  const [round, again] = useState(0);
  const latest = useRef(path);
  latest.current = path;
  useEffect(() => {
    if (path === null) return;
    const seen = kept.get(path) as T | undefined;
    if (seen !== undefined) set({ path, data: seen, error: undefined });
    const abort = new AbortController();
    get<T>(path, abort.signal).then(
      (data) => {
        keep(path, data);
        if (latest.current === path) set({ path, data, error: undefined });
      },
      (error: unknown) => {
        if (abort.signal.aborted || latest.current !== path) return;
        set((was) => ({ path, data: was.path === path ? was.data : undefined, error: asRequestError(error) }));
      },
    );
    return () => abort.abort();
  }, [path, round]);
  const isUnanswered = state.error?.status === 0 || state.error?.status === 401;
  useEffect(() => (isUnanswered ? onReturn(() => again((value) => value + 1)) : undefined), [isUnanswered]);
  return {
    data: state.data,
    error: state.path === path ? state.error : undefined,
    isLoading: path !== null && (state.path !== path || (state.data === undefined && !state.error)),
    reload: () => again((value) => value + 1),
  };
}

export function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new RequestError(0, { what: 'Something went wrong in this page.', why, hint: 'Load it again.' });
}

function keep(path: string, data: unknown): void {
  kept.delete(path);
  kept.set(path, data);
  for (const key of kept.keys()) {
    if (kept.size <= KEEP) break;
    kept.delete(key);
  }
}
