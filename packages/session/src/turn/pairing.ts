import type { Node } from '../graph/node.js';
import type { ToolCall, ToolCallResult } from './turn.js';

/** Tool calls and results of a whole session, matched by id. */
export interface Pairing {
  /** Every call once, in file order, with its result where there is one. */
  calls: Map<string, ToolCall>;
  /** Results whose call is not in the file. */
  orphanResults: { tool_use_id: string; node: Node }[];
}

/** A call that stands on several lines (copies, cumulative writers) counts once, and so does its result. */
export function pairToolCalls(nodes: readonly Node[]): Pairing {
  const results = new Map<string, ToolCallResult>();
  for (const node of nodes) {
    for (const fact of node.user?.results ?? []) {
      if (!results.has(fact.tool_use_id)) {
        results.set(fact.tool_use_id, { node, isError: fact.isError, agentId: fact.agentId });
      }
    }
  }
  const calls = new Map<string, ToolCall>();
  for (const node of nodes) {
    for (const use of node.reply?.uses ?? []) {
      if (calls.has(use.id)) continue;
      const result = results.get(use.id);
      const { id, name, file, prompt } = use;
      calls.set(id, { id, name, node, file, prompt, result, startedAt: node.time, endedAt: result?.node.time ?? NaN });
    }
  }
  const orphanResults = [...results]
    .filter(([id]) => !calls.has(id))
    .map(([tool_use_id, { node }]) => ({ tool_use_id, node }));
  return { calls, orphanResults };
}

/** Calls that nobody answered. */
export function orphanCalls(pairing: Pairing): ToolCall[] {
  return [...pairing.calls.values()].filter((call) => call.result === undefined);
}
