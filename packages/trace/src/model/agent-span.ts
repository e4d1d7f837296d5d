import type { Agent } from '@unspool/session';
import type { LooseAgent } from './forest.js';
import type { SpanMaker } from './maker.js';
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

/** Adds the span of a sub-agent. Returns the stretch whose spans go under it: the sub-agent's whole conversation. */
export function addAgent(maker: SpanMaker, thread: Thread, place: AgentPlace): Stretch {
  const { agent } = place;
  const { turns, preamble } = thread.turns;
  const nodes = [...preamble, ...turns.flatMap((turn) => turn.nodes)].sort((a, b) => a.index - b.index);
  const times = new Times(nodes);
  const [first] = nodes;
  const start = first ? times.of(first) : 0;
  const talk = nodes.filter(isTalk);
  const last = lastReplyOf(thread, turns);
  const { content } = maker;
  const agentType = agent.agentType ?? place.agentType;
  const agentId = content.label(agent.agentId);
  const spoken = spokenIn(content, taskOf(agent, thread), last?.read.parts.text);
  const spanId = maker.add({
    kind: 'agent',
    name: agentType ?? 'sub-agent',
    ...identityOf(agent, thread),
    parentSpanId: place.parentSpanId,
    start,
    end: times.latest(talk, start),
    attributes: {
      'langfuse.observation.type': 'agent',
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.agent.id': agentId,
      'gen_ai.agent.name': content.label(agentType),
      'gen_ai.agent.description': content.brief(agent.description),
      'langfuse.observation.metadata.agent_id': agentId,
      'langfuse.observation.metadata.is_helper': place.isHelper ? 'true' : undefined,
      'langfuse.observation.input': spoken.input,
      'langfuse.observation.output': spoken.output,
      'gen_ai.input.messages': spoken.inputMessages,
    },
  });
  return { thread, host: agent, turns, nodes, times, parentSpanId: spanId, last };
}

/** The same in every copy of an agent's file: copies keep its name and its times. */
function identityOf(agent: Agent, { session }: Thread): { key: string; time: number } {
  const first = session.nodes.find((node) => !Number.isNaN(node.time));
  return { key: agent.agentId, time: first?.time ?? Number.NaN };
}

/** The task: the first prompt in its file, else the prompt of the call that started it. */
function taskOf(agent: Agent, thread: Thread): string | undefined {
  const [first] = thread.turns.turns;
  return (first && wordsOfStart(thread, first)) ?? agent.prompt;
}
