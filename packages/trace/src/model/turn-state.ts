import type { Node, Turn } from '@unspool/session';
import type { TurnState } from '../span/turn-trace.js';

export interface StateOfTurn {
  state: TurnState;
  waitsFor?: string;
}

export interface TurnEnd {
  /** A later turn exists in the file. */
  isFollowed: boolean;
  /** No process writes to the session any more. */
  isEnded: boolean;
  /** A Stop event reported that the model stopped. */
  isStopped: boolean;
}

/**
 * Whether a turn is over. A client runs one turn at a time, so a later prompt closes all turns before it, on any branch.
 * For the last turn, the last line that matters decides.
 */
export function stateOf(turn: Turn, { isFollowed, isEnded, isStopped }: TurnEnd): StateOfTurn {
  if (isFollowed || isEnded) return { state: 'closed' };
  for (let at = turn.nodes.length - 1; at >= 0; at--) {
    const node = turn.nodes[at];
    if (!node) continue;
    if (node.reply) return stateAfterReply(turn, node, isStopped);
    if (isAtPrompt(node)) return { state: 'finished' };
    if (isWaitedFor(node)) return { state: 'open', waitsFor: 'a reply' };
  }
  return { state: 'open', waitsFor: 'a reply' };
}

function stateAfterReply(turn: Turn, node: Node, isStopped: boolean): StateOfTurn {
  const reply = turn.replies.find((each) => each.nodes.includes(node));
  if (!reply || reply.isSynthetic || reply.isApiError) return { state: 'finished' };
  if (reply.calls.some((call) => call.result === undefined)) return { state: 'open', waitsFor: 'the result of a tool' };
  if (reply.stopReason === undefined) {
    // Clients of several months left the stop reason out: a call may still follow this text.
    return isStopped ? { state: 'finished' } : { state: 'open', waitsFor: 'the end of the reply' };
  }
  if (MORE_COMES.has(reply.stopReason)) return { state: 'open', waitsFor: 'the rest of the reply' };
  const isOnlyThought = reply.nodes.every((each) => each.reply?.isThinkingOnly);
  return isOnlyThought ? { state: 'open', waitsFor: 'the rest of the reply' } : { state: 'finished' };
}

const MORE_COMES = new Set(['tool_use', 'pause_turn']);

/** Lines that the client writes when it waits for the user. */
function isAtPrompt(node: Node): boolean {
  switch (node.user?.words) {
    case 'interruption':
    case 'command':
    case 'command_output':
    case 'bash':
    case 'bash_output':
      return true;
  }
  return node.type === 'system' && AT_PROMPT.has(node.subtype ?? '');
}

const AT_PROMPT = new Set(['turn_duration', 'stop_hook_summary', 'local_command', 'away_summary']);

/** Lines that the model answers: results, prompts, and texts that the client added. */
function isWaitedFor(node: Node): boolean {
  return node.user !== undefined || (node.type === 'attachment' && node.subtype === 'queued_command');
}
