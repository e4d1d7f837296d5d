import type { JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { CallUsage, Moment, Thread } from '../contract/thread.js';
import {
  askedIn,
  blocksOfParts,
  type FunctionResponse,
  partsOf,
  responsesIn,
  withImages,
} from '../read/gemini-parts.js';
import { shownWrite } from '../read/shown-write.js';
import { countIn, numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, thinkingBlock } from '../write/blocks.js';
import { folderInContext } from './cwd.js';

export interface ReaderOptions {
  /** The id for a file that does not name its session. */
  id: string;
  /** For a sub-agent, the session that started it. */
  parent: string | undefined;
  cwd: string | undefined;
}

/** A message that was written, with the thread's position before and after it. */
interface Told {
  before: string | null;
  after: string | null;
  /** Its calls. The client writes the message again when they have ended. */
  calls: Set<string>;
}

/** Text that the client inserted into the conversation. */
const INJECTED = /^\s*<(session_context|hook_context)>/;
/** A prompt that is only a command of the client. Most of these were not sent. */
const COMMAND = /^\s*[/?]\w*\s*$/;

/** Reads the records of one session in file order. */
export class SessionReader {
  private thread: Thread | undefined;
  private cwd: string | undefined;
  /** A title that came before the first message, which names the working folder. */
  private earlyTitle: string | undefined;
  private id: string;
  private readonly told = new Map<string, Told>();
  /** The ids of the messages currently in the conversation, in order. */
  private current: string[] = [];
  private readonly answered = new Set<string>();

  constructor(
    private readonly output: Output,
    private readonly options: ReaderOptions,
  ) {
    this.id = options.id;
    this.cwd = options.cwd;
  }

  read(record: JsonObject): void {
    const set = objectIn(record, '$set');
    if (set) this.set(set);
    else if ('$rewindTo' in record) this.rewindTo(record.$rewindTo);
    else if ('type' in record) this.message(record);
    else if ('sessionId' in record) this.header(record);
    else this.output.unknown(Object.keys(record).slice(0, 4).join());
  }

  private header(record: JsonObject): void {
    if (!this.thread) {
      this.id = textIn(record, 'sessionId') ?? this.id;
      const [folder] = Array.isArray(record.directories) ? record.directories : [];
      if (typeof folder === 'string') this.cwd ??= folder;
    }
    this.title(record);
  }

  private title(record: JsonObject): void {
    const summary = textIn(record, 'summary');
    if (summary === undefined) return;
    if (this.thread) this.thread.title(summary, 'client');
    else this.earlyTitle = summary;
  }

  private open(): Thread {
    const { cwd, id } = this;
    const { parent } = this.options;
    if (this.thread) return this.thread;
    this.thread = parent !== undefined ? this.output.subAgent({ id, parent, cwd }) : this.output.session({ id, cwd });
    if (this.earlyTitle !== undefined) this.thread.title(this.earlyTitle, 'client');
    return this.thread;
  }

  private set(set: JsonObject): void {
    if (Array.isArray(set.messages)) this.checkpoint(objectsIn(set, 'messages'));
    this.title(set);
  }

  /**
   * The whole conversation as the client has it now. Messages already written keep their richer form. Missing ones were
   * dropped, and any new text is then the summary of what was dropped.
   */
  private checkpoint(messages: readonly JsonObject[]): void {
    for (const message of messages) this.findFolder(textOfMessage(message));
    const thread = this.open();
    const ids = messages.map(idOf);
    const hasDropped = this.current.some((id) => !ids.includes(id));
    const added = messages.filter((message) => !this.told.has(idOf(message)));
    const summary = hasDropped ? added.find(isSaid) : undefined;
    const last = ids.findLast((id) => this.told.has(id));
    if (summary) thread.compacted(textOfMessage(summary), momentOf(summary));
    else if (this.told.size > 0) thread.rewind((last !== undefined && this.told.get(last)?.after) || null);
    // Each resume repeats the client's own first message.
    const isBegun = this.told.size > 0;
    for (const message of added) {
      if (message === summary || (isBegun && INJECTED.test(textOfMessage(message)))) this.note(message, thread.leaf);
      else this.message(message);
    }
    this.current = ids;
  }

  private note(message: JsonObject, before: string | null): Told {
    const noted = { before, after: this.thread?.leaf ?? null, calls: new Set<string>() };
    this.told.set(idOf(message), noted);
    this.current.push(idOf(message));
    return noted;
  }

  /** Drops a message and everything after it. If the message is unknown, drops all. */
  private rewindTo(id: unknown): void {
    const at = this.current.indexOf(String(id));
    this.open().rewind((at >= 0 && this.told.get(String(id))?.before) || null);
    this.current = this.current.slice(0, Math.max(0, at));
  }

  private message(message: JsonObject): void {
    const { type } = message;
    if (type === 'user') this.user(message);
    else if (type === 'gemini') this.reply(message);
    else if (type === 'error') this.open().failed(textOfMessage(message), momentOf(message));
    else if (type !== 'info' && type !== 'warning') this.output.unknown(`message ${String(type)}`);
  }

  private findFolder(text: string): void {
    if (INJECTED.test(text)) this.cwd ??= folderInContext(text);
  }

  private user(message: JsonObject): void {
    const parts = partsOf(message.content);
    const text = textOfMessage(message);
    this.findFolder(text);
    const thread = this.open();
    const before = thread.leaf;
    for (const response of responsesIn(parts)) this.answer(response, momentOf(message, response.id));
    const { asked, files } = askedIn(parts);
    const blocks = blocksOfParts(asked);
    const isPrompt = !INJECTED.test(text) && !COMMAND.test(text);
    if (blocks.length > 0 && isPrompt) thread.prompt(blocks, momentOf(message));
    else if (blocks.length > 0) thread.injected(blocks, momentOf(message));
    if (files.length > 0) thread.injected(blocksOfParts(files), momentOf(message, `${idOf(message)} files`));
    this.note(message, before);
  }

  private answer({ id, text, isError }: FunctionResponse, moment: Moment): void {
    if (this.answered.has(id)) return;
    this.answered.add(id);
    this.open().result({ toolUseId: id, content: text, isError }, moment);
  }

  /** The client writes a reply when it arrives, and again with its calls when they have ended. */
  private reply(message: JsonObject): void {
    const thread = this.open();
    const id = idOf(message);
    const known = this.told.get(id);
    const calls = objectsIn(message, 'toolCalls').filter((call) => !known?.calls.has(textIn(call, 'id') ?? ''));
    const thoughts = objectsIn(message, 'thoughts').map(thoughtOf);
    const blocks = known ? [] : [...thoughts, ...blocksOfParts(partsOf(message.content))];
    const content = [...blocks, ...calls.map(blockOfCall)];
    const noted = known ?? this.note(message, thread.leaf);
    if (content.length > 0 || !known) {
      const key = known ? `${id} ${known.calls.size}` : undefined;
      thread.reply({ id, model: textIn(message, 'model'), content, usage: usageOf(message) }, momentOf(message, key));
    }
    for (const call of calls) {
      noted.calls.add(textIn(call, 'id') ?? '');
      this.result(call);
    }
    noted.after = thread.leaf;
  }

  private result(call: JsonObject): void {
    const toolUseId = textIn(call, 'id') ?? '';
    const parts = partsOf(call.result);
    if (parts.length === 0 || this.answered.has(toolUseId)) return;
    this.answered.add(toolUseId);
    const [response] = responsesIn(parts);
    const isError = call.status === 'error' || call.status === 'cancelled';
    const agentId = textIn(call, 'agentId');
    const input = objectIn(call, 'args') ?? {};
    this.open().result(
      {
        toolUseId,
        content: response ? withImages(response.text, blocksOfParts(parts)) : blocksOfParts(parts),
        isError,
        writes: isError ? [] : shownWrite(objectIn(call, 'resultDisplay'), this.cwd, input),
        ...(agentId !== undefined && { agentId }),
      },
      { key: `result ${toolUseId}`, time: textIn(call, 'timestamp') },
    );
  }
}

function idOf(message: JsonObject): string {
  return textIn(message, 'id') ?? '';
}

/** Whether a message comes from a person or the model, not from the client. */
function isSaid(message: JsonObject): boolean {
  const text = textOfMessage(message);
  return text !== '' && !INJECTED.test(text);
}

function momentOf(message: JsonObject, key = idOf(message)): Moment {
  return { key, time: textIn(message, 'timestamp') };
}

function textOfMessage(message: JsonObject): string {
  return partsOf(message.content)
    .map((part) => textIn(part, 'text') ?? '')
    .join('\n');
}

function thoughtOf(thought: JsonObject) {
  return thinkingBlock([textIn(thought, 'subject'), textIn(thought, 'description')].filter(Boolean).join('\n'));
}

function blockOfCall(call: JsonObject) {
  return callBlock(textIn(call, 'id') ?? '', textIn(call, 'name') ?? '', objectIn(call, 'args') ?? {});
}

/** `input` includes tokens read from the cache. Thoughts and tool prompts are counted separately. */
function usageOf(message: JsonObject): CallUsage | undefined {
  const tokens = objectIn(message, 'tokens');
  if (!tokens || numberIn(tokens, 'input') === undefined) return undefined;
  const cacheRead = Math.min(countIn(tokens, 'cached'), countIn(tokens, 'input'));
  return {
    input: countIn(tokens, 'input') - cacheRead + countIn(tokens, 'tool'),
    output: countIn(tokens, 'output') + countIn(tokens, 'thoughts'),
    cacheRead,
  };
}
