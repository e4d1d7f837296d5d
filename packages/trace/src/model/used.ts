import { totalTokens, type UsageRecord } from '@unspool/session';
import type { Cost } from '../span/turn-trace.js';

/** Tokens and money of one reply, as OpenTelemetry and Langfuse count them. */
export function usedIn(usage: UsageRecord, cost: Cost | undefined) {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = usage;
  const cacheWrite = cacheWrite5m + cacheWrite1h;
  return {
    // OpenTelemetry counts cache reads and writes as input.
    input: input + cacheRead + cacheWrite,
    cacheWrite,
    cost: cost?.total,
    // Langfuse sums the details, so each token must be in exactly one of them.
    usageDetails: details({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, total: totalTokens(usage) }),
    costDetails: cost && details(cost),
    webSearches: webSearches > 0 ? String(webSearches) : undefined,
  };
}

function details({ input, output, cacheRead, cacheWrite5m, cacheWrite1h, total }: Cost): string {
  return JSON.stringify({
    input,
    output,
    cache_read_input_tokens: cacheRead,
    input_cache_creation_5m: cacheWrite5m,
    input_cache_creation_1h: cacheWrite1h,
    total,
  });
}
