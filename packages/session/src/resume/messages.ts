import type { Block } from '../format/block.js';
import { type Entry, isAssistant, isAttachment } from '../format/entry.js';
import type { AssistantEntry, AttachmentEntry } from '../format/schema.js';
import { timeOf } from '../read/time.js';
import { isSyntheticError } from './api-error.js';
import { picturesOf, queuedPrompt, userMessagesFor } from './attached.js';
import { standInsOf } from './cut-results.js';
import { replyKey } from './last-reply.js';
import { loadedTools } from './loaded-tools.js';
import { fileReminders, taskReminders } from './reminders.js';
import { ReplyBlocks } from './reply-blocks.js';
import { type Asked, sentReply } from './sent-reply.js';
import { strippedReplies, withoutThinking } from './stripped-thinking.js';
import {
  blocksOfParts,
  NO_CONTENT,
  type Part,
  partOf,
  partOfLine,
  promptPart,
  reminderPart,
  SILENT,
} from './user-part.js';

/** A message in the form that the Messages API takes. */
export interface ApiMessage {
  role: 'user' | 'assistant';
  content: Block[];
}

/** A message with what the first of its lines says. */
export interface DatedMessage extends ApiMessage {
  /** Milliseconds. Undefined if the line has no time. */
  time?: number;
  /** The model that replied. */
  model?: string;
}

export interface MessageOptions {
  /** The model of the next request. */
  model: string;
  /** E4: the next prompt, as an additional line. */
  prompt?: string | undefined;
  /** Include what the client sends as reminders: files that a prompt mentions, notifications of background tasks. */
  withReminders?: boolean | undefined;
}

/** Step D: turns lines into messages. A message with only reminders is empty. */
export function messagesOf(entries: readonly Entry[], options: MessageOptions): DatedMessage[] {
  const { model, prompt, withReminders } = options;
  const drafts = new Drafts({ model, loaded: loadedTools(entries) }, strippedReplies(entries));
  const standIns = standInsOf(entries);
  for (const entry of entries) {
    if (isAssistant(entry)) drafts.addReply(entry);
    else if (isAttachment(entry)) {
      drafts.addAttachment(entry);
      if (withReminders) drafts.addPart(reminderPart(fileReminders(entry)), originOf(entry));
    } else {
      drafts.addPart(partOfLine(entry, standIns), originOf(entry));
      if (withReminders) drafts.addPart(reminderPart(taskReminders(entry)), originOf(entry));
    }
  }
  if (prompt !== undefined) drafts.addPart(promptPart(prompt, entries));
  return drafts.finish();
}

/** A message under construction. */
type Draft = UserDraft | ReplyDraft;

type Origin = Pick<DatedMessage, 'time' | 'model'>;

interface UserDraft {
  role: 'user';
  parts: Part[];
  origin: Origin;
}

interface ReplyDraft {
  role: 'assistant';
  reply: ReplyBlocks;
  /** G3: its thinking is not sent. */
  isStripped: boolean;
  origin: Origin;
}

class Drafts {
  private readonly drafts: Draft[] = [];
  /** The replies since the last prompt, by key. Later lines can still join them. */
  private readonly joinable = new Map<string, ReplyDraft>();

  constructor(
    private readonly asked: Asked,
    private readonly isStripped: (entry: AssistantEntry) => boolean,
  ) {}

  /** D2: neighbouring user lines become one message. */
  addPart(part: Part | undefined, origin: Origin = {}): void {
    if (!part) return;
    const last = this.drafts.at(-1);
    if (last?.role === 'user') last.parts.push(part);
    else this.drafts.push({ role: 'user', parts: [part], origin });
  }

  /** D1: virtual lines and API errors are not sent. D3: a line joins its reply across replies and results. */
  addReply(entry: AssistantEntry): void {
    if (entry.isVirtual || isSyntheticError(entry)) return;
    const blocks = sentReply(entry, this.asked);
    if (this.endsWithPrompt()) this.joinable.clear();
    const key = replyKey(entry);
    const earlier = key === undefined ? undefined : this.joinable.get(key);
    if (earlier) {
      earlier.reply.join(blocks);
      return;
    }
    const isStripped = this.isStripped(entry);
    const draft: ReplyDraft = { role: 'assistant', reply: new ReplyBlocks(), isStripped, origin: originOf(entry) };
    draft.reply.join(blocks);
    this.drafts.push(draft);
    if (key !== undefined) this.joinable.set(key, draft);
  }

  /**
   * D10: the sent part of an attachment moves right after the last reply or result before it, after what moved there
   * earlier. Directly after a reply, each message that the client makes from it stays separate, and what follows joins
   * the last of them.
   */
  addAttachment(entry: AttachmentEntry): void {
    const part = risingPart(entry, this.asked.model);
    const last = this.drafts.at(-1);
    if (last?.role === 'user') {
      if (part) insertRising(last, part);
      return;
    }
    const origin = originOf(entry);
    const count = userMessagesFor(entry.attachment, this.asked.model);
    for (let message = 1; message < count; message++) this.drafts.push({ role: 'user', parts: [SILENT], origin });
    if (part || count > 1) this.drafts.push({ role: 'user', parts: [part ?? SILENT], origin });
  }

  finish(): DatedMessage[] {
    return this.drafts.map((draft) => (draft.role === 'user' ? finishUser(draft) : finishReply(draft)));
  }

  /** D3: a user message without a result separates the replies on both sides. */
  private endsWithPrompt(): boolean {
    const lastReply = this.drafts.findLastIndex((draft) => draft.role === 'assistant');
    return this.drafts
      .slice(lastReply + 1)
      .some((draft) => draft.role === 'user' && !draft.parts.some((part) => part.isResultLine));
  }
}

function risingPart(entry: AttachmentEntry, model: string): Part | undefined {
  const queued = queuedPrompt(entry, model);
  if (queued) return { ...partOf(queued), rises: 2 };
  const pictures = picturesOf(entry.attachment);
  return pictures.length > 0 ? { ...partOf(pictures), rises: 1 } : undefined;
}

function insertRising({ parts }: UserDraft, part: Part): void {
  let at = parts.findLastIndex((each) => each.isResultLine) + 1;
  while ((parts[at]?.rises ?? Number.POSITIVE_INFINITY) <= (part.rises ?? 0)) at++;
  parts.splice(at, 0, part);
}

function finishUser({ parts, origin }: UserDraft): DatedMessage {
  if (parts.every((part) => part.isSilent)) return { role: 'user', content: [], ...origin };
  return { role: 'user', content: orNoContent(blocksOfParts(parts)), ...origin };
}

function finishReply({ reply, isStripped, origin }: ReplyDraft): DatedMessage {
  const blocks = reply.blocks();
  return { role: 'assistant', content: orNoContent(isStripped ? withoutThinking(blocks) : blocks), ...origin };
}

function originOf(entry: Entry): Origin {
  const { timestamp } = entry as { timestamp?: unknown };
  const time = timeOf(timestamp);
  const model = isAssistant(entry) ? entry.message.model : undefined;
  return { ...(!Number.isNaN(time) && { time }), ...(typeof model === 'string' && { model }) };
}

function orNoContent(blocks: Block[]): Block[] {
  return blocks.length > 0 ? blocks : [NO_CONTENT];
}
