import type { Node, ToolResultFact, ToolUseFact } from './node.js';
import type { ToolCall, ToolCallResult } from './turn.js';

/** Tool calls and results of a whole session, matched by id. */
export interface Pairing {
  /** Every call once, in file order, with its result if there is one. */
  calls: Map<string, ToolCall>;
  /** Results whose call is not in the file. */
  orphanResults: { tool_use_id: string; node: Node }[];
}

/**
 * Pairs calls and results. A call that occurs on several lines (copies, cumulative writers) counts once, and so does
 * its result.
 */
export function pairToolCalls(nodes: readonly Node[]): Pairing {
  const calls = new Map<string, ToolCall>();
  // Results that precede their call. Files in order have none.
  const early = new Map<string, ToolCallResult>();
  for (const node of nodes) {
    if (node.reply) takeUses(node, node.reply.uses, calls, early);
    else if (node.user) takeResults(node, node.user.results, calls, early);
  }
  const orphanResults = Array.from(early, ([tool_use_id, { node }]) => ({ tool_use_id, node }));
  return { calls, orphanResults };
}

function takeUses(
  node: Node,
  uses: readonly ToolUseFact[],
  calls: Map<string, ToolCall>,
  early: Map<string, ToolCallResult>,
): void {
  for (const { id, name, file, prompt } of uses) {
    if (calls.has(id)) continue;
    const result = early.size === 0 ? undefined : early.get(id);
    if (result) early.delete(id);
    calls.set(id, { id, name, node, file, prompt, result, startedAt: node.time, endedAt: result?.node.time ?? NaN });
  }
}

function takeResults(
  node: Node,
  results: readonly ToolResultFact[],
  calls: ReadonlyMap<string, ToolCall>,
  early: Map<string, ToolCallResult>,
): void {
  for (const { tool_use_id: id, isError, agentId } of results) {
    const call = calls.get(id);
    if (call ? call.result : early.has(id)) continue;
    const result = { node, isError, agentId };
    if (call) {
      call.result = result;
      call.endedAt = node.time;
    } else early.set(id, result);
  }
}

/** Returns the calls without a result. */
export function orphanCalls(pairing: Pairing): ToolCall[] {
  return [...pairing.calls.values()].filter((call) => call.result === undefined);
}
