import {
  type Block,
  type Entry,
  isAssistant,
  isToolResult,
  isToolUse,
  isUser,
  openSession,
  type Session,
  type Turns,
  textOf,
  turnsOf,
} from '@unspool/session';
import { addChange, closePlan, draftPlan, type EditPlan, keepBranch, writeEdit } from '@unspool/session/edit';
import { isObject } from '@unspool/session/read';
import { isThought } from '@unspool/session/resume';
import { writeUnsyncedFile } from '@unspool/session/write';
import type { AgentName } from '../contract/agent-name.js';
import { safeId } from './steps/call.js';
import { type Client, renamedCall } from './tool-names.js';

export interface TakeOver {
  /** The agent that made the session. */
  from: AgentName;
  /** The client whose tool names the calls get. */
  to: Client;
  /** Where the session continues. */
  cwd: string;
  /** The session id on its lines. */
  sessionId: string;
  /** Called with each line, to replace secrets or only count them. */
  clean?: (entry: Entry) => Entry;
}

/** Counts of what the plan leaves out. */
export interface LeftOut {
  thinking: number;
  /** Text that the other client added for its model. */
  injected: number;
}

/** Kinds of text that a client adds for its model and that stay, because they are part of what happened. */
const HAPPENED = /^\s*<(task-notification|subagent_notification|skill|user_shell_command|turn_aborted)\b/;

/** Writes a session or sub-agent according to the plan, with no other change to its text. */
export function writeTakeOver(from: string, to: string, options: TakeOver): LeftOut {
  const session = openSession(from);
  const { plan, left } = planTakeOver(session, turnsOf(session), options);
  writeUnsyncedFile(to, (sink) => writeEdit({ file: from, nodes: session.nodes }, plan, sink));
  return left;
}

/**
 * Plans how to continue another agent's session, given its copy, with a different client. Leaves out thinking, which has
 * no signature that a provider would accept, and what the old client told its model about itself and the machine.
 */
function planTakeOver(
  session: Session,
  turns: Turns,
  { clean = (entry) => entry, ...order }: TakeOver,
): { plan: EditPlan; left: LeftOut } {
  const plan = draftPlan('convert');
  const left: LeftOut = { thinking: 0, injected: 0 };
  for (const node of session.nodes) {
    const { index, user, reply } = node;
    const isMeta = user?.isMeta === true && user.results.length === 0;
    const isInjected = isMeta && !HAPPENED.test(wordsIn(session.read(node)));
    if (isInjected) left.injected++;
    left.thinking += reply?.thoughts ?? 0;
    if (isInjected || (reply && reply.thoughts === reply.blocks && reply.blocks > 0)) plan.drops.add(index);
    else addChange(plan, index, (entry) => clean(takenOver(entry, order)));
  }
  return { plan: keepBranch(closePlan(plan, session.nodes, new Set()), session, turns), left };
}

function wordsIn(entry: Entry): string {
  return isUser(entry) ? textOf(entry.message.content) : '';
}

function takenOver(entry: Entry, { from, to, cwd, sessionId }: Omit<TakeOver, 'clean'>): Entry {
  const isLine = 'uuid' in entry;
  // The version is the other client's.
  const { version: _, ...words } = entry as Entry & { version?: unknown };
  const placed = { ...words, ...(isLine && { entrypoint: 'cli', cwd }), sessionId } as Entry;
  if (isAssistant(placed)) return withBlocks(placed, (blocks) => blocks.filter((block) => !isThought(block)).map(call));
  return isUser(placed) ? withBlocks(placed, (blocks) => blocks.map(result)) : placed;

  function call(block: Block): Block {
    if (!isToolUse(block)) return block;
    const input = isObject(block.input) ? block.input : {};
    return { ...block, id: safeId(block.id), ...renamedCall({ name: block.name, input }, from, to) };
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
