import { totalTokens, type UsageRecord } from '@unspool/session';
import type { Cost } from '../span/turn-trace.js';
import type { Attributes } from './maker.js';

/** Tokens and money of one reply, in the words of OpenTelemetry and of Langfuse. */
export function usageAttributes(usage: UsageRecord | undefined, cost: Cost | undefined): Attributes {
  if (!usage) return {};
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = usage;
  return {
    // OpenTelemetry counts what came from the cache and what went into it as input.
    'gen_ai.usage.input_tokens': input + cacheRead + cacheWrite5m + cacheWrite1h,
    'gen_ai.usage.output_tokens': output,
    'gen_ai.usage.cache_read.input_tokens': cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWrite5m + cacheWrite1h,
    'gen_ai.usage.cost': cost?.total,
    // Langfuse adds its own up: each token stands in one of them.
    'langfuse.observation.usage_details': JSON.stringify({
      input,
      output,
      cache_read_input_tokens: cacheRead,
      input_cache_creation_5m: cacheWrite5m,
      input_cache_creation_1h: cacheWrite1h,
      total: totalTokens(usage),
    }),
    'langfuse.observation.cost_details': cost && JSON.stringify(costDetails(cost)),
    'langfuse.observation.metadata.web_searches': webSearches > 0 ? String(webSearches) : undefined,
  };
}

function costDetails(cost: Cost): Record<string, number | undefined> {
  return {
    input: cost.input,
    output: cost.output,
    cache_read_input_tokens: cost.cacheRead,
    input_cache_creation_5m: cost.cacheWrite5m,
    input_cache_creation_1h: cost.cacheWrite1h,
    total: cost.total,
  };
}
