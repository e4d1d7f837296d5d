import type { AssistantEntry, Usage } from '../entry/assistant.js';
import { type Entry, isAssistant, isProgress, modernise, type OtherEntry } from '../entry/entry.js';
import { timeOf } from '../graph/node.js';
import { isObject } from '../line/json.js';
import type { JsonObject } from '../line/line.js';
import { type Tokens, tokensOf } from '../message/tokens.js';

/** What one line says about the usage of one reply. */
export interface UsageRecord extends Tokens {
  /** `message.id`; of old lines without one the line's uuid. Undefined when the line has neither. */
  key: string | undefined;
  /** Empty when the line names none. */
  model: string;
  /** Milliseconds; NaN when unknown. */
  time: number;
  webSearches: number;
  isFast: boolean;
  /** Inference was bound to the US. */
  isUs: boolean;
  isSidechain: boolean;
  /** Copied into this session by `/branch`. */
  isForked: boolean;
  /** The reply of a sub-agent, as its parent's progress line repeats it. */
  isEmbedded: boolean;
}

/** The usage on a line that was read for real; undefined when it has none. Replies the client wrote have none. */
export function usageOf(object: JsonObject): UsageRecord | undefined {
  const entry = modernise(object as Entry);
  if (isAssistant(entry)) return recordOf(entry, entry, false);
  if (!isProgress(entry) || entry.data.type !== 'agent_progress') return undefined;
  const inner = entry.data['message'] as Entry | undefined;
  return isObject(inner) && isAssistant(inner) ? recordOf(inner, entry, true) : undefined;
}

const SYNTHETIC = '<synthetic>';

function recordOf(entry: AssistantEntry, line: Entry, isEmbedded: boolean): UsageRecord | undefined {
  const { message } = entry;
  if (!isObject(message.usage) || message.model === SYNTHETIC) return undefined;
  const usage = message.usage as Usage;
  const own = timeOf(entry.timestamp);
  // Named one by one: to spread them takes longer than all else here.
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = tokensOf(usage);
  const searches = isObject(usage.server_tool_use) ? usage.server_tool_use['web_search_requests'] : undefined;
  return {
    key: text(message.id) ?? text(entry.uuid),
    model: text(message.model) ?? '',
    time: Number.isNaN(own) ? timeOf((line as OtherEntry)['timestamp']) : own,
    input,
    output,
    cacheRead,
    cacheWrite5m,
    cacheWrite1h,
    webSearches: typeof searches === 'number' && searches > 0 ? Math.floor(searches) : 0,
    isFast: usage.speed === 'fast',
    isUs: usage.inference_geo === 'us',
    isSidechain: isEmbedded || Boolean((line as OtherEntry)['isSidechain']),
    isForked: (line as OtherEntry)['forkedFrom'] !== undefined,
    isEmbedded,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
