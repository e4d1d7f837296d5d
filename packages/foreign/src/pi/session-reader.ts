import type { Block, JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { CallUsage, FileWrite, Moment, Thread } from '../contract/thread.js';
import { countIn, numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageBlock, textBlock, thinkingBlock } from '../write/blocks.js';
import { pathIn } from '../write/path-in.js';
import { type Ancestor, ancestorsOf, makerOf, startOf } from './ancestry.js';

/** Kinds of entries that only change the client's state. */
const SILENT = new Set(['model_change', 'thinking_level_change', 'label', 'custom', 'context_edit']);

/** Reads the entries of one session in file order. */
export class SessionReader {
  private thread: Thread | undefined;
  private cwd: string | undefined;
  private start = Number.NaN;
  private ancestors: Ancestor[] = [];
  /** Maps each entry of the file to the thread's last entry after it, where its children continue. */
  private readonly leafAfter = new Map<string, string | null>();
  /** The file changes of open calls, if they succeed. */
  private readonly writes = new Map<string, FileWrite[]>();

  constructor(
    private readonly file: string,
    private readonly output: Output,
  ) {}

  read(entry: JsonObject): void {
    if (entry.type === 'session') this.begin(entry);
    else if (this.thread) this.add(entry, this.thread);
    else this.output.damaged(this.file, 'an entry before the header of the session');
  }

  private begin(header: JsonObject): void {
    const id = textIn(header, 'id');
    if (this.thread || id === undefined) return;
    this.cwd = textIn(header, 'cwd');
    this.thread = this.output.session({ id, cwd: this.cwd });
    this.start = startOf(header);
    this.ancestors = ancestorsOf(header, this.file);
  }

  private add(entry: JsonObject, thread: Thread): void {
    const parent = entry.parentId;
    const leaf = typeof parent === 'string' ? this.leafAfter.get(parent) : parent === null ? null : undefined;
    // An entry whose parent is lost continues from the entry before it.
    if (leaf !== undefined) thread.rewind(leaf);
    this.tell(entry, thread);
    const id = textIn(entry, 'id');
    if (id !== undefined) this.leafAfter.set(id, thread.leaf);
  }

  private tell(entry: JsonObject, thread: Thread): void {
    const type = String(entry.type);
    const moment = this.momentOf(entry);
    const summary = textIn(entry, 'summary');
    // Summaries are model calls too: the last call before the compaction.
    const usage = type === 'message' ? undefined : usageOf(entry);
    if (usage) this.extraCall(usage, moment, thread);
    if (type === 'message') this.message(objectIn(entry, 'message') ?? {}, moment, thread);
    else if (type === 'compaction') thread.compacted(summary, moment, numberIn(entry, 'tokensBefore'));
    else if (type === 'branch_summary') thread.injected(summary ?? '', moment);
    else if (type === 'custom_message') thread.injected(blocksOf(entry), moment);
    else if (type === 'session_info') thread.title(textIn(entry, 'name') ?? '', 'person');
    else if (type !== 'usage' && !SILENT.has(type)) this.output.unknown(type);
  }

  private message(message: JsonObject, moment: Moment, thread: Thread): void {
    const { role } = message;
    if (role === 'user') thread.prompt(blocksOf(message), moment);
    else if (role === 'assistant') this.reply(message, moment, thread);
    else if (role === 'toolResult') this.result(message, moment, thread);
    else if (role === 'bashExecution') this.shell(message, moment, thread);
    else if (role === 'custom') thread.injected(blocksOf(message), moment);
    else if (role === 'branchSummary') thread.injected(textIn(message, 'summary') ?? '', moment);
    else if (role === 'compactionSummary') thread.compacted(textIn(message, 'summary'), moment);
    // The system prompt is the client's.
    else if (role !== 'system') this.output.unknown(`message ${String(role)}`);
  }

  private reply(message: JsonObject, moment: Moment, thread: Thread): void {
    for (const call of objectsIn(message, 'content')) this.noteWrites(call);
    thread.reply(
      {
        id: textIn(message, 'responseId') ?? moment.key,
        model: textIn(message, 'model'),
        content: blocksOf(message),
        usage: usageOf(message),
        ...(typeof message.stopReason === 'string' && { stopReason: message.stopReason }),
      },
      moment,
    );
    const problem = textIn(message, 'errorMessage');
    if (message.stopReason === 'aborted') thread.interrupted({ ...moment, key: `${moment.key} aborted` });
    else if (problem !== undefined) thread.failed(problem, { ...moment, key: `${moment.key} error` });
  }

  private result(message: JsonObject, moment: Moment, thread: Thread): void {
    const toolUseId = textIn(message, 'toolCallId') ?? '';
    const isError = message.isError === true;
    const writes = this.writes.get(toolUseId) ?? [];
    this.writes.delete(toolUseId);
    thread.result({ toolUseId, content: blocksOf(message), isError, writes: isError ? [] : writes }, moment);
  }

  private noteWrites(call: JsonObject): void {
    const id = textIn(call, 'id');
    const input = objectIn(call, 'arguments');
    const given = textIn(input, 'path');
    if (call.type !== 'toolCall' || id === undefined || given === undefined) return;
    const path = pathIn(this.cwd, given);
    const content = input?.content;
    if (call.name === 'write' && typeof content === 'string') this.writes.set(id, [{ path, after: content }]);
    if (call.name === 'edit') {
      const edits = [...objectsIn(input, 'edits'), input ?? {}];
      this.writes.set(
        id,
        edits.flatMap(({ oldText: from, newText: to }) =>
          typeof from === 'string' && typeof to === 'string' ? [{ path, replaced: { from, to } }] : [],
        ),
      );
    }
  }

  /** A command that the person ran with `!`. */
  private shell(message: JsonObject, moment: Moment, thread: Thread): void {
    thread.prompt(`<bash-input>${textIn(message, 'command') ?? ''}</bash-input>`, moment);
    const output = textIn(message, 'output') ?? '';
    thread.prompt(`<bash-stdout>${output}</bash-stdout><bash-stderr></bash-stderr>`, {
      ...moment,
      key: `${moment.key} output`,
    });
  }

  private extraCall(usage: CallUsage, moment: Moment, thread: Thread): void {
    const key = `${moment.key} usage`;
    thread.reply({ id: key, model: undefined, content: [], usage }, { ...moment, key });
  }

  /** Entries of version 1 have no ids but distinct times. */
  private momentOf(entry: JsonObject): Moment {
    const time = textIn(entry, 'timestamp');
    const message = objectIn(entry, 'message');
    const key = textIn(entry, 'id') ?? [time, message?.role ?? entry.type, message?.toolCallId].join(' ');
    const at = Date.parse(time ?? '');
    const madeIn = at < this.start ? makerOf(this.ancestors, at) : undefined;
    return { key, time, ...(madeIn !== undefined && { madeIn }) };
  }
}

function blocksOf(message: JsonObject): Block[] {
  if (typeof message.content === 'string') return [textBlock(message.content)];
  return objectsIn(message, 'content').flatMap((block) => blockOf(block) ?? []);
}

function blockOf(block: JsonObject): Block | undefined {
  const { type } = block;
  if (type === 'text') return textBlock(textIn(block, 'text') ?? '');
  if (type === 'thinking') return thinkingBlock(textIn(block, 'thinking') ?? '');
  if (type === 'toolCall') {
    return callBlock(textIn(block, 'id') ?? '', textIn(block, 'name') ?? '', objectIn(block, 'arguments') ?? {});
  }
  if (type === 'image') return imageBlock(textIn(block, 'mimeType') ?? 'image/png', textIn(block, 'data') ?? '');
  return undefined;
}

/** `output` includes reasoning; `input` excludes tokens read from the cache. */
function usageOf(message: JsonObject): CallUsage | undefined {
  const usage = objectIn(message, 'usage');
  return (
    usage && {
      input: countIn(usage, 'input'),
      output: countIn(usage, 'output'),
      cacheRead: countIn(usage, 'cacheRead'),
      cacheWrite: countIn(usage, 'cacheWrite'),
    }
  );
}
