import type { UsagePage } from '../api/contract.js';
import { url } from '../api/request.js';
import { type Resource, useResource } from '../api/resource.js';
import { periodSince, sinceOf, untilOf, useDefaultPeriod } from './period.js';

export interface ShownUsage extends Resource<UsagePage> {
  /** The period that is shown. */
  period: string;
  /** The default period, if nothing was used in it and another is shown instead. */
  emptyPeriod: string | null;
}

/** Usage of the period in the address. Without one, that of the default period or the next longer one that is not empty. */
export function useUsage(query: URLSearchParams): ShownUsage {
  const usual = useDefaultPeriod();
  const asked = query.get('period') ?? usual;
  const path = (period: string) => usagePath('/api/usage', query, period);
  const first = useResource<UsagePage>(path(asked));
  const lastUsed = first.data?.total.replies === 0 && !query.has('period') ? first.data.lastUsed : null;
  const other = lastUsed === null ? null : periodSince(lastUsed);
  const second = useResource<UsagePage>(other === null ? null : path(other));
  if (other === null) return { ...first, period: asked, emptyPeriod: null };
  return { ...second, data: second.isLoading ? undefined : second.data, period: other, emptyPeriod: asked };
}

/** A route that counts usage, with the filters of the page. */
export function usagePath(
  route: string,
  query: URLSearchParams,
  period: string,
  more: Record<string, string> = {},
): string {
  return url(route, {
    ...more,
    since: sinceOf(period),
    until: untilOf(period),
    project: query.get('project'),
    client: query.get('client'),
  });
}
