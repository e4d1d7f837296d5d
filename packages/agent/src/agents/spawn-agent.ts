import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject, Usage } from '@unspool/session';
import type { LiveSession } from '../chat/live-session.js';
import { newReadFiles, Thread, type ThreadOptions } from '../chat/thread.js';
import { Conversation } from '../loop/conversation.js';
import { contextTokensOf } from '../loop/counting.js';
import type { AgentEvent, Listen } from '../loop/event.js';
import { modelNamed } from '../model/models.js';
import { patchLines } from '../record/cost-state.js';
import { Recorder } from '../record/recorder.js';
import type { Tool, ToolContext } from '../tools/tool.js';
import type { AgentOutcome, AgentTask } from './agent-tool.js';

/** What a sub-agent has from the one that asked for it. */
export interface Parent {
  live: LiveSession;
  depth: number;
  tell: Listen;
  /** The parts of a thread that do not depend on which agent it is. */
  base: Pick<ThreadOptions, 'world' | 'callModel' | 'counter' | 'preamble' | 'contextWindow' | 'maxRetries'>;
  model(): string;
  /** The tools that an agent of this depth may have, given those of its kind. */
  toolsFor(agent: ChildFacts): Tool[];
  threadParts(
    agent: ChildFacts,
    readFiles: ReturnType<typeof newReadFiles>,
  ): Pick<ThreadOptions, 'contextFor' | 'mayRun' | 'afterRun' | 'makeRoom' | 'beforeStop'>;
  environment(model: string): string;
  maxTurns: number;
}

export interface ChildFacts {
  agentId: string;
  depth: number;
  task: AgentTask;
  tell: Listen;
  model(): string;
}

/** Runs a sub-agent to its end: a conversation of its own, in a file of its own beside the session's. */
export async function spawnAgent(task: AgentTask, context: ToolContext, parent: Parent): Promise<AgentOutcome> {
  const { world } = parent.base;
  const agentId = `a${world.newUuid().replaceAll('-', '').slice(0, 16)}`;
  const model = task.model === undefined ? parent.model() : modelNamed(task.model);
  const depth = parent.depth + 1;
  const recorder = openRecorder(agentId, task, parent);
  writeMeta(recorder.file, task, context.toolUseId, depth);
  const tally = new Tally();
  const tell: Listen = (event) => {
    recorder.recorder.take(event);
    tally.take(event);
    parent.tell({ type: 'agent', agentId, toolUseId: context.toolUseId, event });
  };
  const facts: ChildFacts = { agentId, depth, task, tell, model: () => model };
  const conversation = new Conversation();
  const thread = new Thread({
    ...parent.base,
    ...parent.threadParts(facts, newReadFiles()),
    conversation,
    tell,
    model: () => model,
    tools: () => parent.toolsFor(facts),
    system: () => [task.definition.prompt, parent.environment(model)],
    maxTurns: parent.maxTurns,
    takeQueued: () => [],
  });
  const { definition, description, prompt } = task;
  parent.tell({
    type: 'agent_started',
    agentId,
    agentType: definition.name,
    description,
    prompt,
    toolUseId: context.toolUseId,
    depth,
  });
  tell({ type: 'prompt', kind: 'prompt', content: prompt });
  conversation.addUser(prompt);
  const finished = await thread.run(context.signal);
  recorder.recorder.close();
  const isError = finished.reason === 'api_error' || finished.reason === 'interrupted';
  const totals = {
    totalDurationMs: finished.durationMs,
    totalTokens: contextTokensOf(tally.usage),
    totalToolUseCount: tally.calls,
  };
  parent.tell({ type: 'agent_finished', agentId, toolUseId: context.toolUseId, ...totals, isError });
  return {
    agentId,
    text: finished.text,
    failure: isError ? (finished.failure?.message ?? finished.reason) : undefined,
    isInterrupted: finished.reason === 'interrupted',
    resolvedModel: model,
    ...totals,
    usage: tally.usage,
    toolStats: tally.stats(),
  };
}

function openRecorder(
  agentId: string,
  { definition }: AgentTask,
  { live }: Parent,
): { recorder: Recorder; file: string } {
  const file = join(dirname(live.file), live.sessionId, 'subagents', `agent-${agentId}.jsonl`);
  const options = { ...live.recorderOptions(), file, agentId, agentType: definition.name, isNew: true };
  return { recorder: new Recorder({ ...options, history: undefined }), file };
}

/** Links the file to the call it comes from. */
function writeMeta(file: string, { definition, description }: AgentTask, toolUseId: string, spawnDepth: number): void {
  const { name: agentType, isBuiltIn } = definition;
  const meta = { agentType, isBuiltIn, description, toolUseId, spawnDepth };
  writeFileSync(file.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta), { mode: 0o600 });
}

type ToolKind = 'readCount' | 'searchCount' | 'bashCount' | 'editFileCount' | 'otherToolCount';

/** Counts what an agent did, for the parent's result. */
class Tally {
  calls = 0;
  usage: Usage = {};
  private readonly byKind: Record<ToolKind, number> = {
    readCount: 0,
    searchCount: 0,
    bashCount: 0,
    editFileCount: 0,
    otherToolCount: 0,
  };
  private linesAdded = 0;
  private linesRemoved = 0;

  take(event: AgentEvent): void {
    if (event.type === 'reply') this.usage = event.reply.usage;
    if (event.type !== 'tool_finished') return;
    this.calls++;
    this.byKind[kindOf(event.call.name)]++;
    for (const line of patchLines(event.result.toolUseResult)) {
      if (line.startsWith('+')) this.linesAdded++;
      else if (line.startsWith('-')) this.linesRemoved++;
    }
  }

  stats(): JsonObject {
    const { otherToolCount, ...kinds } = this.byKind;
    return { ...kinds, linesAdded: this.linesAdded, linesRemoved: this.linesRemoved, otherToolCount };
  }
}

function kindOf(tool: string): ToolKind {
  if (tool === 'Read') return 'readCount';
  if (tool === 'Glob' || tool === 'Grep') return 'searchCount';
  if (tool === 'Bash') return 'bashCount';
  return tool === 'Edit' || tool === 'Write' ? 'editFileCount' : 'otherToolCount';
}
