import type { Usage } from '@unspool/session/read';

/** The closing usage names only what it counts anew; null in it says nothing. */
export function mergeUsage(before: Usage, after: Usage | undefined): Usage {
  const news = Object.entries(after ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(news) };
}
