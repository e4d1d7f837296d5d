import { join } from 'node:path';
import { startsAgent, toolNamed } from '@unspool/session/tools';
import { agentTool } from '../agents/agent-tool.js';
import type { AgentDefinition } from '../agents/definitions.js';
import { type ChildFacts, type Parent, startAgent } from '../agents/start-agent.js';
import { compact, isNearLimit } from '../compaction/compact.js';
import type { Hooks } from '../hooks/hooks.js';
import type { Counter } from '../loop/counting.js';
import type { Listen } from '../loop/event.js';
import type { TurnHost } from '../loop/run-turn.js';
import type { ReadFiles, Tool } from '../tools/tool.js';
import { callRules } from './call-rules.js';
import type { LiveSession } from './live-session.js';
import type { ChatOptions } from './options.js';
import type { Asker, PermissionGate } from './permission-gate.js';
import type { ProjectContext } from './project-context.js';
import { Thread, type ThreadOptions } from './thread.js';
import { toolContext } from './tool-context.js';

/** The parts shared by all threads of a chat. */
export interface ThreadParts {
  options: ChatOptions;
  counter: Counter;
  gate: PermissionGate;
  hooks: Hooks;
  context: ProjectContext;
  live: LiveSession;
  tell: Listen;
  model(): string;
  cwd(): string;
  setCwd(folder: string): void;
  readFiles: ReadFiles;
  signal(): AbortSignal;
  takeQueued: ThreadOptions['takeQueued'];
  agents(): AgentDefinition[];
}

const MAX_AGENT_DEPTH = 3;
const AGENT_MAX_TURNS = 200;

/** The thread the user talks to. All its sub-agents are threads built from the same parts. */
export function mainThread(parts: ThreadParts): Thread {
  const { options, live } = parts;
  return new Thread({
    ...shared(parts),
    ...around(parts, { tell: parts.tell, readFiles: parts.readFiles, model: parts.model, signal: parts.signal }),
    conversation: live.conversation,
    tell: parts.tell,
    model: parts.model,
    tools: () => toolsAt(parts, { depth: 0, tell: parts.tell, model: parts.model, isBackground: false }),
    system: () => parts.context.system(parts.model()),
    maxTurns: options.maxTurns ?? Number.POSITIVE_INFINITY,
    takeQueued: parts.takeQueued,
    beforeStop: stopHooks(parts.hooks, 'Stop', parts.signal),
  });
}

function shared({ options, counter, context }: ThreadParts): Parent['base'] {
  const { world, callModel, contextWindow, maxRetries, maxBudget } = options;
  return {
    world,
    callModel,
    counter,
    preamble: () => context.preambleParts(),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(maxBudget !== undefined && { maxBudget }),
  };
}

interface Whose {
  tell: Listen;
  readFiles: ReadFiles;
  model(): string;
  signal(): AbortSignal;
  asker?: Asker;
}

/** The hooks and rules that apply to a thread's calls and to the end of its turns. */
function around(
  parts: ThreadParts,
  whose: Whose,
): Pick<ThreadOptions, 'contextFor' | 'mayRun' | 'afterRun' | 'makeRoom'> {
  const { options, hooks, gate, context, live } = parts;
  const { world, callModel, cwd: projectDir, configDir } = options;
  const { tell: report, readFiles, model, signal, asker = {} } = whose;
  const planFile = join(configDir, 'plans', `${live.slug}.md`);
  const contextFor: ThreadOptions['contextFor'] = (call, callSignal, decision) =>
    toolContext(
      { ...parts, world, callModel, projectDir, planFile, tell: report, readFiles, model: model(), asker },
      call,
      callSignal,
      decision,
    );
  return {
    contextFor,
    ...callRules({ hooks, gate, context, signal, cwd: parts.cwd, contextFor, asker }),
    makeRoom: (thread, why) => makeRoom({ ...parts, tell: report, readFiles, signal }, thread, why),
  };
}

type Place = Pick<ChildFacts, 'depth' | 'tell' | 'model' | 'isBackground'>;

/** Agents can start agents of their own, up to a maximum depth. */
function toolsAt(parts: ThreadParts, at: Place): Tool[] {
  const { options } = parts;
  const names = options.toolNames;
  const tools = options.tools.filter((tool) => !names || names.includes(tool.name));
  if (at.depth >= MAX_AGENT_DEPTH || (names && !names.some(startsAgent))) return tools;
  const agents = agentTool({
    definitions: parts.agents,
    start: (task, call) => startAgent(task, call, parentAt(parts, at)),
    // Only the main conversation is notified when a task ends.
    tasks: at.depth === 0 ? options.tasks : undefined,
  });
  return [...tools, agents];
}

function parentAt(parts: ThreadParts, { depth, tell: report, model, isBackground }: Place): Parent {
  return {
    live: parts.live,
    depth,
    isBackground,
    tell: report,
    base: shared(parts),
    model,
    toolsFor: (child) => {
      const { tools: named } = child.task.definition;
      const tools = toolsAt(parts, child).filter(({ name }) => !toolNamed(name).asksUser);
      return named
        ? tools.filter(({ name, aliases }) => [name, ...(aliases ?? [])].some((each) => named.includes(each)))
        : tools;
    },
    threadParts: ({ tell: reportToParent, model: childModel, agentId, isBackground: isBehind, signal }, readFiles) => ({
      ...around(parts, {
        tell: reportToParent,
        readFiles,
        model: childModel,
        signal: () => signal,
        asker: { agentId, ...(isBehind && { isBackground: true }) },
      }),
      beforeStop: stopHooks(parts.hooks, 'SubagentStop', () => signal),
    }),
    environment: (name) => parts.context.system(name)[1] ?? '',
    maxTurns: AGENT_MAX_TURNS,
  };
}

/** A hook that blocks the end of a turn gives the model a reason to continue. */
function stopHooks(hooks: Hooks, event: 'Stop' | 'SubagentStop', signal: () => AbortSignal): TurnHost['beforeStop'] {
  return async ({ text, isKept }) => {
    if (!hooks.has(event)) return undefined;
    const details = { stop_hook_active: isKept, last_assistant_message: text };
    const answer = await hooks.run(event, details, signal());
    if (answer.stop !== undefined) return { stop: true };
    return answer.block === undefined ? undefined : { continueWith: `${event} hook feedback: ${answer.block}` };
  };
}

async function makeRoom(
  { hooks, live, signal, readFiles, tell: report }: ThreadParts,
  thread: Thread,
  why: 'near_limit' | 'refused',
): ReturnType<TurnHost['makeRoom']> {
  const { conversation } = thread.options;
  const last = conversation.messages.at(-1);
  const news = last?.role === 'user' ? JSON.stringify(last.content).length / 4 : 0;
  if (why === 'near_limit' && !isNearLimit(thread.contextTokens + news, thread.contextWindow)) return 'nothing';
  if (conversation.messages.length < 2) return 'nothing';
  if (hooks.has('PreCompact')) {
    const details = { trigger: 'auto', custom_instructions: '' };
    const answer = await hooks.run('PreCompact', details, signal(), 'auto');
    if (answer.block !== undefined || answer.stop !== undefined) return 'nothing';
  }
  const compacted = await compact(thread, { trigger: 'auto', instructions: '', file: live.file, signal: signal() });
  if (compacted.kind === 'done') {
    for (const path of readFiles.paths()) readFiles.delete(path);
    return 'done';
  }
  const reason = compacted.kind === 'failed' ? compacted.why : 'interrupted';
  report({ type: 'notice', level: 'warning', message: `Cannot compact the conversation: ${reason}` });
  return 'failed';
}
