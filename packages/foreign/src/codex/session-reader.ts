import type { JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { FileWrite, Moment, Thread } from '../contract/thread.js';
import { objectIn, objectsIn, textIn, timeIn } from '../read/values.js';
import { Ancestry, timeInId } from './ancestry.js';
import { CallQueue } from './call-queue.js';
import { isOfClient } from './context-words.js';
import { begin, type ThreadHead } from './head.js';
import { blockOfCall, blocksOf, callIn, outputIn, textsOf, thoughtsOf } from './items.js';
import { changesInPatch, notedChanges, patchIn } from './patch.js';
import { SILENT_EVENTS, SILENT_ITEMS, SILENT_LINES } from './silent.js';
import { CallCounter } from './usage.js';

export interface ReaderOptions {
  /** The id for a file that does not name its thread. */
  id: string;
  /** The thread's name, given by a person or by the client. */
  titleOf(id: string): string | undefined;
  /** The lines that a fork only refers to: another thread's, up to a number. */
  linesOf(thread: string, until: number): Iterable<JsonObject>;
}

/** Reads the lines of one rollout, of any version, in file order. */
export class SessionReader {
  private head: ThreadHead | undefined;
  private thread: Thread | undefined;
  private readonly ancestry = new Ancestry();
  private readonly counter = new CallCounter();
  private readonly queue = new CallQueue({ thread: () => this.opened(), next: () => this.nextReply() });
  private time: string | number | undefined;
  private model: string | undefined;
  private cwd: string | undefined;
  /** Identifies the turn: its id, or a number in versions without ids. */
  private turn = 'turn 0';
  private turns = 0;
  /** Numbers the entries and the replies of a turn. */
  private entries = 0;
  private replies = 0;
  /** The thread that made the turn, if it was another one. */
  private madeIn: string | undefined;
  /** Where the thread was before each prompt. */
  private readonly beforePrompts: (string | null)[] = [];
  /** Prompts are written twice, in two kinds of lines. */
  private isPromptTold = false;
  private announced: string | undefined;
  /** The file changes of open calls. */
  private readonly writes = new Map<string, FileWrite[]>();
  private readonly started = new Map<string, string>();

  constructor(
    private readonly output: Output,
    private readonly options: ReaderOptions,
  ) {}

  read(line: JsonObject): void {
    const time = timeIn(line, 'timestamp');
    // Some writers use seconds.
    this.time = (typeof time === 'number' && time < 1e11 ? time * 1000 : time) ?? this.time;
    const type = textIn(line, 'type');
    const payload = objectIn(line, 'payload');
    if (payload) this.wrapped(type, payload);
    else if ('record_type' in line) return;
    else if (type === undefined && textIn(line, 'id') !== undefined) this.meta(line);
    else if (type !== undefined) this.item(line);
    else this.output.unknown(Object.keys(line).slice(0, 4).join());
  }

  /** Writes what is still held back. */
  end(): void {
    this.queue.end(this.model);
  }

  private wrapped(type: string | undefined, payload: JsonObject): void {
    if (type === 'session_meta') this.meta(payload);
    else if (type === 'response_item') this.item(payload);
    else if (type === 'event_msg') this.event(payload);
    else if (type === 'turn_context') this.context(payload);
    else if (type === 'token_usage_record') this.count(this.counter.ofRecord(payload));
    else if (type === 'compacted') this.compacted(payload);
    else if (!SILENT_LINES.has(type ?? '')) this.output.unknown(String(type));
  }

  /** The first header is this thread's. Others belong to the threads it was copied from. */
  private meta(meta: JsonObject): void {
    const id = textIn(meta, 'id') ?? this.options.id;
    this.ancestry.add(id, textIn(meta, 'timestamp'));
    if (!this.head) {
      this.head = begin(meta, id);
      this.cwd = this.head.cwd;
      const from = textIn(meta, 'forked_from_id') ?? this.head.parent;
      if (from !== undefined) this.ancestry.addUnknown(from);
    }
    if (id === this.head.id) this.surroundings(meta);
    const base = objectIn(meta, 'history_base');
    const thread = textIn(base, 'thread_id');
    const until = base?.end_ordinal_exclusive;
    if (thread === undefined || typeof until !== 'number') return;
    const { time } = this;
    for (const line of this.options.linesOf(thread, until)) this.read(line);
    this.time = time;
  }

  private surroundings(meta: JsonObject): void {
    const gitBranch = textIn(objectIn(meta, 'git'), 'branch');
    const version = textIn(meta, 'cli_version');
    const facts = { ...(gitBranch !== undefined && { gitBranch }), ...(version !== undefined && { version }) };
    this.opened().at(facts);
  }

  private opened(): Thread {
    if (this.thread) return this.thread;
    this.head ??= { id: this.options.id, cwd: undefined, parent: undefined };
    const { parent, ...head } = this.head;
    this.thread = parent === undefined ? this.output.session(head) : this.output.subAgent({ ...head, parent });
    const title = this.options.titleOf(head.id);
    if (title !== undefined) this.thread.title(title, 'client');
    return this.thread;
  }

  private context(context: JsonObject): void {
    this.model = textIn(context, 'model') ?? this.model;
    const cwd = textIn(context, 'cwd');
    if (cwd !== undefined && cwd !== this.cwd) this.opened().at({ cwd });
    this.cwd = cwd ?? this.cwd;
    this.enter(textIn(context, 'turn_id'));
  }

  /** Begins a turn unless it has begun. In versions without ids, each prompt begins one. */
  private enter(id: string | undefined): void {
    if (id === undefined || id === this.turn) return;
    this.startTurn(id);
    const madeAt = timeInId(id);
    const maker = madeAt === undefined ? undefined : this.ancestry.makerOf(madeAt);
    this.madeIn = maker === this.head?.id ? undefined : maker;
  }

  private startTurn(name: string): void {
    this.queue.end(this.model);
    this.turn = name;
    this.turns++;
    this.entries = 0;
    this.replies = 0;
    this.isPromptTold = false;
  }

  /** History that a sub-agent got from its parent is read from the parent's file. */
  private get isLeftOut(): boolean {
    return this.madeIn !== undefined && this.head?.parent !== undefined;
  }

  private moment(): Moment {
    const { madeIn } = this;
    const time = madeIn === undefined ? this.time : (timeInId(this.turn) ?? this.time);
    return { key: `${this.turn} ${++this.entries}`, time, ...(madeIn !== undefined && { madeIn }) };
  }

  private nextReply(): { id: string; moment: Moment } {
    return { id: `${this.turn} reply ${++this.replies}`, moment: this.moment() };
  }

  private item(item: JsonObject): void {
    if (this.isLeftOut) return;
    const { type, role } = item;
    const call = callIn(item);
    const output = outputIn(item);
    if (call) this.call(item);
    else if (output) this.result(output);
    else if (type === 'reasoning') this.reply(thoughtsOf(item));
    else if ((type === 'message' || type === undefined) && role === 'assistant') this.reply(blocksOf(item.content));
    else if ((type === 'message' || type === undefined) && role === 'user') this.user(item.content);
    else if (type === 'web_search_call') this.webSearch(item);
    else if (type === 'agent_message') this.injected(item.content);
    // The client's instructions to the model.
    else if (type !== 'message' && !SILENT_ITEMS.has(String(type))) this.output.unknown(`item ${String(type)}`);
  }

  private reply(content: ReturnType<typeof blocksOf>): void {
    if (content.length > 0) this.queue.add(content, this.model);
  }

  private call(item: JsonObject): void {
    const call = callIn(item);
    if (!call) return;
    const patch = patchIn(call.name, call.input);
    if (patch !== undefined) this.writes.set(call.id, changesInPatch(patch, this.cwd));
    this.reply([blockOfCall(call)]);
  }

  private result({ id, content, isError: hasFailed }: NonNullable<ReturnType<typeof outputIn>>): void {
    const moment = this.moment();
    const agentId = this.started.get(id) ?? agentIn(content);
    this.queue.after(() => {
      const writes = this.writes.get(id) ?? [];
      this.writes.delete(id);
      const isError = hasFailed || FAILED.test(typeof content === 'string' ? content : '');
      const thread = this.opened();
      thread.result(
        { toolUseId: id, content, isError, writes: isError ? [] : writes, ...(agentId !== undefined && { agentId }) },
        moment,
      );
    });
  }

  /** The provider runs the search, so only the query is recorded. */
  private webSearch(item: JsonObject): void {
    const toolUseId = `${this.turn} search ${this.entries}`;
    this.reply([blockOfCall({ id: toolUseId, name: 'web_search', input: objectIn(item, 'action') ?? {} })]);
    const moment = this.moment();
    this.queue.after(() => this.opened().result({ toolUseId, content: '' }, moment));
  }

  private user(content: unknown): void {
    const texts = textsOf(content);
    if (isOfClient(texts)) this.injected(content);
    else if (this.announced === texts.join('\n')) this.announced = undefined;
    else {
      this.prompt(blocksOf(content));
      this.isPromptTold = true;
    }
  }

  private injected(content: unknown): void {
    const blocks = blocksOf(content);
    const moment = this.moment();
    if (blocks.length > 0) this.queue.after(() => this.opened().injected(blocks, moment));
  }

  private prompt(content: ReturnType<typeof blocksOf>): void {
    if (content.length === 0) return;
    if (!this.hasTurnIds) this.startTurn(`turn ${this.turns + 1}`);
    this.queue.end(this.model);
    const thread = this.opened();
    this.beforePrompts.push(thread.leaf);
    thread.prompt(content, this.moment());
  }

  private get hasTurnIds(): boolean {
    return !/^turn \d+$/.test(this.turn);
  }

  private event(event: JsonObject): void {
    const { type } = event;
    if (type === 'task_started' || type === 'turn_started') this.enter(textIn(event, 'turn_id'));
    else if (type === 'token_count') this.count(this.counter.ofEvent(event));
    else if (this.isLeftOut) return;
    else if (type === 'user_message') this.userEvent(textIn(event, 'message') ?? '');
    else if (type === 'turn_aborted') this.aborted();
    else if (type === 'patch_apply_end') this.patched(textIn(event, 'call_id'), event, event.success !== false);
    else if (type === 'item_completed') this.completed(objectIn(event, 'item') ?? {});
    else if (type === 'collab_agent_spawn_end') this.spawned(textIn(event, 'call_id'), textIn(event, 'new_thread_id'));
    else if (type === 'thread_rolled_back') this.rolledBack(event.num_turns);
    else if (type === 'thread_name_updated') this.opened().title(textIn(event, 'thread_name') ?? '', 'client');
    else if (type === 'error') this.failed(textIn(event, 'message'));
    else if (type === 'task_complete' || type === 'turn_complete') {
      this.failed(textIn(objectIn(event, 'error'), 'message'));
    } else if (!SILENT_EVENTS.has(String(type))) this.output.unknown(`event ${String(type)}`);
  }

  private count(usage: ReturnType<CallCounter['ofEvent']>): void {
    if (usage && !this.isLeftOut) this.queue.count(usage, this.model);
  }

  /** Files from other writers have prompts only in events. */
  private userEvent(text: string): void {
    if (this.isPromptTold) {
      this.isPromptTold = false;
      return;
    }
    if (text === '' || isOfClient([text])) return;
    this.prompt(blocksOf(text));
    this.announced = text;
  }

  private aborted(): void {
    this.queue.end(this.model);
    this.opened().interrupted(this.moment());
  }

  private failed(message: string | undefined): void {
    if (message === undefined) return;
    const moment = this.moment();
    this.queue.after(() => this.opened().failed(message, moment));
  }

  private completed(item: JsonObject): void {
    const id = textIn(item, 'id');
    if (item.type === 'FileChange') this.patched(id, item, item.status === 'completed');
    const [child] = Array.isArray(item.receiver_thread_ids) ? item.receiver_thread_ids : [];
    if (item.type === 'CollabAgentToolCall' && item.tool === 'spawn_agent') this.spawned(id, child);
  }

  private patched(id: string | undefined, { changes }: JsonObject, isDone: boolean): void {
    const noted = typeof changes === 'object' && changes !== null ? (changes as JsonObject) : undefined;
    if (id !== undefined) this.writes.set(id, isDone ? notedChanges(noted, this.cwd) : []);
  }

  private spawned(call: string | undefined, child: unknown): void {
    if (call !== undefined && typeof child === 'string') this.started.set(call, child);
  }

  /** Drops the last prompts and everything after them. */
  private rolledBack(count: unknown): void {
    if (typeof count !== 'number' || count < 1) return;
    this.queue.end(this.model);
    const at = Math.max(0, this.beforePrompts.length - Math.floor(count));
    const before = this.beforePrompts[at];
    if (before === undefined) return;
    this.beforePrompts.length = at;
    this.opened().rewind(before);
  }

  private compacted(payload: JsonObject): void {
    if (this.isLeftOut) return;
    this.queue.end(this.model);
    const last = objectsIn(payload, 'replacement_history').at(-1);
    const summary = textIn(payload, 'message') ?? (last && textsOf(last.content).join('\n'));
    this.opened().compacted(summary || undefined, this.moment());
  }
}

/** Matches the result of a call that the client refused. */
const FAILED = /^(unsupported call: |apply_patch verification failed|execution error: |exec_command failed)/;

/** The id of a started sub-agent, from the result of the call. */
function agentIn(content: unknown): string | undefined {
  if (typeof content !== 'string' || !content.startsWith('{"agent_id":')) return undefined;
  return /^\{"agent_id":"([0-9a-f-]{36})"/.exec(content)?.[1];
}
