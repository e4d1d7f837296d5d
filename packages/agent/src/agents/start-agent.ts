import { setMaxListeners } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type JsonObject, textOf } from '@unspool/session';
import { modelNamed } from '@unspool/session/models';
import type { Usage } from '@unspool/session/read';
import { type ToolFamily, toolNamed } from '@unspool/session/tools';
import type { LiveSession } from '../chat/live-session.js';
import { newReadFiles, Thread, type ThreadOptions } from '../chat/thread.js';
import { Conversation } from '../loop/conversation.js';
import { contextTokensOf } from '../loop/counting.js';
import type { AgentEvent, Listen, TurnFinished } from '../loop/event.js';
import { patchLines } from '../record/cost-state.js';
import { Recorder } from '../record/recorder.js';
import type { Tool, ToolContext } from '../tools/tool.js';
import type { AgentOutcome, AgentTask, RunningAgent } from './running-agent.js';

/** What a sub-agent inherits from the conversation that started it. */
export interface Parent {
  live: LiveSession;
  depth: number;
  isBackground: boolean;
  tell: Listen;
  /** The parts of a thread that are the same for every agent. */
  base: Pick<
    ThreadOptions,
    'world' | 'callModel' | 'counter' | 'preamble' | 'contextWindow' | 'maxRetries' | 'maxBudget'
  >;
  model(): string;
  /** The tools that an agent at this depth may use, given the tools that its kind allows. */
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
  signal: AbortSignal;
  /** Whether this agent or one of its ancestors runs in the background. */
  isBackground: boolean;
}

/** Starts a sub-agent: a separate conversation, in its own file beside the session's. */
export function startAgent(
  task: AgentTask,
  { toolUseId, signal: stopped }: Pick<ToolContext, 'toolUseId' | 'signal'>,
  parent: Parent,
): RunningAgent {
  const { world } = parent.base;
  const agentId = `a${world.newUuid().replaceAll('-', '').slice(0, 16)}`;
  const resolvedModel = task.model === undefined ? parent.model() : modelNamed(task.model);
  const depth = parent.depth + 1;
  const { recorder, file } = openRecorder(agentId, task, parent);
  writeMeta(file, task, toolUseId, depth);
  const tally = new Tally();
  const unwritten = new AbortController();
  const signal = AbortSignal.any([stopped, unwritten.signal]);
  setMaxListeners(0, signal);
  const report: Listen = (event) => {
    write(() => recorder.take(event), file, unwritten);
    tally.take(event);
    parent.tell({ type: 'agent', agentId, toolUseId, event });
  };
  const model = () => resolvedModel;
  const isBackground = task.isBackground || parent.isBackground;
  const thread = threadOf({ agentId, depth, task, tell: report, model, signal, isBackground }, parent);
  const { definition, description, prompt } = task;
  const started = { agentId, agentType: definition.name, description, prompt, toolUseId, depth };
  parent.tell({ type: 'agent_started', ...started, isBackground: task.isBackground });
  report({ type: 'prompt', kind: 'prompt', content: prompt });
  thread.options.conversation.addUser(prompt);
  const ended = thread.run(signal).then((finished) => {
    write(() => recorder.close(), file, unwritten);
    const outcome = outcomeOf(finished, tally, unwritten.signal.reason);
    const { totalDurationMs, totalTokens, totalToolUseCount } = outcome;
    const isError = outcome.failure !== undefined;
    const totals = { totalDurationMs, totalTokens, totalToolUseCount, isError };
    parent.tell({ type: 'agent_finished', agentId, toolUseId, ...totals });
    return outcome;
  });
  return { agentId, file, resolvedModel, ended, lastWords: () => tally.words };
}

/** Without its file the agent's work would be lost, so stop it and report why. */
function write(work: () => void, file: string, unwritten: AbortController): void {
  try {
    work();
  } catch (error) {
    unwritten.abort(`cannot write its file ${file}: ${(error as Error).message}`);
  }
}

function threadOf(facts: ChildFacts, parent: Parent): Thread {
  const { task, tell: report, model } = facts;
  return new Thread({
    ...parent.base,
    ...parent.threadParts(facts, newReadFiles()),
    conversation: new Conversation(),
    tell: report,
    model,
    tools: () => parent.toolsFor(facts),
    system: () => [task.definition.prompt, parent.environment(model())],
    maxTurns: parent.maxTurns,
    takeQueued: async () => [],
  });
}

function outcomeOf(
  { reason, failure, text, durationMs }: TurnFinished,
  tally: Tally,
  unwritten: string | undefined,
): AgentOutcome {
  const isError = failure !== undefined || reason === 'interrupted' || unwritten !== undefined;
  return {
    text,
    failure: isError ? (unwritten ?? failure?.message ?? reason) : undefined,
    isInterrupted: reason === 'interrupted' && unwritten === undefined,
    totalDurationMs: durationMs,
    totalTokens: contextTokensOf(tally.usage),
    totalToolUseCount: tally.calls,
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

/** Links the file to the call that started the agent. */
function writeMeta(file: string, { definition, description }: AgentTask, toolUseId: string, spawnDepth: number): void {
  const { name: agentType, isBuiltIn } = definition;
  const meta = { agentType, isBuiltIn, description, toolUseId, spawnDepth };
  writeFileSync(file.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta), { mode: 0o600 });
}

type ToolKind = 'readCount' | 'searchCount' | 'bashCount' | 'editFileCount' | 'otherToolCount';

/** Counts the agent's calls and tokens for its result. */
class Tally {
  calls = 0;
  words = '';
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
    if (event.type === 'reply') {
      this.usage = event.reply.usage;
      this.words = textOf(event.reply.blocks.map(({ block }) => block)) || this.words;
    }
    if (event.type !== 'tool_finished') return;
    this.calls++;
    this.byKind[KINDS[toolNamed(event.call.name).family] ?? 'otherToolCount']++;
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

const KINDS: { readonly [family in ToolFamily]?: ToolKind } = {
  read: 'readCount',
  search: 'searchCount',
  shell: 'bashCount',
  edit: 'editFileCount',
};
