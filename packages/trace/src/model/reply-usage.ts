import type { AssistantEntry, JsonObject, Session, UsageRecord } from '@unspool/session';
import { replyOfSearch, UsageCursor } from '@unspool/session/facts';
import { TOOL } from '@unspool/session/tools';
import type { ThreadReply } from './thread.js';

/** The usage of a reply, including the web searches that the results of its calls report. */
export function usageOfReply(
  session: Session,
  { calls }: ThreadReply,
  lines: readonly AssistantEntry[],
): UsageRecord | undefined {
  const cursor = new UsageCursor();
  let usage: UsageRecord | undefined;
  for (const line of lines) {
    const record = cursor.usageOf(line as unknown as JsonObject);
    // Lines written while the reply streamed hold its starting value; of equal ones the last counts.
    if (record && !(usage && usage.output > record.output)) usage = record;
  }
  if (!usage) return undefined;
  const searches = new Map<string, number>();
  for (const { name, result } of calls) {
    if (name !== TOOL.WebSearch || !result) continue;
    const record = cursor.usageOf(session.read(result.node) as unknown as JsonObject);
    // A result whose call is in another reply belongs to that reply.
    if (record?.key && replyOfSearch(record.key)) searches.set(record.key, record.webSearches);
  }
  const webSearches = [...searches.values()].reduce((sum, count) => sum + count, usage.webSearches);
  return { ...usage, webSearches };
}
