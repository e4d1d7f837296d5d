import type { JsonObject } from '../line/line.js';
import type { Content } from './block.js';
import { type GraphEntry, graphFields, type KnownFields } from './common.js';

/** A line of the user's role: a person's words, a tool's result, or text the client put in (see `wordsOf`). */
export interface UserEntry extends GraphEntry {
  type: 'user';
  message: { role: 'user'; content: Content };
  /** What the tool gave the client, richer than the block the model sees. Failures are a plain string. */
  toolUseResult?: JsonObject | string | unknown[];
  sourceToolAssistantUUID?: string;
  sourceToolUseID?: string;
  isCompactSummary?: boolean;
  isVisibleInTranscriptOnly?: boolean;
  permissionMode?: string;
  promptId?: string;
  promptSource?: string;
  origin?: { kind?: string };
  planContent?: string;
  thinkingMetadata?: JsonObject;
  todos?: unknown[];
  imagePasteIds?: unknown[];
  interruptedMessageId?: string;
  toolDenialKind?: string;
  permissionDecision?: unknown;
  turnOrigin?: string;
  turnPosition?: JsonObject;
  turnCompanion?: unknown;
  queueSkipAttachments?: boolean;
  classifierMetaLines?: unknown;
  sandboxed?: unknown;
  summarizedTurnPromptUuids?: string[];
  mcpMeta?: JsonObject;
  /** Very old lines hold their words here and have no `message`. */
  content?: Content;
}

export const userFields = [
  ...graphFields,
  'message',
  'toolUseResult',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
  'permissionMode',
  'promptId',
  'promptSource',
  'origin',
  'planContent',
  'thinkingMetadata',
  'todos',
  'imagePasteIds',
  'interruptedMessageId',
  'toolDenialKind',
  'permissionDecision',
  'turnOrigin',
  'turnPosition',
  'turnCompanion',
  'queueSkipAttachments',
  'classifierMetaLines',
  'sandboxed',
  'summarizedTurnPromptUuids',
  'mcpMeta',
  'content',
] as const satisfies KnownFields<UserEntry>;
