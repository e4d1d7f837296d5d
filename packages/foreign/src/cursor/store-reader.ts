import type { Block, JsonObject } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { Moment, Thread } from '../contract/thread.js';
import { objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';
import { promptParts } from './prompt-parts.js';
import { writesOf } from './writes.js';

export interface StoreFacts {
  id: string;
  cwd: string | undefined;
  title: string | undefined;
  model: string | undefined;
  time: number;
}

/** Reads the messages of a store. They have the format of the Vercel AI SDK, without times or token counts. */
export class StoreReader {
  private thread: Thread | undefined;
  private cwd: string | undefined;
  private readonly inputs = new Map<string, JsonObject>();

  constructor(
    private readonly output: Output,
    private readonly facts: StoreFacts,
  ) {
    this.cwd = facts.cwd;
  }

  read(message: JsonObject, id: string): void {
    const { role } = message;
    const parts =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : objectsIn(message, 'content');
    const moment = { key: id, time: this.facts.time };
    if (role === 'user') this.user(message, parts, moment);
    else if (role === 'assistant') this.assistant(message, parts, moment);
    else if (role === 'tool') this.results(parts, moment);
    // The system prompt is the client's.
    else if (role !== 'system') this.output.unknown(`message ${String(role)}`);
  }

  private open(): Thread {
    if (this.thread) return this.thread;
    const { id, title } = this.facts;
    this.thread = this.output.session({ id, cwd: this.cwd });
    if (title !== undefined) this.thread.title(title, 'client');
    return this.thread;
  }

  private user(message: JsonObject, parts: JsonObject[], moment: Moment): void {
    const options = cursorOptions(message);
    const text = parts.map((part) => textIn(part, 'text') ?? '').join('\n');
    this.cwd ??= /^Workspace Path: (.+)$/m.exec(text)?.[1]?.trim();
    const images = parts.flatMap((part) => this.blockOf(part)).filter(({ type }) => type === 'image');
    const { prompt, injected } = promptParts(text);
    const isHuman = options?.requestId !== undefined || (prompt !== undefined && prompt !== text);
    const thread = this.open();
    if (options?.isSummary === true) thread.compacted(text, moment);
    else if (!isHuman) thread.injected(text, moment);
    else {
      if (injected !== undefined) thread.injected(injected, { ...moment, key: `${moment.key} around` });
      thread.prompt([textBlock(prompt ?? ''), ...images], moment);
    }
  }

  private assistant(message: JsonObject, parts: JsonObject[], moment: Moment): void {
    const named = [message, ...parts].map((each) => textIn(cursorOptions(each), 'modelName')).find(Boolean);
    const used = this.facts.model === 'default' ? undefined : this.facts.model;
    const content = parts.flatMap((part) => this.blockOf(part));
    this.open().reply({ id: moment.key, model: named ?? used, content }, moment);
  }

  private results(parts: JsonObject[], moment: Moment): void {
    for (const part of parts) {
      const toolUseId = textIn(part, 'toolCallId') ?? '';
      const isError = objectIn(cursorOptions(part), 'highLevelToolCallResult')?.isError === true;
      const writes = isError ? [] : writesOf(this.inputs.get(toolUseId) ?? {}, this.cwd);
      this.inputs.delete(toolUseId);
      const result = { toolUseId, content: resultOf(part), isError, writes };
      this.open().result(result, { ...moment, key: `${moment.key} ${toolUseId}` });
    }
  }

  private blockOf(part: JsonObject): Block[] {
    const { type } = part;
    const text = textIn(part, 'text') ?? '';
    if (type === 'text') return [textBlock(text)];
    if (type === 'reasoning') return [thinkingBlock(text)];
    if (type === 'redacted-reasoning') return [thinkingBlock('')];
    if (type === 'tool-call') {
      const id = textIn(part, 'toolCallId') ?? '';
      const input = objectIn(part, 'args') ?? objectIn(part, 'input') ?? {};
      this.inputs.set(id, input);
      return [callBlock(id, textIn(part, 'toolName') ?? '', input)];
    }
    if (type === 'image' || type === 'file') {
      const data = textIn(part, 'image') ?? textIn(part, 'data') ?? '';
      const mime = textIn(part, 'mimeType') ?? textIn(part, 'mediaType') ?? 'image/png';
      const image = imageOfUrl(data) ?? (/^[\w+/]+=*$/.test(data) ? imageBlock(mime, data) : undefined);
      return image ? [image] : [];
    }
    this.output.unknown(`part ${String(type)}`);
    return [];
  }
}

function cursorOptions(holder: JsonObject): JsonObject | undefined {
  return objectIn(objectIn(holder, 'providerOptions'), 'cursor');
}

function resultOf(part: JsonObject): string {
  const { result = part.output } = part;
  if (typeof result === 'string') return result;
  const texts = objectsIn(part, 'experimental_content').map((each) => textIn(each, 'text') ?? '');
  return texts.length > 0 ? texts.join('\n') : JSON.stringify(result ?? '');
}
