import { paths } from '../format/paths.js';
import { madeIn } from '../model/made-in.js';
import type { Fields } from '../read/fields.js';
import type { JsonObject } from '../read/line.js';
import { parsedFields } from '../read/line-reader.js';
import { TOOL } from '../tools/registry.js';
import { type UsageRecord, usageIn } from './usage.js';

/** Pending web search calls, as JSON: what the record of a result needs from the reply that made the call. */
export interface UsageState {
  searches?: [callId: string, reply: string, model: string, isReported: boolean][];
}

interface Call {
  reply: string;
  model: string;
  /** Whether the reply reports its searches itself. */
  isReported: boolean;
}

/** The calls whose results may still follow. */
const MAX_CALLS = 32;
const SEARCH = ' web search ';

/**
 * Reads the usage reported by the lines of one file, in order: of replies, and of web searches. The client searches in
 * a separate request that no reply reports; the result of the call says how many searches were made. These are separate
 * records without tokens, so that copies of them count once.
 */
export class UsageCursor {
  private readonly calls: Map<string, Call>;

  constructor({ searches = [] }: UsageState = {}) {
    this.calls = new Map(searches.map(([id, reply, model, isReported]) => [id, { reply, model, isReported }]));
  }

  usageIn(line: Fields): UsageRecord | undefined {
    const record = usageIn(line);
    if (record) this.noteCalls(line, record);
    return record ?? this.searchIn(line);
  }

  usageOf(object: JsonObject): UsageRecord | undefined {
    return this.usageIn(parsedFields(object));
  }

  state(): UsageState {
    const searches = [...this.calls].map(([id, { reply, model, isReported }]): [string, string, string, boolean] => [
      id,
      reply,
      model,
      isReported,
    ]);
    return searches.length > 0 ? { searches } : {};
  }

  private noteCalls(line: Fields, { key = '', model, webSearches }: UsageRecord): void {
    const { content } = paths.message;
    for (let at = line.count(content) - 1; at >= 0; at--) {
      const block = line.item(content, at);
      if (!block.is(content.each.name, TOOL.WebSearch)) continue;
      const id = block.text(content.each.id);
      if (id !== undefined) this.calls.set(id, { reply: key, model, isReported: webSearches > 0 });
    }
    while (this.calls.size > MAX_CALLS) this.calls.delete(this.calls.keys().next().value ?? '');
  }

  private searchIn(line: Fields): UsageRecord | undefined {
    const count = Math.floor(line.number(paths.toolUseResult.searchCount) ?? 0);
    if (!(count > 0 && Number.isSafeInteger(count)) || !line.is(paths.type, 'user')) return undefined;
    const { content } = paths.message;
    const id = line.count(content) > 0 ? line.item(content, 0).text(content.each.tool_use_id) : undefined;
    const call = this.calls.get(id ?? '');
    if (id === undefined || call?.isReported) return undefined;
    return {
      key: `${call?.reply ?? ''}${SEARCH}${id}`,
      model: call?.model ?? '',
      time: line.time(paths.timestamp),
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite5m: 0,
      cacheWrite1h: 0,
      webSearches: count,
      isFast: false,
      isUs: false,
      isSidechain: line.isTruthy(paths.isSidechain),
      isForked: madeIn(line).isCopied,
      isEmbedded: false,
    };
  }
}

/** Returns the `message.id` of the reply whose call made a record's searches; undefined for a reply's own record. */
export function replyOfSearch(key: string): string | undefined {
  const at = key.indexOf(SEARCH);
  return at < 0 ? undefined : key.slice(0, at);
}
