import { type Block, isToolUse } from '@unspool/session';
import type { Usage } from '@unspool/session/read';
import type { ApiFailure } from './api-failure.js';
import { ownCallId, sendableName } from './call-id.js';
import type { Listen, Reply, TimedBlock } from './event.js';
import { mergeUsage } from './merge-usage.js';
import type { BlockDelta, ModelEvent } from './model-call.js';
import { isUnparsed, markUnparsed } from './unparsed-input.js';
import { isWellFormed } from './well-formed-event.js';

export interface StreamedReply {
  /** Undefined if nothing usable arrived. */
  reply: Reply | undefined;
  /** Set if the stream ended before the reply did. */
  failure: ApiFailure | undefined;
}

export interface StreamOptions {
  requestedModel: string;
  signal: AbortSignal;
  tell: Listen;
  now: () => number;
  /** Whether an earlier reply has a call with this id. */
  hasCall?: (id: string) => boolean;
}

/** Reads a streamed reply until it ends or breaks off, and reports each part as it arrives. */
export async function streamReply(events: AsyncIterable<ModelEvent>, options: StreamOptions): Promise<StreamedReply> {
  const draft = new ReplyDraft(options);
  let failure: ApiFailure | undefined;
  for await (const event of untilAborted(events, options.signal)) {
    if (event?.type === 'failure') failure = event.failure;
    else if (!isWellFormed(event)) failure = MALFORMED;
    else draft.take(event);
    if (failure || draft.isComplete) break;
  }
  if (!draft.isComplete && !failure) failure = CUT;
  if (options.signal.aborted) failure = undefined;
  return { reply: draft.finish(options.signal.aborted), failure };
}

const CUT: ApiFailure = { kind: 'cut', message: 'the reply broke off', isRetryable: true };
const MALFORMED: ApiFailure = {
  kind: 'other',
  message: 'the API sent something that is not part of a reply',
  isRetryable: false,
};

