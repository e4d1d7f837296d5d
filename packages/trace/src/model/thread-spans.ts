import { isUser, type Node, type ToolCall, type Turn, wordsOf } from '@unspool/session';
import type { Forest } from './forest.js';
import { addGeneration, readReply } from './generation.js';
import type { SpanMaker } from './maker.js';
import { addMoments } from './moment-spans.js';
import { promptWords } from './prompt-words.js';
import type { LastReply, Started, Stretch } from './stretch.js';
import type { Thread, ThreadReply } from './thread.js';
import type { Times } from './times.js';
import { addTool } from './tool.js';

/** Adds the generations, tools and events of a stretch. Returns the sub-agents that its calls started. */
export function addStretch(maker: SpanMaker, forest: Forest, stretch: Stretch): Started[] {
  const { thread, host, turns, times, parentSpanId, last } = stretch;
  const calls: Calls = { started: [], spans: new Map() };
  const asked = askedTimes(stretch.nodes);
  for (const turn of turns) {
    const replies = (thread.replies.get(turn.number) ?? []).filter((reply) => forest.isOwned(reply, host));
    for (let at = 0; at < replies.length; at++) {
      const reply = replies[at];
      if (!reply) continue;
      const read = last?.reply === reply ? last.read : readReply(thread.session, reply);
      const generation = addGeneration(maker, reply, read, {
        parentSpanId,
        start: startOf(reply, times),
        end: endOf(reply, replies[at + 1], times),
        asked: asked.get(reply.nodes[0]) ?? Number.NaN,
        input: at === 0 ? wordsOfStart(thread, turn) : undefined,
      });
      for (const call of reply.calls) {
        addCall(maker, forest, stretch, { call, generation, input: read.inputs.get(call.id), calls });
      }
    }
  }
  addMoments(maker, stretch, calls.spans);
  return calls.started;
}

/** Results of adding the calls of a stretch. */
interface Calls {
  started: Started[];
  /** Span ids by call id. */
  spans: Map<string, string>;
}

interface AddedCall {
  call: ToolCall;
  generation: string;
  input: unknown;
  calls: Calls;
}

function addCall(maker: SpanMaker, forest: Forest, { thread, host, times }: Stretch, added: AddedCall): void {
  const { call, generation, input, calls } = added;
  const span = addTool(maker, thread.session, call, { parentSpanId: generation, ...spanned(call, times), input });
  calls.spans.set(call.id, span);
  for (const agent of forest.startedBy(call.id, host)) {
    calls.started.push({ agent, parentSpanId: span, agentType: agentTypeOf(input) });
  }
}

function spanned({ node, result }: ToolCall, times: Times): { start: number; end: number } {
  const start = times.of(node);
  return { start, end: result ? Math.max(start, times.of(result.node)) : start };
}

/** For each line of a reply, the time of the last line before it that a model answers. */
function askedTimes(nodes: readonly Node[]): Map<Node | undefined, number> {
  const times = new Map<Node | undefined, number>();
  let last = Number.NaN;
  for (const node of nodes) {
    if (node.user) last = node.time;
    else if (node.reply) times.set(node, last);
  }
  return times;
}

/** The text of the prompt; undefined if it is not in the file. */
export function wordsOfStart({ session }: Thread, turn: Turn): string | undefined {
  if (turn.kind === 'continued') return undefined;
  const entry = session.read(turn.start);
  if (!isUser(entry)) return undefined;
  return promptWords(wordsOf(entry));
}

/** Whether a line counts toward the end of a conversation. Replies that the client wrote itself do not, except errors. */
export function isTalk({ reply, user }: Node): boolean {
  if (reply) return reply.model !== SYNTHETIC || reply.isApiError;
  return user?.words === 'tool_result';
}

const SYNTHETIC = '<synthetic>';

/** The last reply with a text: the answer of the conversation. */
export function lastReplyOf({ session, replies }: Thread, turns: readonly Turn[]): LastReply | undefined {
  for (let at = turns.length - 1; at >= 0; at--) {
    const own = replies.get(turns[at]?.number ?? 0) ?? [];
    for (let index = own.length - 1; index >= 0; index--) {
      const reply = own[index];
      // A reply that the client wrote itself is not an answer, unless it reports an API error.
      if (!reply || (reply.isSynthetic && !reply.isApiError)) continue;
      const read = readReply(session, reply);
      if (read.parts.text !== '') return { reply, read };
    }
  }
  return undefined;
}

function startOf({ nodes: [first] }: ThreadReply, times: Times): number {
  return first ? times.of(first) : 0;
}

/**
 * A generation with calls lasts until the next one begins, since the model waited for the results. One without calls ends
 * with its last line: something else caused the next. The last one of a turn ends with its last line or result.
 */
function endOf(reply: ThreadReply, next: ThreadReply | undefined, times: Times): number {
  const start = startOf(reply, times);
  let end = times.latest(reply.nodes, start);
  for (const { result } of reply.calls) if (result) end = Math.max(end, times.of(result.node));
  return next && reply.calls.length > 0 ? Math.max(end, startOf(next, times)) : end;
}

function agentTypeOf(input: unknown): string | undefined {
  const type = typeof input === 'object' && input !== null ? (input as { subagent_type?: unknown }).subagent_type : '';
  return typeof type === 'string' && type !== '' ? type : undefined;
}
