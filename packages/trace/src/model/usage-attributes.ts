import { totalTokens, type UsageRecord } from '@unspool/session';
import { AttributeKey } from '../span/attribute-key.js';
import { FixedJson } from '../span/fixed-text.js';
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
  out.details(USAGE_DETAILS, NAMES, [input, output, cacheRead, cacheWrite5m, cacheWrite1h, totalTokens(usage)]);
  if (cost) tellCost(out, cost);
  if (webSearches > 0) out.digits(WEB_SEARCHES, webSearches);
}

const INPUT = new AttributeKey('gen_ai.usage.input_tokens');
const OUTPUT = new AttributeKey('gen_ai.usage.output_tokens');
const CACHE_READ = new AttributeKey('gen_ai.usage.cache_read.input_tokens');
const CACHE_WRITE = new AttributeKey('gen_ai.usage.cache_creation.input_tokens');
const COST = new AttributeKey('gen_ai.usage.cost');
const USAGE_DETAILS = new AttributeKey('langfuse.observation.usage_details');
const COST_DETAILS = new AttributeKey('langfuse.observation.cost_details');
const WEB_SEARCHES = new AttributeKey('langfuse.observation.metadata.web_searches');

const NAMES = [
  '{"input":',
  ',"output":',
  ',"cache_read_input_tokens":',
  ',"input_cache_creation_5m":',
  ',"input_cache_creation_1h":',
  ',"total":',
].map((name) => new FixedJson(name));

function tellCost(out: SpanOutput, cost: Cost): void {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, total } = cost;
  const parts = [input, output, cacheRead, cacheWrite5m, cacheWrite1h, total];
  if (parts.every((part) => part !== undefined)) out.details(COST_DETAILS, NAMES, parts);
  else
    out.text(
      COST_DETAILS,
      JSON.stringify({
        input,
        output,
        cache_read_input_tokens: cacheRead,
        input_cache_creation_5m: cacheWrite5m,
        input_cache_creation_1h: cacheWrite1h,
        total,
      }),
    );
}
