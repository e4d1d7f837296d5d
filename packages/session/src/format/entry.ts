import type { Fields } from '../read/fields.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { paths } from './paths.js';
import type {
  AiTitleEntry,
  AssistantEntry,
  AttachmentEntry,
  Content,
  CustomTitleEntry,
  FileHistoryDeltaEntry,
  FileHistorySnapshotEntry,
  LastPromptEntry,
  ProgressEntry,
  QueueOperationEntry,
  SummaryEntry,
  SystemEntry,
  UserEntry,
} from './schema.js';

/**
 * One object of a session file, exactly as parsed: nothing renamed, added or removed, so unknown fields pass through.
 * Use the guards below to determine its type; they check the shape, so that the type can be trusted inside them. An
 * entry that no guard recognises is an `OtherEntry` and is also kept.
 */
export type Entry =
  | UserEntry
  | AssistantEntry
  | SystemEntry
  | AttachmentEntry
  | ProgressEntry
  | SummaryEntry
  | FileHistorySnapshotEntry
  | FileHistoryDeltaEntry
  | QueueOperationEntry
  | LastPromptEntry
  | CustomTitleEntry
  | AiTitleEntry
  | OtherEntry;

/** An entry that no guard recognises; it is kept unchanged. */
export interface OtherEntry {
  [key: string]: unknown;
}

/** Whether an entry is a user line with readable content: a string or an array of objects. */
export const isUser = (entry: Entry): entry is UserEntry => entry['type'] === 'user' && hasContent(entry['message']);

/** Whether an entry is a reply line with readable content. */
export const isAssistant = (entry: Entry): entry is AssistantEntry =>
  entry['type'] === 'assistant' && hasContent(entry['message']);

/** Whether an entry is a system line. */
export const isSystem = (entry: Entry): entry is SystemEntry => entry['type'] === 'system';

/** Whether an entry is an attachment: context that the client added. */
export const isAttachment = (entry: Entry): entry is AttachmentEntry =>
  entry['type'] === 'attachment' && isObject(entry['attachment']);

/** Whether an entry is a progress line of a running tool, hook or sub-agent. */
export const isProgress = (entry: Entry): entry is ProgressEntry =>
  entry['type'] === 'progress' && isObject(entry['data']);

export const isSummary = (entry: Entry): entry is SummaryEntry =>
  entry['type'] === 'summary' && typeof entry['summary'] === 'string';

export const isLastPrompt = (entry: Entry): entry is LastPromptEntry => entry['type'] === 'last-prompt';

export const isCustomTitle = (entry: Entry): entry is CustomTitleEntry =>
  entry['type'] === 'custom-title' && typeof entry['customTitle'] === 'string';

export const isAiTitle = (entry: Entry): entry is AiTitleEntry =>
  entry['type'] === 'ai-title' && typeof entry['aiTitle'] === 'string';

/**
 * Returns the entry in its current shape: an old shape is converted, and invalid items among its blocks are removed.
 */
export function modernise(entry: Entry): Entry {
  const role = oldRole(entry);
  return withBlocksOnly(role === undefined ? entry : inNewShape(entry, role));
}

/** Whether `modernise` may change an entry. */
export function isInOldShape(fields: Fields): boolean {
  if (!fields.isText(paths.type)) return true;
  const isMessage = fields.is(paths.type, 'user') || fields.is(paths.type, 'assistant');
  return (isMessage || fields.isList(paths.message.content)) && !hasReadableContent(fields);
}

/** Whether `message.content` is a string or a list of objects. */
export function hasReadableContent(fields: Fields): boolean {
  const { content } = paths.message;
  return fields.isText(content) || fields.hasObjectsOnly(content);
}

/**
 * Returns the role of a message in the shape of the first versions: words in a top-level `content`, or a reply without
 * a `type`. People still have such sessions, although the newest client does not resume them.
 */
export function oldRole(entry: Entry): 'user' | 'assistant' | undefined {
  const { type, message, content } = entry as OtherEntry;
  if (type === 'user' && message === undefined && isContent(content)) return 'user';
  if (type !== undefined || !hasContent(message)) return undefined;
  return message.role === 'assistant' || message.role === 'user' ? message.role : undefined;
}

function inNewShape(entry: Entry, role: 'user' | 'assistant'): Entry {
  const { message, content } = entry as OtherEntry;
  return { ...(entry as JsonObject), type: role, message: message ?? { role, content } } as Entry;
}

/** An entry left without blocks stays unchanged: such a line cannot be read. */
function withBlocksOnly(entry: Entry): Entry {
  const { message } = entry as OtherEntry;
  if (!isObject(message) || !Array.isArray(message['content']) || message['content'].every(isObject)) return entry;
  const content = message['content'].filter(isObject);
  return content.length === 0 ? entry : ({ ...entry, message: { ...message, content } } as Entry);
}

function hasContent(message: unknown): message is { content: Content; role?: unknown } {
  return isObject(message) && isContent(message['content']);
}

function isContent(content: unknown): content is Content {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isObject));
}
