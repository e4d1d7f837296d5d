import type { JsonObject } from '@unspool/session';
import type { CallUsage } from '../contract/thread.js';
import { countIn, objectIn, textIn } from '../read/values.js';

/** Input includes tokens read from the cache and written to it; output includes reasoning. */
function usageOf(tokens: JsonObject): CallUsage {
  const input = countIn(tokens, 'input_tokens');
  const cacheRead = Math.min(countIn(tokens, 'cached_input_tokens'), input);
  const cacheWrite = Math.min(countIn(tokens, 'cache_write_input_tokens'), input - cacheRead);
  return { input: input - cacheRead - cacheWrite, output: countIn(tokens, 'output_tokens'), cacheRead, cacheWrite };
}

/**
 * The tokens of each call. `token_count` repeats a running total whenever the client displays it, so it means a new call
 * only if the total has changed. Since 0.155, each call has its own record.
 */
export class CallCounter {
  private total = '';
  private hasRecords = false;
  private readonly counted = new Set<string>();

  /** The usage in a `token_count`; undefined if there was no new call. */
  ofEvent(payload: JsonObject): CallUsage | undefined {
    const info = objectIn(payload, 'info');
    if (!info || this.hasRecords) return undefined;
    const total = JSON.stringify(info.total_token_usage ?? info);
    if (total === this.total) return undefined;
    this.total = total;
    return usageOf(objectIn(info, 'last_token_usage') ?? info);
  }

  /** The usage in a `token_usage_record`. */
  ofRecord(payload: JsonObject): CallUsage | undefined {
    this.hasRecords = true;
    const id = textIn(payload, 'response_id');
    const usage = objectIn(payload, 'usage');
    if (!usage || (id !== undefined && this.counted.has(id))) return undefined;
    if (id !== undefined) this.counted.add(id);
    return usageOf(usage);
  }
}
