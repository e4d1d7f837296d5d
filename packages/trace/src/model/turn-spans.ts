import { isAssistant, isUser, type Turn } from '@unspool/session';
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import { type AgentPlace, addAgent, looseAgent } from './agent-span.js';
import type { Forest, LooseAgent } from './forest.js';
import { type SpanMaker, word } from './maker.js';
import { INPUT, INPUT_MESSAGES, OUTPUT } from './observation-keys.js';
import { spokenIn } from './spoken.js';
import type { Stretch } from './stretch.js';
import type { Thread } from './thread.js';
import { addStretch, isTalk, lastReplyOf, wordsOfStart } from './thread-spans.js';
import { Times } from './times.js';

/** All spans of a turn: its root, its replies, calls and events, and its sub-agents to any depth. */
export function addTurn(maker: SpanMaker, thread: Thread, turn: Turn, forest: Forest): void {
  // A command that no model answered is the client's own affair.
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

/** The trace of a sub-agent that stands alone: a session that was given up left nothing else. */
export function addLoose(maker: SpanMaker, loose: LooseAgent, forest: Forest): void {
  addAgents(maker, forest, [looseAgent(loose, undefined)]);
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
  const { content, out, facts } = maker;
  const start = times.of(turn.start);
  const talk = turn.nodes.filter(isTalk);
  const spanId = maker.begin({
    kind: 'turn',
    name: facts.name,
    key: facts.traceId,
    time: Number.NaN,
    parentSpanId: undefined,
    start,
    end: times.latest(talk, start),
  });
  out.fixed(TURN);
  // The whole trace says what its root does.
  const spoken = spokenIn(content, wordsOfStart(thread, turn), last?.read.parts.text);
  out.text(TRACE_INPUT, spoken.input);
  out.text(TRACE_OUTPUT, spoken.output);
  out.text(INPUT, spoken.input);
  out.text(OUTPUT, spoken.output);
  out.text(INPUT_MESSAGES, spoken.inputMessages);
  tellSurroundings(maker, thread, turn);
  out.end();
  return spanId;
}

const TURN = new FixedAttributes({
  'langfuse.observation.type': 'agent',
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.agent.name': 'Claude Code',
});
const TRACE_INPUT = new AttributeKey('langfuse.trace.input');
const TRACE_OUTPUT = new AttributeKey('langfuse.trace.output');

/** Where it happened: as private as the words are. */
function tellSurroundings({ content, out }: SpanMaker, { session }: Thread, turn: Turn): void {
  const entry = session.read(turn.start);
  if (!isUser(entry) && !isAssistant(entry)) return;
  const told = (value: unknown) => {
    const text = word(value);
    return text === undefined ? undefined : content.brief(text);
  };
  out.text(CWD, told(entry.cwd));
  out.text(GIT_BRANCH, told(entry.gitBranch));
  out.label(CLIENT_VERSION, content.label(word(entry.version)));
}

const CWD = new AttributeKey('langfuse.trace.metadata.cwd');
const GIT_BRANCH = new AttributeKey('langfuse.trace.metadata.git_branch');
const CLIENT_VERSION = new AttributeKey('langfuse.trace.metadata.client_version');
