import { existsSync } from 'node:fs';
import { type Block, textOf } from '@unspool/session';
import { DEFAULT_MODEL, modelNamed } from '@unspool/session/models';
import type { AgentDefinition } from '../agents/definitions.js';
import { slashCommands } from '../commands/slash-commands.js';
import { compactByHand } from '../compaction/compact-by-hand.js';
import type { Hooks } from '../hooks/hooks.js';
import { hooksOf } from '../hooks/hooks-of.js';
import { Counter } from '../loop/counting.js';
import type { AgentEvent, Listen, PermissionAnswer, SessionStarted, Totals, TurnFinished } from '../loop/event.js';
import type { Queued } from '../loop/run-turn.js';
import type { ServerState } from '../mcp/server-state.js';
import type { PermissionMode } from '../permissions/decide.js';
import type { Opened } from '../sessions/open-start.js';
import { rewindPoints } from '../sessions/rewind.js';
import { rewindTo } from '../sessions/rewind-chat.js';
import type { Chat, Driven, RewindPoint, SlashCommand } from './chat.js';
import { agentKinds, contextOf, gateOf, hookFacts, startedEvent } from './chat-parts.js';
import { historyOf } from './history.js';
import { LiveSession } from './live-session.js';
import { mainThread } from './main-thread.js';
import { markUnwritten } from './mark-unwritten.js';
import type { ChatOptions } from './options.js';
import type { PermissionGate } from './permission-gate.js';
import { prepareQueued } from './prepare-queued.js';
import type { ProjectContext } from './project-context.js';
import type { PromptHost } from './prompt-host.js';
import { PromptQueue, type Waiting } from './prompt-queue.js';
import { newStop } from './stop.js';
import { takeNotification, takePrompt } from './take-prompt.js';
import { reportTasks, settle } from './task-notifications.js';
import { newReadFiles, type Thread } from './thread.js';

/** Starts or continues a conversation. Sends nothing to the model and creates no file before the first prompt. */
export function startChat(options: ChatOptions): Chat {
  return new ChatSession(options);
}

class ChatSession implements Chat, PromptHost {
  readonly gate: PermissionGate;
  readonly hooks: Hooks;
  readonly context: ProjectContext;
  live: LiveSession;
  thread: Thread;
  source: SessionStarted['source'];
  isWorking = false;
  /** True while a local command runs. Unlike a prompt, it may rewind the conversation. */
  isRunningCommand = false;
  private modelName: string;
  private cwd: string;
  private controller = newStop();
  private readonly counter: Counter;
  private readonly readFiles = newReadFiles();
  private readonly queue: PromptQueue;
  private readonly listeners = new Set<Listen>();
  private readonly joined: Waiting[] = [];
  /** Kinds of agents supplied by the program that drives us. */
  private readonly agents: AgentDefinition[] = [];
  /** The error that kept lines of this turn from being written. */
  unwritten: string | undefined;
  private readonly stopTaskReports: (() => void) | undefined;

  constructor(readonly options: ChatOptions) {
    const { start } = options;
    this.cwd = options.cwd;
    this.counter = new Counter(options.priceOf);
    this.queue = new PromptQueue(this.tell);
    const opened = start.kind === 'continue' ? start.opened : undefined;
    this.source = start.kind === 'new' ? 'startup' : start.isFork ? 'fork' : 'resume';
    this.modelName = modelNamed(options.model ?? opened?.model ?? DEFAULT_MODEL);
    const ownFolders = () => [this.live.resultsFolder, ...(options.tasks?.folders ?? [])];
    this.gate = gateOf(options, { cwd: () => this.cwd, tell: this.tell, ownFolders });
    this.hooks = hooksOf(options, this.tell, () => hookFacts(this, this.cwd));
    this.context = contextOf(options);
    const notify = (words: string) => this.queueNotification(words);
    this.stopTaskReports = reportTasks(options.tasks, { sessionId: () => this.sessionId, tell: this.tell, notify });
    this.live = opened ? this.continued(opened) : this.fresh(start.kind === 'new' ? start.sessionId : undefined);
    this.thread = this.newThread();
  }

  get sessionId(): string {
    return this.live.sessionId;
  }

  get file(): string {
    return this.live.file;
  }

  get model(): string {
    return this.modelName;
  }

  get permissionMode(): PermissionMode {
    return this.gate.mode;
  }

