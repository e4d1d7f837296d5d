import type { Node, Turn } from '@unspool/session';
import type { TurnState } from '../span/turn-trace.js';

export interface StateOfTurn {
  state: TurnState;
  waitsFor?: string;
}

export interface TurnEnd {
  /** A later turn began in the file. */
  isFollowed: boolean;
  /** Nobody writes to the session any more. */
  isEnded: boolean;
  /** The client said that the model stopped. */
  isStopped: boolean;
}

/**
 * Whether a turn is over. A client does one turn at a time, so a later prompt closes all before it, on its branch and
 * on others. Of the last turn the lines decide, read from the end: what stands last says whose move it is.
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
    // Of months of versions: a text may be followed by a call that is not written yet.
    return isStopped ? { state: 'finished' } : { state: 'open', waitsFor: 'the end of the reply' };
  }
  if (MORE_COMES.has(reply.stopReason)) return { state: 'open', waitsFor: 'the rest of the reply' };
  const isOnlyThought = reply.nodes.every((each) => each.reply?.isThinkingOnly);
  return isOnlyThought ? { state: 'open', waitsFor: 'the rest of the reply' } : { state: 'finished' };
}

const MORE_COMES = new Set(['tool_use', 'pause_turn']);

/** Lines that the client writes when the person is to move. */
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

/** Lines that the model answers: results, prompts, what the client put in. */
function isWaitedFor(node: Node): boolean {
  return node.user !== undefined || (node.type === 'attachment' && node.subtype === 'queued_command');
}
