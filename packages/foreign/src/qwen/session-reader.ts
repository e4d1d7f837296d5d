import type { JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { Moment, Thread } from '../contract/thread.js';
import { askedIn, blocksOfParts, partsOf, responsesIn, withImages } from '../read/gemini-parts.js';
import { shownWrite } from '../read/shown-write.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { OwnCalls, usageOf, usageOfEvent } from './usage.js';

/** Records that are not part of the conversation. */
const SILENT = new Set([
  'attribution_snapshot',
  'file_history_snapshot',
  'slash_command',
  'at_command',
  'session_source',
  'session_model',
  'parent_session',
  'branch_checkpoint',
  'turn_result',
  'rewind',
  'cron',
]);

export interface ReaderOptions {
  /** For a sub-agent, the metadata next to its file. */
  note: JsonObject;
  /** Whether a sub-agent of the session has its own file. */
  hasFile(session: string, subAgent: string): boolean;
}

/** Reads the lines of one session or sub-agent in file order. */
export class SessionReader {
  private thread: Thread | undefined;
  private cwd: string | undefined;
  private readonly leafAfter = new Map<string, string | null>();
  /** The inputs of open calls. */
  private readonly inputs = new Map<string, JsonObject>();
  private readonly ownCalls = new OwnCalls();
  /** The client's own agents without a file, such as the one that keeps memories. */
  private readonly clientAgents = new Map<string, Thread>();

  constructor(
    private readonly output: Output,
    private readonly options: ReaderOptions,
  ) {}

  read(line: JsonObject): void {
    const thread = this.open(line);
    if (!thread) return;
    const parent = line.parentUuid;
    const leaf = typeof parent === 'string' ? this.leafAfter.get(parent) : parent === null ? null : undefined;
    if (leaf !== undefined) thread.rewind(leaf);
    this.surroundings(line, thread);
    this.tell(line, thread);
    const uuid = textIn(line, 'uuid');
    if (uuid !== undefined) this.leafAfter.set(uuid, thread.leaf);
  }

  end(): void {
    if (this.thread) this.addOwnCalls(this.thread, { key: 'end', time: undefined });
  }

  /** Writes calls that belong to no reply as empty replies. */
  private addOwnCalls(thread: Thread, { key, time }: Moment): void {
    this.ownCalls.rest().forEach(({ model, usage }, number) => {
      const id = `${key} own ${number}`;
      thread.reply({ id, model, content: [], usage }, { key: id, time });
    });
  }

  private open(line: JsonObject): Thread | undefined {
    const session = textIn(line, 'sessionId');
    if (this.thread || session === undefined) return this.thread;
    this.cwd = textIn(line, 'cwd');
    const { cwd } = this;
    const { note } = this.options;
    const id = textIn(line, 'agentId');
    const [parent = session, toolUseId, type = textIn(line, 'agentName'), description] = [
      textIn(note, 'parentAgentId') ?? textIn(note, 'parentSessionId'),
      textIn(note, 'toolUseId'),
      textIn(note, 'agentType'),
      textIn(note, 'description'),
    ];
    this.thread =
      id === undefined || line.isSidechain !== true
        ? this.output.session({ id: session, cwd })
        : this.output.subAgent({
            id,
            parent,
            cwd,
            ...(toolUseId !== undefined && { toolUseId }),
            ...(type !== undefined && { type }),
            ...(description !== undefined && { description }),
          });
    return this.thread;
  }

  private surroundings(line: JsonObject, thread: Thread): void {
    const cwd = textIn(line, 'cwd');
    const gitBranch = textIn(line, 'gitBranch');
    const version = textIn(line, 'version');
    this.cwd = cwd ?? this.cwd;
    thread.at({
      ...(cwd !== undefined && { cwd }),
      ...(gitBranch !== undefined && { gitBranch }),
      ...(version !== undefined && { version }),
    });
  }

  private tell(line: JsonObject, thread: Thread): void {
    const { type } = line;
    const parts = partsOf(objectIn(line, 'message')?.parts);
    if (type === 'user') this.user(line, parts, thread);
    else if (type === 'assistant') this.reply(line, parts, thread);
    else if (type === 'tool_result') this.results(line, parts, thread);
    else if (type === 'system') this.system(line, thread);
    else this.output.unknown(String(type));
  }

  private user(line: JsonObject, parts: JsonObject[], thread: Thread): void {
    const isHuman = line.subtype === undefined || line.subtype === 'mid_turn_user_message';
    if (responsesIn(parts).length > 0) this.results(line, parts, thread);
    else if (!isHuman) thread.injected(blocksOfParts(parts), momentOf(line));
    else {
      const { asked, files } = askedIn(parts);
      thread.prompt(blocksOfParts(asked), momentOf(line));
      if (files.length > 0) thread.injected(blocksOfParts(files), momentOf(line, 'files'));
    }
  }

  private reply(line: JsonObject, parts: JsonObject[], thread: Thread): void {
    for (const part of parts) {
      const call = objectIn(part, 'functionCall');
      const id = textIn(call, 'id');
      if (id !== undefined) this.inputs.set(id, objectIn(call, 'args') ?? {});
    }
    const moment = momentOf(line);
    this.ownCalls.told(line);
    thread.reply(
      { id: moment.key, model: textIn(line, 'model'), content: blocksOfParts(parts), usage: usageOf(line) },
      moment,
    );
  }

  private results(line: JsonObject, parts: JsonObject[], thread: Thread): void {
    const noted = objectIn(line, 'toolCallResult');
    const responses = responsesIn(parts);
    for (const { id, text, isError: hasError } of responses) {
      const input = this.inputs.get(id) ?? {};
      this.inputs.delete(id);
      const isError = hasError || noted?.status === 'error' || noted?.status === 'cancelled';
      const writes = isError ? [] : shownWrite(objectIn(noted, 'resultDisplay'), this.cwd, input);
      const content = withImages(text, responses.length === 1 ? blocksOfParts(parts) : []);
      thread.result({ toolUseId: id, content, isError, writes }, momentOf(line, id));
    }
  }

  private system(line: JsonObject, thread: Thread): void {
    const subtype = String(line.subtype);
    const payload = objectIn(line, 'systemPayload');
    if (subtype === 'custom_title') {
      thread.title(textIn(payload, 'customTitle') ?? '', payload?.titleSource === 'auto' ? 'client' : 'person');
    } else if (subtype === 'chat_compression') this.compacted(line, payload, thread);
    else if (subtype === 'ui_telemetry') this.measured(line, objectIn(payload, 'uiEvent'));
    else if (subtype === 'notification') thread.injected(textIn(payload, 'displayText') ?? '', momentOf(line));
    else if (!SILENT.has(subtype) && !/^(agent|goal)_/.test(subtype)) this.output.unknown(`system ${subtype}`);
  }

  /** Telemetry has every model call, including those of replies and sub-agents, which are also recorded there. */
  private measured(line: JsonObject, event: JsonObject | undefined): void {
    if (!event || !textIn(event, 'event.name')?.endsWith('.api_response')) return;
    // In old versions, only the prompt's id contains it.
    const agent = textIn(event, 'subagent_id') ?? /#([^#]+)#\d+$/.exec(textIn(event, 'prompt_id') ?? '')?.[1];
    const session = textIn(line, 'sessionId') ?? '';
    if (agent === undefined) this.ownCalls.measured(event);
    else if (!this.options.hasFile(session, agent))
      this.clientAgent(agent, session, event).reply(
        {
          id: textIn(event, 'response_id') ?? momentOf(line).key,
          model: textIn(event, 'model'),
          content: partsOf(event.response_text).flatMap((part) => blocksOfParts([part])),
          usage: usageOfEvent(event),
        },
        momentOf(line),
      );
  }

  private clientAgent(id: string, parent: string, event: JsonObject): Thread {
    const type = textIn(event, 'subagent_type') ?? id.replace(/-[^-]*$/, '');
    const thread = this.clientAgents.get(id) ?? this.output.subAgent({ id, parent, cwd: this.cwd, type });
    this.clientAgents.set(id, thread);
    return thread;
  }

  private compacted(line: JsonObject, payload: JsonObject | undefined, thread: Thread): void {
    const [summary] = objectsIn(payload, 'compressedHistory');
    const text = partsOf(summary?.parts)
      .map((part) => textIn(part, 'text') ?? '')
      .join('\n');
    const before = numberIn(objectIn(payload, 'info'), 'originalTokenCount');
    this.addOwnCalls(thread, momentOf(line));
    thread.compacted(text === '' ? undefined : text, momentOf(line), before);
  }
}

/** Lines of old versions have no ids, so time and kind identify them. */
function momentOf(line: JsonObject, part?: string): Moment {
  const time = textIn(line, 'timestamp');
  const key = textIn(line, 'uuid') ?? `${time} ${String(line.type)}`;
  return { key: part === undefined ? key : `${key} ${part}`, time };
}
