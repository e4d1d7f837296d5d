import type { Agent } from '@unspool/session';
import { AttributeKey, FixedAttributes } from '../span/attribute-key.js';
import type { LooseAgent } from './forest.js';
import type { SpanMaker } from './maker.js';
import { INPUT, INPUT_MESSAGES, OUTPUT } from './observation-keys.js';
import { spokenIn } from './spoken.js';
import type { Started, Stretch } from './stretch.js';
import type { Thread } from './thread.js';
import { isTalk, lastReplyOf, wordsOfStart } from './thread-spans.js';
import { Times } from './times.js';

export interface AgentPlace extends Omit<Started, 'parentSpanId'> {
  parentSpanId: string | undefined;
  isHelper: boolean;
}

export function looseAgent({ agent, isHelper }: LooseAgent, parentSpanId: string | undefined): AgentPlace {
  return { agent, isHelper, parentSpanId, agentType: undefined };
}

/** The span of a sub-agent, and the stretch to be drawn under it: all that was said in it. */
export function addAgent(maker: SpanMaker, thread: Thread, place: AgentPlace): Stretch {
  const { agent } = place;
  const { turns, preamble } = thread.turns;
  const nodes = [...preamble, ...turns.flatMap((turn) => turn.nodes)].sort((a, b) => a.index - b.index);
  const times = new Times(nodes);
  const [first] = nodes;
  const start = first ? times.of(first) : 0;
  const talk = nodes.filter(isTalk);
  const last = lastReplyOf(thread, turns);
  const { content, out } = maker;
  const { agentId, agentType, description } = agent;
  const identity = identityOf(agent, thread);
  const spanId = maker.begin({
    kind: 'agent',
    name: agentType ?? place.agentType ?? 'sub-agent',
    key: identity.key,
    time: identity.time,
    parentSpanId: place.parentSpanId,
    start,
    end: times.latest(talk, start),
  });
  out.fixed(AGENT);
  out.label(AGENT_ID, content.label(agentId));
  out.label(AGENT_NAME, content.label(agentType ?? place.agentType));
  if (description !== undefined) out.text(DESCRIPTION, content.brief(description));
  out.label(METADATA_ID, content.label(agentId));
  if (place.isHelper) out.fixed(HELPER);
  const spoken = spokenIn(content, taskOf(agent, thread), last?.read.parts.text);
  out.text(INPUT, spoken.input);
  out.text(OUTPUT, spoken.output);
  out.text(INPUT_MESSAGES, spoken.inputMessages);
  out.end();
  return { thread, host: agent, turns, nodes, times, parentSpanId: spanId, last };
}

const AGENT = new FixedAttributes({
  'langfuse.observation.type': 'agent',
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.provider.name': 'anthropic',
});
const AGENT_ID = new AttributeKey('gen_ai.agent.id');
const AGENT_NAME = new AttributeKey('gen_ai.agent.name');
const DESCRIPTION = new AttributeKey('gen_ai.agent.description');
const METADATA_ID = new AttributeKey('langfuse.observation.metadata.agent_id');
const HELPER = new FixedAttributes({ 'langfuse.observation.metadata.is_helper': 'true' });

/** Copies of an agent's file keep its name and its times. */
function identityOf(agent: Agent, { session }: Thread): { key: string; time: number } {
  const first = session.nodes.find((node) => !Number.isNaN(node.time));
  return { key: agent.agentId, time: first?.time ?? Number.NaN };
}

/** What it was told to do: its first words, else those that its call gave it. */
function taskOf(agent: Agent, thread: Thread): string | undefined {
  const [first] = thread.turns.turns;
  return (first && wordsOfStart(thread, first)) ?? agent.prompt;
}
