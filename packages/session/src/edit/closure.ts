import { type Block, isToolResult, isToolUse } from '../format/block.js';
import { type Entry, isAssistant, isUser } from '../format/entry.js';
import type { AssistantEntry, UserEntry } from '../format/schema.js';
import type { Node } from '../model/node.js';
import { addChange, type PlanDraft } from './plan.js';

/**
 * Completes a plan: a call goes together with its result, a line left empty is dropped, and so is thinking whose reply
 * is dropped. Lines that describe a state that the edit ends are dropped too.
 */
export function closePlan(plan: PlanDraft, nodes: readonly Node[], removedCalls: ReadonlySet<string>): PlanDraft {
  const calls = new Set(removedCalls);
  for (const node of nodes) {
    if (!plan.drops.has(node.index)) continue;
    for (const use of node.reply?.uses ?? []) calls.add(use.id);
    for (const result of node.user?.results ?? []) calls.add(result.tool_use_id);
  }
  for (const node of nodes) {
    if (plan.drops.has(node.index)) continue;
    if (isStale(node)) plan.drops.add(node.index);
    else if (calls.size > 0) removeCalls(plan, node, calls);
  }
  dropLonelyThinking(plan, nodes);
  return plan;
}

/** True for lines that name the tip of the conversation or record its requests as they were. */
function isStale(node: Node): boolean {
  return node.type === 'last-prompt' || node.type.startsWith('api-request');
}

function removeCalls(plan: PlanDraft, node: Node, calls: ReadonlySet<string>): void {
  const uses = node.reply?.uses ?? [];
  const results = node.user?.results ?? [];
  if (uses.length + results.length === 0) return;
  const ids = [...uses.map((use) => use.id), ...results.map((result) => result.tool_use_id)];
  if (!ids.some((id) => calls.has(id))) return;
  const blocks = node.reply?.blocks ?? node.user?.blocks ?? 0;
  if (ids.every((id) => calls.has(id)) && blocks === ids.length) plan.drops.add(node.index);
  else addChange(plan, node.index, (entry) => withoutCalls(entry, calls));
}

function withoutCalls(entry: Entry, calls: ReadonlySet<string>): Entry {
  if (isAssistant(entry)) return withContent(entry, (block) => !(isToolUse(block) && calls.has(block.id)));
  if (!isUser(entry)) return entry;
  const { toolUseResult: _, sourceToolAssistantUUID: __, ...rest } = entry;
  return withContent(rest as UserEntry, (block) => !(isToolResult(block) && calls.has(block.tool_use_id)));
}

/** Returns the entry with only some of its blocks. */
export function withContent<E extends UserEntry | AssistantEntry>(entry: E, isKept: (block: Block) => boolean): E {
  const { content } = entry.message;
  if (typeof content === 'string') return entry;
  return { ...entry, message: { ...entry.message, content: content.filter(isKept) } };
}

/** The API refuses a reply that is only thinking. A reply that was only thinking before the edit is left alone. */
function dropLonelyThinking(plan: PlanDraft, nodes: readonly Node[]): void {
  const spoken = new Set<string | undefined>();
  const silenced = new Set<string | undefined>();
  for (const { index, reply } of nodes) {
    if (reply && !reply.isThinkingOnly) (plan.drops.has(index) ? silenced : spoken).add(reply.messageId);
  }
  for (const { index, reply } of nodes) {
    if (!reply?.isThinkingOnly || spoken.has(reply.messageId)) continue;
    if (silenced.has(reply.messageId)) plan.drops.add(index);
  }
}