  get totals(): Totals {
    return this.counter.totals;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Writes to the file first: an event that listeners see is already on disk. */
  readonly tell: Listen = (event) => {
    this.write(() => this.live.record(event));
    for (const listener of this.listeners) listener(event);
  };

  listen(listener: Listen): () => void {
    this.listeners.add(listener);
    listener(this.started());
    return () => this.listeners.delete(listener);
  }

  history(): AgentEvent[] {
    return historyOf(this.live.conversation.messages);
  }

  send(prompt: string | Block[]): Promise<TurnFinished | undefined> {
    return new Promise((done) => {
      // In print mode the client queues every prompt; at a terminal, only prompts that have to wait.
      if (this.isWorking || this.options.entrypoint === 'sdk-cli') {
        this.queue.add({ prompt, done });
        if (!this.isWorking) this.work(this.queue.take());
      } else this.work({ prompt, done });
    });
  }

  takeBackQueue(): string[] {
    return this.queue.takeBack();
  }

  interrupt(): void {
    this.controller.abort();
  }

  answer(id: string, answer: PermissionAnswer): void {
    this.gate.answer(id, answer);
  }

  setModel(name: string): void {
    const model = modelNamed(name);
    // Thinking is signed for the model that produced it.
    if (model !== this.modelName) this.live.conversation.dropThinking();
    this.modelName = model;
  }

  setPermissionMode(mode: PermissionMode): void {
    this.gate.setMode(mode);
  }

  configure(given: Driven): void {
    this.context.setPrompts(given);
    this.agents.push(...(given.agents ?? []));
    this.hooks.add(given.hooks ?? []);
  }

  stopTask(id: string): void {
    this.options.tasks?.stop(id);
  }

  commands(): SlashCommand[] {
    return slashCommands(this.options.configDir, this.options.cwd);
  }

  servers(): readonly ServerState[] {
    return this.options.servers?.() ?? [];
  }

  tools(): string[] {
    return this.thread.options.tools().map(({ name }) => name);
  }

  rewindPoints(): RewindPoint[] {
    return this.live.hasFile && existsSync(this.file) ? rewindPoints(this.file) : [];
  }

  rewind(promptUuid: string, what: 'conversation' | 'files' | 'both'): string {
    if (this.isWorking && !this.isRunningCommand)
      throw new Error('Wait for the turn to finish, or press Esc to stop it.');
    const { said: message, opened } = rewindTo(this.file, promptUuid, what, this.options);
    if (opened) {
      const { isBegun } = this.live;
      this.continueWith(opened);
      // It is the same session: its SessionStart hooks have run.
      this.live.isBegun = isBegun;
    }
    return message;
  }

  settle(commandsMs: number): Promise<void> {
    return settle({ tasks: this.options.tasks, world: this.options.world, loop: () => this.working }, commandsMs);
  }

  async close(): Promise<void> {
    this.stopTaskReports?.();
    this.interrupt();
    this.options.tasks?.stopAll();
    if (this.hooks.has('SessionEnd')) {
      await this.hooks.run('SessionEnd', { reason: 'other' }, AbortSignal.timeout(5000));
    }
    this.write(() => this.live.close());
  }

  /** The next prompt starts a new session. */
  clear(): void {
    this.source = 'clear';
    this.switchTo(this.fresh(undefined));
  }

  continueWith(opened: Opened): void {
    this.source = 'resume';
    this.switchTo(this.continued(opened));
  }

  async compact(instructions: string): Promise<string> {
    await this.context.load();
    return compactByHand(instructions, this);
  }

  private working: Promise<void> = Promise.resolve();

  private work(first: Waiting | undefined): void {
    this.isWorking = true;
    this.working = this.takeAll(first);
  }

  private async takeAll(first: Waiting | undefined): Promise<void> {
    for (let next = first; next; next = this.queue.take()) {
      this.controller = newStop();
      this.unwritten = undefined;
      const taken = next.isNotification ? takeNotification(textOf(next.prompt), this) : takePrompt(next.prompt, this);
      const turn = markUnwritten(await taken, this.unwritten);
      if (next.isNotification) this.tell({ type: 'notified_turn', turn });
      for (const { done } of [next, ...this.joined.splice(0)]) done(turn);
    }
    this.isWorking = false;
  }

  /** Prompts that join the running turn. */
  private takeQueued(): Promise<Queued[]> {
    const taken = this.queue.takeJoining(this.options.entrypoint);
    this.joined.push(...taken);
    return prepareQueued(taken, this);
  }

  private queueNotification(prompt: string): void {
    this.queue.add({ prompt, isNotification: true, done: () => {} });
    if (!this.isWorking) this.work(this.queue.take());
  }

  /** Without its file the conversation would be lost, so stop and report it. */
  private write(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.unwritten !== undefined) return;
      const why = error instanceof Error ? error.message : String(error);
      const message = `Stopped: cannot write the session file ${this.file}: ${why}`;
      this.unwritten = message;
      for (const listener of this.listeners) listener({ type: 'notice', level: 'error', message });
      this.interrupt();
    }
  }

  private switchTo(live: LiveSession): void {
    // Their files belong to the session we are leaving.
    this.options.tasks?.stopAll('local_agent');
    this.write(() => this.live.close(live));
    this.live = live;
    for (const path of this.readFiles.paths()) this.readFiles.delete(path);
    this.thread = this.newThread();
    this.tell(this.started());
  }

  private fresh(sessionId: string | undefined): LiveSession {
    return LiveSession.fresh(this.liveOptions(), sessionId ?? this.options.world.newUuid());
  }

  private continued(opened: Opened): LiveSession {
    const live = LiveSession.continued(this.liveOptions(), opened);
    if (opened.model !== undefined && opened.model !== this.modelName) live.conversation.dropThinking();
    return live;
  }

  private liveOptions() {
    const { world, configDir, cwd: projectDir, entrypoint, lockFolder } = this.options;
    const now = { cwd: () => this.cwd, permissionMode: () => this.gate.mode };
    return { world, configDir, projectDir, entrypoint, lockFolder, counter: this.counter, ...now };
  }

  private newThread(): Thread {
    const thread = mainThread({
      options: this.options,
      counter: this.counter,
      gate: this.gate,
      hooks: this.hooks,
      context: this.context,
      live: this.live,
      tell: this.tell,
      model: () => this.modelName,
      cwd: () => this.cwd,
      setCwd: (folder) => {
        this.cwd = folder;
      },
      readFiles: this.readFiles,
      signal: () => this.signal,
      takeQueued: () => this.takeQueued(),
      agents: () => agentKinds(this.options, this.agents),
    });
    thread.contextTokens = this.live.contextTokens;
    return thread;
  }

  private started(): SessionStarted {
    return startedEvent(this, agentKinds(this.options, this.agents));
  }
}
