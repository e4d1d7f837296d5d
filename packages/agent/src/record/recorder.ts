import { type Block, type JsonObject, textOf } from '@unspool/session';
import type { ToolUseBlock } from '@unspool/session/read';
import type {
  AgentEvent,
  ApiErrorSeen,
  AttachmentGiven,
  CompactionFinished,
  PromptGiven,
  ToolFinished,
  ToolProgressed,
} from '../loop/event.js';
import { resultBlock } from '../loop/run-calls.js';
import type { PermissionMode } from '../permissions/decide.js';
import { Chain, type ChainPlace } from './chain.js';
import type { FileHistory } from './file-history.js';
import { type ReplyContext, writeFailure, writeReply, writeRetry, writeSynthetic } from './reply-lines.js';

export interface RecorderOptions extends ChainPlace {
  permissionMode(): PermissionMode;
  /** Undefined for a sub-agent's file. */
  history: FileHistory | undefined;
  /** A sub-agent's kind. */
  agentType?: string;
  /** Prompts already in the file. */
  turns?: number;
  /** Read after each turn, for the client's record of costs. */
  costState?(): JsonObject;
}

const PROGRESS_EVERY_MS = 1000;

/** Writes events as lines of the session file, each before the loop continues. */
export class Recorder {
  readonly chain: Chain;
  private readonly context: ReplyContext;
  private readonly lineOfCall = new Map<string, string>();
  private readonly lastProgress = new Map<string, number>();
  /** Background agents. Their events may arrive at any time, so they are written only to their own files. */
  private readonly background = new Set<string>();
  private promptId: string;
  private lastPrompt = '';
  private turns: number;

  constructor(private readonly options: RecorderOptions) {
    this.chain = new Chain(options);
    this.context = { agentId: options.agentId, agentType: options.agentType, newUuid: options.newUuid };
    this.promptId = options.newUuid();
    this.turns = options.turns ?? 0;
  }

  /** Throws if the file cannot be written. */
  take(event: AgentEvent): void {
    switch (event.type) {
      case 'prompt':
        this.addPrompt(event);
        break;
      case 'attachment':
        this.addAttachment(event);
        break;
      case 'reply':
        for (const [call, line] of writeReply(this.chain, event.reply, this.context)) this.lineOfCall.set(call, line);
        break;
      case 'api_error':
        this.addApiError(event);
        break;
      case 'tool_progress':
        this.addProgress(event);
        break;
      case 'tool_finished':
        this.addResult(event);
        break;
      case 'queue':
        this.addQueue(event.operation, event.content);
        break;
      case 'compaction':
        this.addCompaction(event);
        break;
      case 'hook':
        if (event.state === 'started') this.addHook(event.hookEvent, event.hookName, event.command, event.toolUseId);
        break;
      case 'agent_started':
        if (event.isBackground) this.background.add(event.agentId);
        break;
      case 'agent':
        this.addAgentEvent(event.agentId, event.toolUseId, event.event);
        break;
      case 'mode':
        this.addAside({ type: 'permission-mode', permissionMode: event.permissionMode });
        break;
      case 'turn_finished':
        this.endTurn(event.durationMs);
        break;
    }
  }

  /** Adds what a resumed file lacks: a reply before the prompt, or results of calls after an abrupt end. */
  addMissing(results: Block[], words: string | undefined): void {
    if (results.length > 0) this.addUserLine(results);
    if (words !== undefined) writeSynthetic(this.chain, words, this.context);
  }

  lineOf(call: ToolUseBlock): string | undefined {
    return this.lineOfCall.get(call.id);
  }

  close(): void {
    this.chain.close();
  }

  private addPrompt({ content, kind, typed }: PromptGiven): void {
    if (kind === 'meta') this.addUserLine(content, { isMeta: true, turnCompanion: true });
    else if (kind === 'notification') this.addNotification(content);
    else if (kind === 'interruption' || kind === 'output' || this.options.agentId !== undefined)
      this.addUserLine(content);
    else this.addTurn(content, typed);
  }

  private addTurn(content: string | Block[], typed: string | undefined): void {
    const uuid = this.options.newUuid();
    this.promptId = this.options.newUuid();
    this.turns++;
    this.lastPrompt = typed ?? textOf(content);
    const isTyped = this.options.entrypoint === 'cli';
    this.addUserLine(
      content,
      {},
      {
        permissionMode: this.options.permissionMode(),
        ...(isTyped && { origin: { kind: 'human' } }),
        promptSource: isTyped ? 'typed' : 'sdk',
        turnOrigin: isTyped ? 'human' : 'sdk',
        turnPosition: { promptIndex: isTyped ? this.turns : 0, turnIndex: this.turns },
      },
      uuid,
    );
    // Not before the prompt: a file must begin with a line that can be resumed.
    this.options.history?.snapshot(uuid, (line) => this.chain.addAside(line));
    this.addLastPrompt();
  }

  private addNotification(content: string | Block[]): void {
    this.turns++;
    const source = { promptSource: 'system', turnOrigin: 'task_notification' };
    const turnPosition = { promptIndex: 0, turnIndex: this.turns };
    const origin = { kind: 'task-notification', producer: 'session-task' };
    const permissionMode = this.options.permissionMode();
    this.addUserLine(content, {}, { permissionMode, origin, ...source, turnPosition, queueSkipAttachments: true });
  }

  private addAttachment({ attachment, rendered }: AttachmentGiven): void {
    const words = rendered.map((content) => ({ content }));
    this.chain.add(
      { attachment, type: 'attachment' },
      words.length === 0 ? {} : { rendered: words, renderedRole: 'user' },
    );
  }

