import { isAssistant, isUser, type Turn } from '@unspool/session';
import type { RawSpan } from '../span/span.js';
import { type AgentPlace, addAgent, looseAgent } from './agent-span.js';
import type { Forest, LooseAgent } from './forest.js';
import { type Attributes, type SpanMaker, word } from './maker.js';
import { spokenAttributes } from './spoken.js';
import type { Stretch } from './stretch.js';
import type { Thread } from './thread.js';
import { addStretch, isTalk, lastReplyOf, wordsOfStart } from './thread-spans.js';
import { Times } from './times.js';

/** All spans of a turn: its root, its replies, calls and events, and its sub-agents to any depth. */
export function spansOfTurn(maker: SpanMaker, thread: Thread, turn: Turn, forest: Forest): RawSpan[] {
  // A command that no model answered is the client's own affair.
  if (turn.kind === 'command' && turn.replies.length === 0) return [];
  const nodes = turn.number === 1 ? [...thread.turns.preamble, ...turn.nodes] : turn.nodes;
  const times = new Times(turn.nodes);
  const last = lastReplyOf(thread, [turn]);
  const root = addRoot(maker, thread, turn, { times, last });
  const stretch: Stretch = { thread, host: undefined, turns: [turn], nodes, times, parentSpanId: root, last };
  const started = addStretch(maker, forest, stretch).map((each): AgentPlace => ({ ...each, isHelper: false }));
  const loose = (forest.loose.get(turn.number) ?? []).map((each) => looseAgent(each, root));
  addAgents(maker, forest, [...started, ...loose]);
  return maker.spans;
}

/** The trace of a sub-agent that stands alone: a session that was given up left nothing else. */
export function spansOfLoose(maker: SpanMaker, loose: LooseAgent, forest: Forest): RawSpan[] {
  addAgents(maker, forest, [looseAgent(loose, undefined)]);
  return maker.spans;
}

/** In breadth, not by calling itself: agents can nest as deep as they like. */
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
  const start = times.of(turn.start);
  const talk = turn.nodes.filter(isTalk);
  return maker.add({
    kind: 'turn',
    name: maker.facts.name,
    identity: { key: maker.facts.traceId, time: Number.NaN },
    parentSpanId: undefined,
    start,
    end: times.latest(talk, start),
    attributes: [
      {
        'langfuse.observation.type': 'agent',
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': 'anthropic',
        'gen_ai.agent.name': 'Claude Code',
      },
      words(maker, wordsOfStart(thread, turn), last),
      surroundings(maker, thread, turn),
    ],
  });
}

/** The whole trace says what its root does. */
function words({ content }: SpanMaker, prompt: string | undefined, last: Stretch['last']): Attributes {
  const spoken = spokenAttributes(content, prompt, last?.read.parts.text);
  return {
    'langfuse.trace.input': spoken['langfuse.observation.input'],
    'langfuse.trace.output': spoken['langfuse.observation.output'],
    ...spoken,
  };
}

/** Where it happened: as private as the words are. */
function surroundings({ content }: SpanMaker, { session }: Thread, turn: Turn): Attributes {
  const entry = session.read(turn.start);
  if (!isUser(entry) && !isAssistant(entry)) return {};
  const told = (value: unknown) => {
    const text = word(value);
    return text === undefined ? undefined : content.brief(text);
  };
  return {
    'langfuse.trace.metadata.cwd': told(entry.cwd),
    'langfuse.trace.metadata.git_branch': told(entry.gitBranch),
    'langfuse.trace.metadata.client_version': content.label(word(entry.version)),
  };
}