/** Stops waiting for the next event as soon as the signal is aborted: Esc must take effect at once. */
async function* untilAborted(events: AsyncIterable<ModelEvent>, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const iterator = events[Symbol.asyncIterator]();
  let wake = () => {};
  const stop = () => wake();
  signal.addEventListener('abort', stop, { once: true });
  try {
    while (!signal.aborted) {
      // Promise.race against one long-lived promise would leak memory with every event.
      const next = await new Promise<IteratorResult<ModelEvent> | undefined>((resolve, reject) => {
        wake = () => resolve(undefined);
        iterator.next().then(resolve, reject);
      });
      if (!next || next.done) return;
      yield next.value;
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    yield { type: 'failure', failure: { kind: 'other', message, isRetryable: false } };
  } finally {
    signal.removeEventListener('abort', stop);
    // Not awaited: a hanging stream would block us.
    iterator.return?.().catch(() => {});
  }
}

interface BlockDraft {
  block: Block;
  json: string;
  startedAt: number;
  isDone: boolean;
  streamMs: number;
}

/** Builds a reply from its events. */
class ReplyDraft {
  isComplete = false;
  private readonly blocks = new Map<number, BlockDraft>();
  private requestId: string | undefined;
  private id = '';
  private model: string;
  private usage: Usage = {};
  private stop: Pick<Reply, 'stop_reason' | 'stop_sequence' | 'stop_details'> = {
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
  };

  constructor(private readonly options: StreamOptions) {
    this.model = options.requestedModel;
  }

  take(event: Exclude<ModelEvent, { type: 'failure' }>): void {
    switch (event.type) {
      case 'response':
        this.requestId = event.requestId;
        break;
      case 'message_start':
        this.id = event.message.id;
        this.model = event.message.model;
        this.usage = { ...event.message.usage };
        break;
      case 'content_block_start':
        this.start(event.index, event.content_block);
        break;
      case 'content_block_delta':
        this.grow(event.index, event.delta);
        break;
      case 'content_block_stop':
        this.end(event.index);
        break;
      case 'message_delta':
        this.stop = {
          stop_reason: event.delta.stop_reason ?? null,
          stop_sequence: event.delta.stop_sequence ?? null,
          stop_details: event.delta.stop_details ?? null,
        };
        this.usage = mergeUsage(this.usage, event.usage);
        break;
      case 'message_stop':
        this.isComplete = true;
        break;
    }
  }

  /** The reply with its finished blocks. If it broke off, partial text is kept, but not partial thinking or calls. */
  finish(isAborted: boolean): Reply | undefined {
    const blocks: TimedBlock[] = [];
    for (const [index, draft] of [...this.blocks].sort(([a], [b]) => a - b)) {
      if (!draft.isDone && draft.block.type !== 'text') continue;
      if (isAborted && draft.block.type === 'tool_use') continue;
      // A call cut off by max_tokens gets no result: the model makes it again when asked to continue.
      if (this.stop.stop_reason === 'max_tokens' && isUnparsed(draft.block)) continue;
      if (isBlank(draft.block)) continue;
      blocks.push({ block: draft.block, index, streamMs: draft.streamMs });
    }
    const hasWords = blocks.some(({ block }) => block.type !== 'thinking' && block.type !== 'redacted_thinking');
    if (!this.id || (!hasWords && !this.isComplete)) return undefined;
    return {
      id: this.id,
      requestId: this.requestId,
      model: this.model,
      requestedModel: this.options.requestedModel,
      blocks,
      ...this.stop,
      usage: this.usage,
      isAbortedMidStream: isAborted && !this.isComplete,
    };
  }

  private start(index: number, block: Block): void {
    const own = { ...block } as Block;
    if (isToolUse(own)) {
      if (!isObject(own.input)) own.input = {};
      own.id = ownCallId(own.id, (id) => this.hasCall(id));
      own.name = sendableName(own.name);
    }
    this.blocks.set(index, { block: own, json: '', startedAt: this.options.now(), isDone: false, streamMs: 0 });
    this.options.tell({ type: 'block_started', index, block: own });
  }

  private hasCall(id: string): boolean {
    const isHere = [...this.blocks.values()].some(({ block }) => isToolUse(block) && block.id === id);
    return isHere || this.options.hasCall?.(id) === true;
  }

  private grow(index: number, delta: BlockDelta): void {
    const draft = this.blocks.get(index);
    if (!draft) return;
    const block = draft.block as { text?: string; thinking?: string; signature?: string; citations?: unknown[] };
    switch (delta.type) {
      case 'text_delta':
        block.text = (block.text ?? '') + delta.text;
        this.options.tell({ type: 'text_delta', index, text: delta.text });
        break;
      case 'thinking_delta':
        block.thinking = (block.thinking ?? '') + delta.thinking;
        this.options.tell({ type: 'thinking_delta', index, thinking: delta.thinking });
        break;
      case 'signature_delta':
        block.signature = (block.signature ?? '') + delta.signature;
        break;
      case 'input_json_delta':
        draft.json += delta.partial_json;
        this.options.tell({ type: 'input_delta', index, partialJson: delta.partial_json });
        break;
      case 'citations_delta':
        block.citations = [...(block.citations ?? []), delta.citation];
        break;
    }
  }

  private end(index: number): void {
    const draft = this.blocks.get(index);
    if (!draft) return;
    draft.streamMs = Math.max(1, this.options.now() - draft.startedAt);
    const input = draft.json === '' ? undefined : parsedInput(draft.json);
    if (input !== undefined) (draft.block as { input?: unknown }).input = input;
    else if (draft.json !== '') {
      if (!isToolUse(draft.block)) {
        this.blocks.delete(index);
        return;
      }
      markUnparsed(draft.block);
    }
    draft.isDone = true;
    this.options.tell({ type: 'block_finished', index, block: draft.block });
  }
}

function isBlank(block: Block): boolean {
  return block.type === 'text' && String((block as { text?: unknown }).text ?? '').trim() === '';
}

function parsedInput(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
