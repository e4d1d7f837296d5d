import { totalTokens, type UsageRecord } from '@unspool/session';
import { AttributeKey } from '../span/attribute-key.js';
import type { SpanOutput } from '../span/span-output.js';
import type { Cost } from '../span/turn-trace.js';

/** Tokens and money of one reply, in the words of OpenTelemetry and of Langfuse. */
export function tellUsage(out: SpanOutput, usage: UsageRecord, cost: Cost | undefined): void {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, webSearches } = usage;
  // OpenTelemetry counts what came from the cache and what went into it as input.
  out.number(INPUT, input + cacheRead + cacheWrite5m + cacheWrite1h);
  out.number(OUTPUT, output);
  out.number(CACHE_READ, cacheRead);
  out.number(CACHE_WRITE, cacheWrite5m + cacheWrite1h);
  out.number(COST, cost?.total);
  // Langfuse adds its own up: each token stands in one of them.
  out.text(USAGE_DETAILS, details(usage, totalTokens(usage)));
  if (cost) out.text(COST_DETAILS, details(cost, cost.total));
  if (webSearches > 0) out.text(WEB_SEARCHES, String(webSearches));
}

const INPUT = new AttributeKey('gen_ai.usage.input_tokens');
const OUTPUT = new AttributeKey('gen_ai.usage.output_tokens');
const CACHE_READ = new AttributeKey('gen_ai.usage.cache_read.input_tokens');
const CACHE_WRITE = new AttributeKey('gen_ai.usage.cache_creation.input_tokens');
const COST = new AttributeKey('gen_ai.usage.cost');
const USAGE_DETAILS = new AttributeKey('langfuse.observation.usage_details');
const COST_DETAILS = new AttributeKey('langfuse.observation.cost_details');
const WEB_SEARCHES = new AttributeKey('langfuse.observation.metadata.web_searches');

function details(parts: Omit<Cost, 'total'>, total: number): string {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = parts;
  return JSON.stringify({
    input,
    output,
    cache_read_input_tokens: cacheRead,
    input_cache_creation_5m: cacheWrite5m,
    input_cache_creation_1h: cacheWrite1h,
    total,
  });
}
