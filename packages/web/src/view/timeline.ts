import { callsOf, durationOf, type ToolCall, type Turn } from '@unspool/session';
import { argumentOf, colourOf, type ToolColour } from '@unspool/session/tools';
import { asksHuman, isRejected, readCall } from '../read/call.js';
import type { Conversation } from '../read/conversation.js';
import { type Billing, costOfReplies } from '../read/cost.js';
import { LIMITS } from './limits.js';
import { dollarsOf } from './money.js';
import { maskedLine, type TextStyle } from './texts.js';
import { timeOrNull } from './times.js';
import type { Timeline, TimelineSpan, TimelineTurn, TurnSpans } from './view.js';

const MAX_SPANS = 2000;

/** Where the time of a session went: by turn, and by tool. */
export function timelineOf({ turns }: Conversation): Timeline {
  const tools = new Map<string, Timeline['tools'][number]>();
  let modelMs = 0;
  let waitingMs = 0;
  /** The end of the work so far. Notes that the client writes later do not count. */
  let workedUntil = Number.NaN;
  const rows = turns.turns.map((turn): TimelineTurn => {
    const parts = new Map<TimelineTurn['parts'][number]['kind'], number>();
    const add = (kind: 'model' | ToolColour, ms: number) => parts.set(kind, (parts.get(kind) ?? 0) + ms);
    const waited = turn.startedAt - workedUntil;
    if (waited > 0) waitingMs += waited;
    for (const { startedAt, endedAt } of requestsOf(turn)) {
      workedUntil = laterOf(workedUntil, endedAt);
      const ms = Math.max(0, endedAt - startedAt) || 0;
      modelMs += ms;
      add('model', ms);
    }
    for (const call of callsOf(turn)) {
      const took = durationOf(call) || 0;
      const ms = asksHuman(call) ? 0 : took;
      waitingMs += took - ms;
      workedUntil = laterOf(workedUntil, call.endedAt);
      const kind = colourOf(call.name);
      const tool = tools.get(call.name) ?? { name: call.name, kind, calls: 0, ms: 0 };
      tools.set(call.name, { ...tool, calls: tool.calls + 1, ms: tool.ms + ms });
      add(kind, ms);
    }
    return { number: turn.number, parts: [...parts].map(([kind, ms]) => ({ kind, ms })) };
  });
  return { turns: rows, tools: [...tools.values()].sort((a, b) => b.ms - a.ms), modelMs, waitingMs };
}

/** The requests and calls of some turns in the order of their start; sub-agents follow the calls that started them. */
export function spansOf(
  conversation: Conversation,
  turns: readonly Turn[],
  { billing, style }: { billing: Billing; style: TextStyle },
): TurnSpans {
  const counted = new Set<string>();
  const all = turns.flatMap((turn) => [
    ...requestsOf(turn).map(({ reply, startedAt, endedAt }): TimelineSpan => {
      const cost = costOfReplies([reply], billing, counted);
      return {
        kind: 'model',
        name: maskedLine(reply.model ?? 'model', style),
        detail: '',
        turn: turn.number,
        byte: reply.nodes[0]?.place.byte ?? 0,
        startedAt: timeOrNull(startedAt),
        endedAt: timeOrNull(endedAt),
        status: reply.isApiError ? 'failed' : 'ok',
        tokens: reply.tokens ?? null,
        cost: dollarsOf(cost),
        agents: [],
      };
    }),
    ...callsOf(turn).map((call) => spanOfCall(conversation, turn, call, style)),
  ]);
  const times = all.flatMap(({ startedAt, endedAt }) => [startedAt ?? [], endedAt ?? []].flat());
  return {
    startedAt: times.reduce<number | null>((least, time) => (least === null ? time : Math.min(least, time)), null),
    endedAt: times.reduce<number | null>((most, time) => (most === null ? time : Math.max(most, time)), null),
    spans: all.sort((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0)).slice(0, MAX_SPANS),
    more: Math.max(0, all.length - MAX_SPANS),
  };
}

function spanOfCall(conversation: Conversation, turn: Turn, call: ToolCall, style: TextStyle): TimelineSpan {
  const argument = argumentOf(call.name, readCall(conversation, call).input, conversation.measured.cwd);
  return {
    kind: colourOf(call.name),
    name: call.name,
    detail: maskedLine(argument.slice(0, 4 * LIMITS.argument), style)
      .replace(/\s+/g, ' ')
      .slice(0, LIMITS.argument),
    turn: turn.number,
    byte: call.node.place.byte,
    startedAt: timeOrNull(call.startedAt),
    endedAt: timeOrNull(call.endedAt),
    status: !call.result
      ? 'open'
      : !call.result.isError
        ? 'ok'
        : isRejected(conversation, call)
          ? 'declined'
          : 'failed',
    tokens: null,
    cost: null,
    agents: conversation.agents.of(call.id).map((agent) => ({ ...agent, ...conversation.agents.times(agent.agentId) })),
  };
}

function laterOf(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) ? b : a;
  return Math.max(a, b);
}

/** A request begins with the line before its reply. */
function requestsOf(turn: Turn) {
  const firsts = new Map(turn.replies.map((reply) => [reply.nodes[0], reply]));
  const requests: { reply: Turn['replies'][number]; startedAt: number; endedAt: number }[] = [];
  let last = turn.startedAt;
  for (const node of turn.nodes) {
    const reply = firsts.get(node);
    if (reply && !reply.isSynthetic) {
      const end = reply.nodes.findLast(({ time }) => !Number.isNaN(time));
      requests.push({ reply, startedAt: last, endedAt: end?.time ?? last });
    }
    if (!Number.isNaN(node.time)) last = node.time;
  }
  return requests;
}
