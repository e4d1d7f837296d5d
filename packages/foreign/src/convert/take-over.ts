import {
  type Block,
  type Entry,
  isAssistant,
  isToolResult,
  isToolUse,
  isUser,
  type Session,
  type Turns,
} from '@unspool/session';
import { addChange, closePlan, draftPlan, type EditPlan, keepBranch } from '@unspool/session/edit';
import { isObject } from '@unspool/session/read';
import { isThought } from '@unspool/session/resume';
import { AGENT_LABELS, type AgentName } from '../contract/agent-name.js';
import { safeId } from './steps/call.js';
import { renamedCall } from './tool-names.js';

export interface TakeOver {
  /** The agent that made the session. */
  from: AgentName;
  /** Where the session continues. */
  cwd: string;
}

/** What the plan leaves out. */
export interface LeftOut {
  thinking: number;
  /** Words that the other client put in for its model. */
  injected: number;
}

/**
 * Plans to continue the copy of another agent's session in Claude Code. Thinking has no signature that the provider
 * would take, and what the other client told its model does not hold for this one.
 */
export function planTakeOver(
  session: Session,
  turns: Turns,
  { from, cwd }: TakeOver,
): { plan: EditPlan; left: LeftOut } {
  const plan = draftPlan('convert', `from ${AGENT_LABELS[from]}`);
  const left: LeftOut = { thinking: 0, injected: 0 };
  for (const { index, uuid, user, reply } of session.nodes) {
    const isInjected = user?.isMeta === true && user.results.length === 0;
    if (isInjected) left.injected++;
    left.thinking += reply?.thoughts ?? 0;
    if (isInjected || (reply && reply.thoughts === reply.blocks && reply.blocks > 0)) plan.drops.add(index);
    else if (uuid !== undefined) addChange(plan, index, (entry) => takenOver(entry, { from, cwd }));
  }
  return { plan: keepBranch(closePlan(plan, session.nodes, new Set()), session, turns), left };
}

function takenOver(entry: Entry, { from, cwd }: TakeOver): Entry {
  const placed = { ...entry, entrypoint: 'cli', cwd } as Entry;
  if (isAssistant(placed)) return withBlocks(placed, (blocks) => blocks.filter((block) => !isThought(block)).map(call));
  return isUser(placed) ? withBlocks(placed, (blocks) => blocks.map(result)) : placed;

  function call(block: Block): Block {
    if (!isToolUse(block)) return block;
    const input = isObject(block.input) ? block.input : {};
    return { ...block, id: safeId(block.id), ...renamedCall({ name: block.name, input }, from, 'claude') };
  }
}

function result(block: Block): Block {
  return isToolResult(block) ? { ...block, tool_use_id: safeId(block.tool_use_id) } : block;
}

function withBlocks(entry: Entry, change: (blocks: Block[]) => Block[]): Entry {
  if (!isUser(entry) && !isAssistant(entry)) return entry;
  const { message } = entry;
  if (typeof message.content === 'string') return entry;
  return { ...entry, message: { ...message, content: change(message.content) } } as Entry;
}
