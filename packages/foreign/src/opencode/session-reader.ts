import type { Block, JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { Moment, Thread } from '../contract/thread.js';
import { numberIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';
import { type Step, stepsOf } from './steps.js';
import type { SessionInfo, StoredMessage } from './storage.js';
import { writesOf } from './writes.js';

/** Kinds of parts that are not part of the conversation. */
const SILENT = new Set(['step-start', 'step-finish', 'snapshot', 'patch', 'agent', 'retry', 'compaction']);

interface ReaderOptions {
  session: SessionInfo;
  /** Maps times of copied messages to their original sessions. */
  makers: ReadonlyMap<number, string>;
}

/** Reads the messages of one session or sub-agent in order. */
export class SessionReader {
  /** The time of the current message. A fork has new ids but the original's times. */
  private made: number | undefined;

  constructor(
    private readonly output: Output,
    private readonly thread: Thread,
    private readonly options: ReaderOptions,
  ) {
    const { title, version } = options.session;
    if (version !== undefined) thread.at({ version });
    if (title !== undefined && !/^(New|Child) session - \d{4}-/.test(title)) thread.title(title, 'client');
  }

  read(message: StoredMessage): void {
    const { role } = message.info;
    this.made = numberIn(objectIn(message.info, 'time'), 'created');
    if (role === 'user') this.user(message);
    else if (role === 'assistant') this.assistant(message);
    else this.output.unknown(`message ${String(role)}`);
  }

  private user({ parts }: StoredMessage): void {
    const blocks: Block[] = [];
    const injected: Block[] = [];
    for (const part of parts) {
      const { type } = part;
      const text = textIn(part, 'text') ?? '';
      if (type === 'text') (part.synthetic === true || part.ignored === true ? injected : blocks).push(textBlock(text));
      else if (type === 'file') attached(part, blocks, injected);
      else if (type === 'subtask') blocks.push(textBlock(textIn(part, 'prompt') ?? ''));
      else this.skip(part);
    }
    if (blocks.length > 0) this.thread.prompt(blocks, this.momentOf('user'));
    if (injected.length > 0) this.thread.injected(injected, this.momentOf('injected'));
  }

  private assistant(message: StoredMessage): void {
    const { info } = message;
    const cwd = textIn(objectIn(info, 'path'), 'cwd');
    if (cwd !== undefined) this.thread.at({ cwd });
    stepsOf(message).forEach((step, number) => {
      if (info.summary === true) this.summary(info, step, `step ${number}`);
      else this.step(info, step, `step ${number}`);
    });
    const problem = objectIn(info, 'error');
    const text = textIn(objectIn(problem, 'data'), 'message') ?? textIn(problem, 'name');
    if (problem?.name === 'MessageAbortedError') this.thread.interrupted(this.momentOf('aborted'));
    else if (text !== undefined) this.thread.failed(text, this.momentOf('error'));
  }

  /** Summaries are model calls too: the last call before the compaction. */
  private summary(info: JsonObject, { parts, usage }: Step, name: string): void {
    const texts = parts.flatMap((part) => (part.type === 'text' ? [textIn(part, 'text') ?? ''] : []));
    if (usage) this.reply(info, { parts: [], usage }, name, 'usage');
    if (texts.length > 0) this.thread.compacted(texts.join('\n'), this.momentOf(name));
  }

  /** Moves content that follows a call in the same step after its result. */
  private step(info: JsonObject, { parts, usage }: Step, name: string): void {
    let group: JsonObject[] = [];
    let groups = 0;
    const flush = () => {
      if (group.length > 0 || groups === 0) this.reply(info, { parts: group, usage }, name, String(groups));
      for (const part of group) if (part.type === 'tool') this.result(part);
      groups++;
      group = [];
    };
    for (const part of parts) {
      if (part.type === 'text' || part.type === 'reasoning') {
        if (group.some(({ type }) => type === 'tool')) flush();
        group.push(part);
      } else if (part.type === 'tool') group.push(part);
      else this.skip(part);
    }
    if (group.length > 0 || usage) flush();
  }

  private reply(info: JsonObject, { parts, usage }: Step, step: string, place: string): void {
    const content = parts.flatMap((part) => blockOf(part) ?? []);
    const stopReason = textIn(info, 'finish');
    this.thread.reply(
      {
        id: this.momentOf(step).key,
        model: textIn(info, 'modelID'),
        content,
        usage,
        ...(stopReason !== undefined && { stopReason }),
      },
      this.momentOf(`${step} ${place}`),
    );
  }

  private result(part: JsonObject): void {
    const toolUseId = textIn(part, 'callID') ?? '';
    const state = objectIn(part, 'state');
    const isError = state?.status === 'error';
    if (!isError && state?.status !== 'completed') return;
    const text = textIn(state, isError ? 'error' : 'output') ?? '';
    const images = objectsIn(state, 'attachments').flatMap((each) => imageOfUrl(textIn(each, 'url') ?? '') ?? []);
    const agentId = part.tool === 'task' ? textIn(objectIn(state, 'metadata'), 'sessionId') : undefined;
    const time = numberIn(objectIn(state, 'time'), 'end');
    this.thread.result(
      {
        toolUseId,
        content: images.length > 0 ? [textBlock(text), ...images] : text,
        isError,
        writes: isError ? [] : writesOf(part, this.options.session.directory),
        ...(agentId !== undefined && { agentId }),
      },
      this.momentOf(`result ${toolUseId}`, time),
    );
  }

  private skip(part: JsonObject): void {
    const type = String(part.type);
    if (!SILENT.has(type)) this.output.unknown(`part ${type}`);
  }

  private momentOf(place: string, time = this.made): Moment {
    const madeIn = this.made === undefined ? undefined : this.options.makers.get(this.made);
    const isCopy = madeIn !== undefined && madeIn !== this.options.session.id;
    return { key: `${this.made} ${place}`, time, ...(isCopy && { madeIn }) };
  }
}

function attached(part: JsonObject, blocks: Block[], injected: Block[]): void {
  const url = textIn(part, 'url') ?? '';
  const image = textIn(part, 'mime')?.startsWith('image/') ? imageOfUrl(url) : undefined;
  if (image) blocks.push(image);
  else injected.push(textBlock(`Attached: ${textIn(part, 'filename') ?? url.slice(0, 200)}`));
}

function blockOf(part: JsonObject): Block | undefined {
  const { type } = part;
  if (type === 'text') return textBlock(textIn(part, 'text') ?? '');
  if (type === 'reasoning') return thinkingBlock(textIn(part, 'text') ?? '');
  const input = objectIn(objectIn(part, 'state'), 'input') ?? {};
  return type === 'tool' ? callBlock(textIn(part, 'callID') ?? '', textIn(part, 'tool') ?? '', input) : undefined;
}
