import type { Usage } from '@unspool/session/read';

/** The final usage lists only updated counts; a null in it changes nothing. */
export function mergeUsage(before: Usage, after: Usage | undefined): Usage {
  const news = Object.entries(after ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(news) };
}
