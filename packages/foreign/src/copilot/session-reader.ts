import type { Block, JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import type { CallUsage, Moment, Surroundings, Thread } from '../contract/thread.js';
import { parseJson } from '../read/parse-json.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, textBlock, thinkingBlock } from '../write/blocks.js';
import { Conversations } from './agents.js';
import { Assets } from './assets.js';
import { isSilent } from './silent.js';
import { Accounts, added, type ExtraUsage, usageOf } from './usage.js';
import { writesOf } from './writes.js';

export interface ReaderOptions {
  /** The id for a log that does not name its session. */
  id: string;
  workspace: ReadonlyMap<string, string>;
  /** The model of messages that do not name theirs, until an event names another. */
  model: string;
}

/** Reads the events of one session in file order. */
export class SessionReader {
  private readonly conversations: Conversations;
  private readonly accounts = new Accounts();
  private readonly assets = new Assets();
  private model: string;
  /** The session's own thread. */
  private lastReply: { id: string; model: string; usage: CallUsage | undefined } | undefined;
  /** Messages already written, because some versions repeat them. */
  private readonly told = new Set<string>();
  private readonly called = new Set<string>();
  /** The inputs of open calls. */
  private readonly inputs = new Map<string, JsonObject>();
  /** The thread's position before each event, for rewinding. */
  private readonly leafBefore = new Map<string, string | null>();

  constructor(
    private readonly output: Output,
    private readonly options: ReaderOptions,
  ) {
    this.model = options.model;
    this.conversations = new Conversations(output, options.id, options.workspace.get('cwd'));
  }

  read(event: JsonObject): void {
    const type = textIn(event, 'type') ?? 'no type';
    const data = objectIn(event, 'data') ?? {};
    const handler = this.handlers[type];
    if (handler) {
      const id = textIn(event, 'id');
      const isMain = this.conversations.agentOf(event, data) === undefined;
      if (id !== undefined && isMain && type !== 'session.start') {
        this.leafBefore.set(id, this.conversations.session().leaf);
      }
      handler(data, event);
    } else if (!isSilent(type)) this.output.unknown(type);
  }

  end(): void {
    this.extraCalls(this.accounts.unclaimed(), { key: 'end', time: undefined });
    const name = this.options.workspace.get('name');
    if (name === undefined) return;
    const by = this.options.workspace.get('user_named') === 'true' ? 'person' : 'client';
    this.conversations.session().title(name, by);
  }

  private readonly handlers: { [type: string]: (data: JsonObject, event: JsonObject) => void } = {
    'session.start': (data) => this.opened(data),
    'session.resume': (data) => this.opened(data),
    'session.context_changed': (data) => this.conversations.at(surroundings(data)),
    'session.model_change': (data, event) => {
      if (event.agentId === undefined) this.model = textIn(data, 'newModel') ?? this.model;
    },
    'session.binary_asset': (data) => this.assets.add(data),
    'session.usage_record': (data) => this.accounts.recorded(objectIn(data, 'usage') ?? {}),
    'assistant.usage': (data) => this.accounts.recorded(data),
    'session.shutdown': (data, event) =>
      this.extraCalls(this.accounts.closed(objectIn(data, 'modelMetrics')), momentOf(event, 'usage')),
    'session.compaction_complete': (data, event) => this.compacted(data, event),
    'session.context_cleared': () => this.conversations.session().rewind(null),
    'session.snapshot_rewind': (data) => this.rewind(textIn(data, 'upToEventId') ?? ''),
    'session.title_changed': (data) => this.conversations.session().title(textIn(data, 'title') ?? '', 'client'),
    'session.error': (data, event) => this.failed(textIn(data, 'message'), event),
    'system.notification': (data, event) =>
      this.conversations.of(event, data).injected(textIn(data, 'content') ?? '', momentOf(event)),
    abort: (data, event) => this.conversations.of(event, data).interrupted(momentOf(event)),
    'user.message': (data, event) => this.user(data, event),
    'assistant.message': (data, event) => this.assistant(data, event),
    'subagent.started': (data, event) => this.conversations.started(event, data),
    'subagent.failed': (data, event) => this.failed(textIn(data, 'error'), event),
    'tool.user_requested': (data, event) => this.requested(data, event),
    'tool.execution_start': (data, event) => this.requested(data, event),
    'tool.execution_complete': (data, event) => this.completed(data, event),
  };

  private opened(data: JsonObject): void {
    const { conversations } = this;
    conversations.id = textIn(data, 'sessionId') ?? conversations.id;
    this.model = textIn(data, 'selectedModel') ?? this.model;
    const version = textIn(data, 'copilotVersion');
    conversations.at({
      ...surroundings(objectIn(data, 'context') ?? {}),
      ...(version !== undefined && { version }),
    });
    this.accounts.opened();
  }

  /** Everything from this event on was undone. */
  private rewind(event: string): void {
    const leaf = this.leafBefore.get(event);
    if (leaf !== undefined) this.conversations.session().rewind(leaf);
  }

  private failed(message: string | undefined, event: JsonObject): void {
    if (message !== undefined) this.conversations.of(event, {}).failed(message, momentOf(event));
  }

  private user(data: JsonObject, event: JsonObject): void {
    const thread = this.conversations.of(event, data);
    const blocks: Block[] = [textBlock(textIn(data, 'content') ?? '')];
    const injected: Block[] = [];
    for (const attachment of objectsIn(data, 'attachments')) {
      const image = this.assets.imageOf(attachment);
      const name = textIn(attachment, 'path') ?? textIn(attachment, 'displayName') ?? textIn(attachment, 'url');
      if (image) blocks.push(image);
      else injected.push(textBlock(`Attached: ${name ?? String(attachment.type)}`));
    }
    const { source } = data;
    // A sub-agent's prompt comes from the agent that started it.
    const isPrompt = source === undefined || source === 'user' || thread !== this.conversations.session();
    if (isPrompt) thread.prompt(blocks, momentOf(event));
    else thread.injected(blocks, momentOf(event));
    if (injected.length > 0) thread.injected(injected, momentOf(event, 'attached'));
  }

  private assistant(data: JsonObject, event: JsonObject): void {
    const thread = this.conversations.of(event, data);
    const message = textIn(data, 'messageId') ?? textIn(event, 'id') ?? '';
    const part = `${message} ${numberIn(data, 'chunkIndex') ?? ''}`;
    const isNew = !this.told.has(part);
    this.told.add(part);
    const calls = objectsIn(data, 'toolRequests').filter((call) => !this.called.has(textIn(call, 'toolCallId') ?? ''));
    const content = [...(isNew ? blocksIn(data) : []), ...calls.map((call) => this.call(call, event, data))];
    if (!isNew && content.length === 0) return;
    const model = textIn(data, 'model') ?? this.model;
    const usage = isNew ? this.accounts.ofMessage(data, model) : undefined;
    const id = textIn(data, 'apiCallId') ?? message;
    thread.reply({ id, model, content, usage }, momentOf(event));
    if (thread === this.conversations.session()) this.lastReply = { id, model, usage };
  }

  private call(call: JsonObject, event: JsonObject, data: JsonObject): Block {
    const id = textIn(call, 'toolCallId') ?? '';
    const input = inputOf(call.arguments ?? call.input);
    this.called.add(id);
    this.inputs.set(id, input);
    this.conversations.called(id, event, data);
    return callBlock(id, textIn(call, 'name') ?? textIn(call, 'toolName') ?? '', input);
  }

  /** A call that no message requested, so a person made it. */
  private requested(data: JsonObject, event: JsonObject): void {
    const id = textIn(data, 'toolCallId') ?? '';
    if (this.called.has(id)) return;
    const content = [this.call(data, event, data)];
    this.conversations.of(event, data).reply({ id: `call ${id}`, model: undefined, content }, momentOf(event));
  }

  private completed(data: JsonObject, event: JsonObject): void {
    const toolUseId = textIn(data, 'toolCallId') ?? '';
    const result = objectIn(data, 'result');
    const problem = objectIn(data, 'error');
    const isError = data.success === false;
    const text =
      textIn(isError ? problem : result, isError ? 'message' : 'content') ??
      textIn(result, 'content') ??
      textIn(result, 'text_result_for_llm') ??
      '';
    const images = objectsIn(result, 'contents').flatMap((each) => {
      const image = this.assets.imageOf(each);
      return image ? [image] : [];
    });
    const agentId = this.conversations.startedBy(toolUseId);
    const input = this.inputs.get(toolUseId) ?? {};
    this.inputs.delete(toolUseId);
    this.conversations.of(event, data).result(
      {
        toolUseId,
        content: images.length > 0 ? [textBlock(text), ...images] : text,
        isError,
        writes: isError ? [] : writesOf(data, input, this.conversations.cwd),
        ...(agentId !== undefined && { agentId }),
      },
      momentOf(event),
    );
  }

  /** Writes the call that made the summary before the compaction. The client's totals leave it out. */
  private compacted(data: JsonObject, event: JsonObject): void {
    const thread = this.conversations.of(event, data);
    const used = objectIn(data, 'compactionTokensUsed');
    if (used)
      extraCall(thread, { model: textIn(used, 'model') ?? this.model, usage: usageOf(used) }, momentOf(event, 'usage'));
    if (data.success !== false) {
      thread.compacted(textIn(data, 'summaryContent'), momentOf(event), numberIn(data, 'preCompactionTokens'));
    }
  }

  /** Adds tokens without a message to the last message of their model, or to an empty message. */
  private extraCalls(extra: readonly ExtraUsage[], moment: Moment): void {
    const thread = this.conversations.session();
    for (const { model, usage } of extra) {
      const last = this.lastReply?.model === model ? this.lastReply : undefined;
      if (!last) extraCall(thread, { model, usage }, moment);
      else {
        last.usage = added(last.usage, usage);
        thread.reply({ ...last, content: [] }, { ...moment, key: `${moment.key} ${model}` });
      }
    }
  }
}

function extraCall(thread: Thread, { model, usage }: ExtraUsage, { key, time }: Moment): void {
  const id = `${key} ${model}`;
  thread.reply({ id, model, content: [], usage }, { key: id, time });
}

function surroundings(context: JsonObject): Partial<Surroundings> {
  const cwd = textIn(context, 'cwd');
  const gitBranch = textIn(context, 'branch');
  return { ...(cwd !== undefined && { cwd }), ...(gitBranch !== undefined && { gitBranch }) };
}

function blocksIn(message: JsonObject): Block[] {
  const thinking = textIn(message, 'reasoningText');
  const text = textIn(message, 'content');
  return [
    ...(thinking === undefined ? [] : [thinkingBlock(thinking)]),
    ...(text === undefined ? [] : [textBlock(text)]),
  ];
}

/** The input as an object: given as one, as its JSON, or as the text of a free-form tool. */
function inputOf(given: unknown): JsonObject {
  if (isObject(given)) return given;
  if (typeof given !== 'string') return {};
  try {
    const input: unknown = parseJson(given);
    if (isObject(input)) return input;
  } catch {
    // Free text.
  }
  return { input: given };
}

function momentOf(event: JsonObject, part?: string): Moment {
  const time = textIn(event, 'timestamp');
  const key = textIn(event, 'id') ?? `${time} ${String(event.type)}`;
  return { key: part === undefined ? key : `${key} ${part}`, time };
}
