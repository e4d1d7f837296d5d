import { callsOf, type ToolCall, type Turn } from '@unspool/session';
import { isRejected } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { type Billing, costOfReplies } from '../read/cost.js';
import { bandsOf } from './bands.js';
import { factsOf } from './compaction-item.js';
import type { TurnContext } from './context.js';
import { dollarsOf } from './money.js';
import { timeOrNull } from './times.js';
import type { Cut, TurnOutline } from './view.js';

export interface OutlineOptions {
  billing: Billing;
  /** The maximum number of bands in a turn. */
  maxBands: number;
  contexts: ReadonlyMap<number, TurnContext>;
  /** Replies whose cost is already part of an earlier turn. */
  counted: Set<string>;
}

/** The outline of a turn: everything except its texts. */
export function turnOutline(conversation: Conversation, turn: Turn, options: OutlineOptions): TurnOutline {
  const calls = callsOf(turn);
  const context = options.contexts.get(turn.number);
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
    cuts: cutsIn(turn),
    bands: bandsOf(conversation, turn, options.maxBands),
    agents: calls
      .flatMap((call) => conversation.agents.of(call.id))
      .map(({ agentId }) => ({ agentId, ...conversation.agents.times(agentId) })),
    context: context?.end ?? null,
    requests: context?.points ?? [],
  };
}

function isFailed(conversation: Conversation, call: ToolCall): boolean {
  return call.result?.isError === true && !isRejected(conversation, call);
}

/** The start of the prompt, on one line. */
export function titleOfTurn({ measured }: Conversation, turn: Turn): string {
  return measured.title(turn.start) ?? '(goes on)';
}

function cutsIn(turn: Turn): Cut[] {
  return turn.nodes
    .filter(({ subtype }) => subtype === 'compact_boundary')
    .map((node) => ({ at: timeOrNull(node.time), byte: node.place.byte, ...factsOf(node) }));
}
