import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { IndexState, SessionRow, SessionsPage } from '../api/contract.js';
import { get, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { listPath } from './query.js';

const PART = 100;

interface Known {
  key: string;
  rows: Map<number, SessionRow>;
  total: number;
  facets: SessionsPage['facets'] | undefined;
  index: IndexState | undefined;
  error: RequestError | undefined;
  isReady: boolean;
}

let last: Known | undefined;

/** The rows of the list, fetched in parts as they come on screen. */
export function useSessions(query: URLSearchParams) {
  const key = listPath(query, 0, PART);
  const [known, set] = useState<Known>(() =>
    last?.key === key
      ? last
      : { key, rows: new Map(), total: 0, facets: last?.facets, index: undefined, error: undefined, isReady: false },
  );
  const now = useRef({ key, asked: new Set<number>(), wanted: { first: 0, last: 0 } });
  const load = useCallback(async (part: number) => {
    const asked = now.current.key;
    now.current.asked.add(part);
    try {
      const page = await get<SessionsPage>(pathAt(asked, part * PART));
      if (now.current.key !== asked) return;
      set((was) => {
        last = merged(was, page, { key: asked, offset: part * PART });
        return last;
      });
    } catch (error) {
      now.current.asked.delete(part);
      if (now.current.key === asked)
        set((was) => ({ ...was, key: asked, error: asRequestError(error), isReady: true }));
    }
  }, []);
  useEffect(() => {
    now.current = { key, asked: new Set(), wanted: { first: 0, last: 0 } };
    void load(0);
  }, [key]);
  const want = useCallback((first: number, last: number) => {
    now.current.wanted = { first, last };
    for (let part = Math.floor(first / PART); part <= Math.floor(last / PART); part++) {
      if (!now.current.asked.has(part)) void load(part);
    }
  }, []);
  const refresh = useCallback(() => {
    const { first, last } = now.current.wanted;
    now.current.asked.clear();
    for (let part = Math.floor(first / PART); part <= Math.floor(last / PART); part++) void load(part);
  }, []);
  return { ...known, isReady: known.isReady, want, refresh };
}

function merged(was: Known, page: SessionsPage, { key, offset }: { key: string; offset: number }): Known {
  const rows = was.key === key && was.total === page.total ? new Map(was.rows) : new Map<number, SessionRow>();
  page.rows.forEach((row, at) => {
    rows.set(offset + at, row);
  });
  return {
    key,
    rows,
    total: page.total,
    facets: sameOr(was.facets, page.facets),
    index: page.index,
    error: undefined,
    isReady: true,
  };
}

/** Every part includes the facets; unchanged ones need no rendering. */
function sameOr<T>(was: T, now: T): T {
  return JSON.stringify(was) === JSON.stringify(now) ? was : now;
}

function pathAt(first: string, offset: number): string {
  if (offset === 0) return first;
  const [path = '', query = ''] = first.split('?');
  const params = new URLSearchParams(query);
  params.set('offset', String(offset));
  return `${path}?${params}`;
}
