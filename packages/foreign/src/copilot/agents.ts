import type { JsonObject } from '@unspool/session';
import type { Output, SubAgentHead } from '../contract/output.js';
import type { Surroundings, Thread } from '../contract/thread.js';
import { textIn } from '../read/values.js';

/** The conversations in one log: the session and its sub-agents. */
export class Conversations {
  private main: Thread | undefined;
  private readonly subAgents = new Map<string, Thread>();
  /** Maps calls to the sub-agents they started, for events that name only the call. */
  private readonly byCall = new Map<string, string>();
  /** Maps calls to the sub-agent that made them, or to undefined for the session. */
  private readonly callers = new Map<string, string | undefined>();
  private facts: Partial<Surroundings> = {};

  constructor(
    private readonly output: Output,
    public id: string,
    public cwd: string | undefined,
  ) {}

  /** Applies to all conversations from now on. */
  at(facts: Partial<Surroundings>): void {
    this.facts = { ...this.facts, ...facts };
    this.cwd = facts.cwd ?? this.cwd;
    for (const thread of [this.main, ...this.subAgents.values()]) thread?.at(facts);
  }

  session(): Thread {
    this.main ??= this.begun(this.output.session({ id: this.id, cwd: this.cwd }));
    return this.main;
  }

  /** The conversation that an event belongs to. */
  of(event: JsonObject, data: JsonObject): Thread {
    const agent = this.agentOf(event, data);
    return agent === undefined ? this.session() : (this.subAgents.get(agent) ?? this.start(agent, {}));
  }

  agentOf(event: JsonObject, data: JsonObject): string | undefined {
    const agent = textIn(event, 'agentId');
    const call = textIn(data, 'parentToolCallId');
    return agent ?? (call === undefined ? undefined : (this.byCall.get(call) ?? call));
  }

  called(call: string, event: JsonObject, data: JsonObject): void {
    this.callers.set(call, this.agentOf(event, data));
  }

  /** The sub-agent that a call started. */
  startedBy(call: string): string | undefined {
    return this.byCall.get(call);
  }

  started(event: JsonObject, data: JsonObject): void {
    const call = textIn(data, 'toolCallId');
    const agent = textIn(event, 'agentId') ?? call;
    if (agent === undefined || this.subAgents.has(agent)) return;
    if (call !== undefined) this.byCall.set(call, agent);
    this.start(agent, data);
  }

  private start(id: string, data: JsonObject): Thread {
    const toolUseId = textIn(data, 'toolCallId');
    const parent = (toolUseId === undefined ? undefined : this.callers.get(toolUseId)) ?? this.id;
    const type = textIn(data, 'agentType') ?? textIn(data, 'agentName');
    const description = textIn(data, 'agentDescription');
    const head: SubAgentHead = {
      id,
      parent: parent === id ? this.id : parent,
      cwd: this.cwd,
      ...(toolUseId !== undefined && { toolUseId }),
      ...(type !== undefined && { type }),
      ...(description !== undefined && { description }),
    };
    const thread = this.begun(this.output.subAgent(head));
    this.subAgents.set(id, thread);
    return thread;
  }

  private begun(thread: Thread): Thread {
    thread.at(this.facts);
    return thread;
  }
}