  /** The content is an array, which every client version reads. */
  private addUserLine(content: string | Block[], flags: JsonObject = {}, tail: JsonObject = {}, uuid?: string): string {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const { agentId } = this.options;
    return this.chain.add(
      {
        promptId: this.promptId,
        ...(agentId !== undefined && { agentId }),
        type: 'user',
        message: { role: 'user', content: blocks },
        ...flags,
      },
      tail,
      uuid === undefined ? {} : { uuid },
    );
  }

  private addResult({ call, result, decision, notRun }: ToolFinished): void {
    const source = this.lineOfCall.get(call.id);
    const isSub = this.options.agentId !== undefined;
    const isRejected = notRun === 'rejected' || notRun === 'interrupted';
    this.addUserLine(
      [resultBlock(call, result)],
      {},
      {
        ...(!isSub && result.toolUseResult !== undefined && { toolUseResult: result.toolUseResult }),
        ...(isRejected && { toolDenialKind: 'user-rejected' }),
        ...result.lineFields,
        ...(source !== undefined && { sourceToolAssistantUUID: source }),
        ...(decision && !notRun && { permissionDecision: decisionOf(decision) }),
      },
    );
    this.lastProgress.delete(call.id);
  }

  private addApiError({ failure, retry }: ApiErrorSeen): void {
    if (retry) {
      const { inMs, attempt, maxRetries } = retry;
      writeRetry(this.chain, failure, { retryInMs: inMs, retryAttempt: attempt, maxRetries });
    } else writeFailure(this.chain, failure, this.context);
  }

  /** Writes at most one line a second, since a command's progress arrives more often. */
  private addProgress({ call, progress }: ToolProgressed): void {
    const now = this.options.now();
    if (now - (this.lastProgress.get(call.id) ?? 0) < PROGRESS_EVERY_MS) return;
    this.lastProgress.set(call.id, now);
    this.addProgressLine(progress.data, progress.toolUseID ?? call.id, call.id);
  }

  private addProgressLine(data: JsonObject, toolUseID: string, parentToolUseID: string): void {
    const { agentId } = this.options;
    this.chain.add({
      ...(agentId !== undefined && { agentId }),
      type: 'progress',
      data,
      toolUseID,
      parentToolUseID,
    });
  }

  private addHook(hookEvent: string, hookName: string, command: string, toolUseId: string | undefined): void {
    const id = toolUseId ?? this.options.newUuid();
    this.addProgressLine({ type: 'hook_progress', hookEvent, hookName, command }, id, id);
  }

  /** Writes a sub-agent's messages, so that its work survives the loss of its own file. */
  private addAgentEvent(agentId: string, toolUseId: string, event: AgentEvent): void {
    if (this.background.has(agentId)) return;
    for (const message of agentMessages(event)) {
      const recorded = { ...message, uuid: this.options.newUuid(), timestamp: this.chain.timestamp() };
      const data = { message: recorded, normalizedMessages: [], type: 'agent_progress', agentId };
      this.addProgressLine(data, `agent_${this.options.newUuid()}`, toolUseId);
    }
  }

  private addQueue(operation: string, content: string | undefined): void {
    const { sessionId } = this.options;
    const timestamp = this.chain.timestamp();
    const words = operation === 'enqueue' && content !== undefined ? { content } : {};
    this.chain.addAside({ type: 'queue-operation', operation, timestamp, sessionId, ...words });
  }

  /** Begins a new root: earlier lines are no longer sent. */
  private addCompaction({ trigger, preTokens, postTokens, durationMs, summary }: CompactionFinished): void {
    const compactMetadata = { trigger, preTokens, durationMs, postTokens };
    const head = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', isMeta: false };
    this.chain.add(head, { level: 'info', compactMetadata }, { startsOver: true });
    this.addUserLine(summary, { isVisibleInTranscriptOnly: true, isCompactSummary: true });
  }

  private endTurn(durationMs: number): void {
    if (this.options.agentId !== undefined) return;
    this.chain.add({ type: 'system', subtype: 'turn_duration', durationMs }, { isMeta: false });
    this.addLastPrompt();
    const costs = this.options.costState?.();
    const { sessionId } = this.options;
    if (costs) this.chain.addAside({ type: 'cost-state', sessionId, ...costs });
  }

  /** Records our last line as the leaf. Otherwise the leaf that another branch recorded would win. */
  private addLastPrompt(): void {
    const { sessionId } = this.options;
    const leafUuid = this.chain.leafUuid;
    this.chain.addAside({ type: 'last-prompt', lastPrompt: this.lastPrompt.slice(0, 200), leafUuid, sessionId });
  }

  private addAside(entry: JsonObject): void {
    this.chain.addAside({ ...entry, sessionId: this.options.sessionId });
  }
}

function decisionOf({ behavior, reasonType }: NonNullable<ToolFinished['decision']>): JsonObject {
  const source = behavior === 'ask' ? 'user' : reasonType === 'hook' ? 'hook' : 'config';
  return { decision: 'accept', source, reasonType };
}

function agentMessages(event: AgentEvent): JsonObject[] {
  if (event.type === 'reply') {
    const { reply } = event;
    const { id, model, stop_reason, usage, requestId } = reply;
    const content = reply.blocks.map(({ block }) => block);
    const message = { id, type: 'message', role: 'assistant', model, content, stop_reason, usage };
    return [{ type: 'assistant', ...(requestId !== undefined && { requestId }), message }];
  }
  if (event.type === 'tool_finished') {
    return [{ type: 'user', message: { role: 'user', content: [resultBlock(event.call, event.result)] } }];
  }
  return [];
}
