import { hasReadableContent } from '../format/entry.js';
import { paths } from '../format/paths.js';
import { madeIn } from '../model/made-in.js';
import { embeddedReply } from '../model/node-facts.js';
import { SYNTHETIC } from '../model/reply.js';
import type { Tokens } from '../model/token-counts.js';
import { tokensIn } from '../model/tokens.js';
import type { Fields } from '../read/fields.js';
import type { JsonObject } from '../read/line.js';
import { parsedFields } from '../read/line-reader.js';

/** The usage of one reply, as one line reports it. */
export interface UsageRecord extends Tokens {
  /**
   * `message.id`; for searches see `replyOfSearch`; for old lines without one the line's uuid. Undefined if the line
   * has neither.
   */
  key: string | undefined;
  /** Empty if the line does not name one. */
  model: string;
  /** Milliseconds; NaN when unknown. */
  time: number;
  webSearches: number;
  isFast: boolean;
  /** Inference was bound to the US. */
  isUs: boolean;
  isSidechain: boolean;
  /** Copied into this session by `/branch` or `--fork-session`. */
  isForked: boolean;
  /** The reply of a sub-agent, as repeated on its parent's progress line. */
  isEmbedded: boolean;
}

/**
 * The end of every counter's name. In a string its quote would be escaped, so a line without this text does not count
 * anything, damaged or not.
 */
export const COUNTER = '_tokens"';

/** Returns the usage on a line; undefined if it has none. Replies that the client wrote itself have none. */
export function usageIn(line: Fields): UsageRecord | undefined {
  if (line.is(paths.type, 'assistant')) return hasReadableContent(line) ? recordOf(line, line) : undefined;
  const reply = line.is(paths.type, 'progress') ? embeddedReply(line) : undefined;
  return reply && recordOf(reply, line);
}

/** Returns the usage that a parsed line reports; undefined if it reports none. */
export function usageOf(object: JsonObject): UsageRecord | undefined {
  return usageIn(parsedFields(object));
}

const { message } = paths;

function recordOf(reply: Fields, line: Fields): UsageRecord | undefined {
  const tokens = tokensIn(reply);
  if (!tokens || reply.is(message.model, SYNTHETIC)) return undefined;
  const isEmbedded = reply !== line;
  const own = reply.time(paths.timestamp);
  const searches = reply.number(message.usage.server_tool_use.web_search_requests) ?? 0;
  return {
    key: reply.text(message.id) ?? reply.text(paths.uuid),
    model: reply.text(message.model) ?? '',
    time: Number.isNaN(own) ? line.time(paths.timestamp) : own,
    input: tokens.input,
    output: tokens.output,
    cacheRead: tokens.cacheRead,
    cacheWrite5m: tokens.cacheWrite5m,
    cacheWrite1h: tokens.cacheWrite1h,
    webSearches: searches > 0 ? Math.floor(searches) : 0,
    isFast: reply.is(message.usage.speed, 'fast'),
    isUs: reply.is(message.usage.inference_geo, 'us'),
    isSidechain: isEmbedded || line.isTruthy(paths.isSidechain),
    isForked: madeIn(line).isCopied,
    isEmbedded,
  };
}
