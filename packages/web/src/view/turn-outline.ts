import { callsOf, type ToolCall, type Turn } from '@unspool/session';
import { isRejected } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { type Billing, costOfReplies } from '../read/cost.js';
import { bandsOf } from './bands.js';
import { factsOf } from './compaction-item.js';
import { dollarsOf } from './money.js';
import { timeOrNull } from './times.js';
import type { ContextCounts, TurnOutline } from './view.js';

export interface OutlineOptions {
  billing: Billing;
  /** Bands of one turn. */
  maxBands: number;
  contexts: ReadonlyMap<number, ContextCounts>;
  /** Replies whose cost an earlier turn has. */
  counted: Set<string>;
}

/** The head of a turn: everything but what was said. */
export function turnOutline(conversation: Conversation, turn: Turn, options: OutlineOptions): TurnOutline {
  const calls = callsOf(turn);
  const sum = costOfReplies(turn.replies, options.billing, options.counted);
  return {
    number: turn.number,
    id: turn.id,
    kind: turn.kind,
    title: titleOfTurn(conversation, turn),
    startedAt: timeOrNull(turn.startedAt),
    endedAt: timeOrNull(turn.endedAt),
    tokens: turn.tokens,
    cost: dollarsOf(sum),
    parent: turn.parent ?? null,
    isOnTip: turn.isOnTip,
    isOpen: turn.isOpen,
    isInterrupted: turn.isInterrupted,
    hasError: calls.some((call) => isFailed(conversation, call)) || turn.replies.some((reply) => reply.isApiError),
    calls: calls.length,
    compaction: compactionBefore(conversation, turn),
    bands: bandsOf(conversation, turn, options.maxBands),
    agents: calls
      .flatMap((call) => conversation.agents.of(call.id))
      .map(({ agentId }) => ({ agentId, ...conversation.agents.times(agentId) })),
    context: options.contexts.get(turn.number) ?? null,
  };
}

function isFailed(conversation: Conversation, call: ToolCall): boolean {
  return call.result?.isError === true && !isRejected(conversation, call);
}

/** The start of the ask, on one line. */
export function titleOfTurn({ measured }: Conversation, turn: Turn): string {
  return measured.title(turn.start) ?? '(goes on)';
}

/**
 * A compaction belongs to the turn that goes on behind it: its own when a reply follows, else the next one, which has
 * it at its parent's end.
 */
function compactionBefore(conversation: Conversation, turn: Turn): TurnOutline['compaction'] {
  const boundary = boundaryIn(turn, 'before a reply') ?? boundaryIn(parentOf(conversation, turn), 'at the end');
  return boundary ? factsOf(boundary) : null;
}

function boundaryIn(turn: Turn | undefined, where: 'before a reply' | 'at the end') {
  if (!turn) return undefined;
  const boundary = turn.nodes.findLast((node) => node.subtype === 'compact_boundary');
  if (!boundary) return undefined;
  const isFollowed = turn.nodes.some((node) => node.reply && node.index > boundary.index);
  return isFollowed === (where === 'before a reply') ? boundary : undefined;
}

function parentOf({ turns }: Conversation, turn: Turn): Turn | undefined {
  return turn.parent === undefined ? undefined : turns.turns[turn.parent - 1];
}
