import type { UsagePage } from '../api/contract.js';
import { url } from '../api/request.js';
import { type Resource, useResource } from '../api/resource.js';
import { periodSince, sinceOf, untilOf, useDefaultPeriod } from './period.js';

export interface ShownUsage extends Resource<UsagePage> {
  /** The time that is shown. */
  period: string;
  /** Nobody chose it: in this one, which is shown otherwise, nothing was used. */
  emptyPeriod: string | null;
}

/** Usage of the time in the address; where none is chosen and the usual one is empty, of the next that is not. */
export function useUsage(query: URLSearchParams): ShownUsage {
  const usual = useDefaultPeriod();
  const asked = query.get('period') ?? usual;
  const project = query.get('project');
  const client = query.get('client');
  const path = (period: string) =>
    url('/api/usage', { since: sinceOf(period), until: untilOf(period), project, client });
  const first = useResource<UsagePage>(path(asked));
  const lastUsed = first.data?.total.replies === 0 && !query.has('period') ? first.data.lastUsed : null;
  const other = lastUsed === null ? null : periodSince(lastUsed);
  const second = useResource<UsagePage>(other === null ? null : path(other));
  if (other === null) return { ...first, period: asked, emptyPeriod: null };
  return { ...second, data: second.isLoading ? undefined : second.data, period: other, emptyPeriod: asked };
}
