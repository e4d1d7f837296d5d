import { isAssistant, isUser, type Turn } from '@unspool/session';
import { type AgentPlace, addAgent, looseAgent } from './agent-span.js';
import type { Forest, LooseAgent } from './forest.js';
import { type SpanMaker, word } from './maker.js';
import { spokenIn } from './spoken.js';
import type { Stretch } from './stretch.js';
import type { Thread } from './thread.js';
import { addStretch, isTalk, lastReplyOf, wordsOfStart } from './thread-spans.js';
import { Times } from './times.js';

/** All spans of a turn: its root, its replies, calls and events, and its sub-agents to any depth. */
export function addTurn(maker: SpanMaker, thread: Thread, turn: Turn, forest: Forest): void {
  // A command that no model answered does not concern the trace.
  if (turn.kind === 'command' && turn.replies.length === 0) return;
  const nodes = turn.number === 1 ? [...thread.turns.preamble, ...turn.nodes] : turn.nodes;
  const times = new Times(turn.nodes);
  const last = lastReplyOf(thread, [turn]);
  const root = addRoot(maker, thread, turn, { times, last });
  const stretch: Stretch = { thread, host: undefined, turns: [turn], nodes, times, parentSpanId: root, last };
  const started = addStretch(maker, forest, stretch).map((each): AgentPlace => ({ ...each, isHelper: false }));
  const loose = (forest.loose.get(turn.number) ?? []).map((each) => looseAgent(each, root));
  addAgents(maker, forest, [...started, ...loose]);
}

/** The trace of a sub-agent without a turn: the rest of its session is gone. */
export function addLoose(maker: SpanMaker, loose: LooseAgent, forest: Forest): void {
  addAgents(maker, forest, [looseAgent(loose, undefined)]);
}

/** Breadth first instead of recursive, since agents can nest deeper than the call stack. */
function addAgents(maker: SpanMaker, forest: Forest, waiting: AgentPlace[]): void {
  for (let at = 0; at < waiting.length; at++) {
    const place = waiting[at];
    if (!place) continue;
    const stretch = addAgent(maker, forest.threadOf(place.agent), place);
    for (const started of addStretch(maker, forest, stretch)) waiting.push({ ...started, isHelper: place.isHelper });
  }
}

function addRoot(
  maker: SpanMaker,
  thread: Thread,
  turn: Turn,
  { times, last }: Pick<Stretch, 'times' | 'last'>,
): string {
  const { content, facts } = maker;
  const start = times.of(turn.start);
  const talk = turn.nodes.filter(isTalk);
  const entry = thread.session.read(turn.start);
  const message = isUser(entry) || isAssistant(entry) ? entry : undefined;
  const { input, output, inputMessages } = spokenIn(content, wordsOfStart(thread, turn), last?.read.parts.text);
  return maker.add({
    kind: 'turn',
    name: facts.name,
    key: facts.traceId,
    time: Number.NaN,
    parentSpanId: undefined,
    start,
    end: times.latest(talk, start),
    attributes: {
      'langfuse.observation.type': 'agent',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.agent.name': 'Claude Code',
      'langfuse.trace.input': input,
      'langfuse.trace.output': output,
      'langfuse.observation.input': input,
      'langfuse.observation.output': output,
      'gen_ai.input.messages': inputMessages,
      'langfuse.trace.metadata.cwd': content.brief(word(message?.cwd)),
      'langfuse.trace.metadata.git_branch': content.brief(word(message?.gitBranch)),
      'langfuse.trace.metadata.client_version': content.label(word(message?.version)),
    },
  });
}
