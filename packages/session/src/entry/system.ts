import type { JsonObject } from '../line/line.js';
import { type GraphEntry, graphFields, type KnownFields } from './common.js';

/** Something the client did. Only `local_command` is ever sent to the model. */
export interface SystemEntry extends GraphEntry {
  type: 'system';
  /** Absent in 1.0.x. */
  subtype?: string;
  content?: string;
  level?: string;
  logicalParentUuid?: string | null;
  compactMetadata?: CompactMetadata;
  microcompactMetadata?: JsonObject;
  durationMs?: number;
  messageCount?: number;
  toolUseID?: string;
  error?: unknown;
  cause?: unknown;
  source?: unknown;
  retryInMs?: number;
  retryAttempt?: number;
  maxRetries?: number;
  hookCount?: number;
  hookInfos?: unknown[];
  hookErrors?: unknown[];
  hookAdditionalContext?: unknown;
  preventedContinuation?: boolean;
  stopReason?: string;
  hasOutput?: boolean;
  commandRun?: unknown;
  direction?: string;
  trigger?: string;
  originalModel?: string;
  fallbackModel?: string;
  requestId?: string;
  apiRefusalCategory?: string;
  apiRefusalExplanation?: string;
  refusedUserMessageUuid?: string;
  url?: string;
}

/** What a compaction took away and what it kept. */
export interface CompactMetadata {
  trigger?: string;
  preTokens?: number;
  postTokens?: number;
  preservedSegment?: { headUuid?: string; anchorUuid?: string; tailUuid?: string };
  preservedMessages?: { anchorUuid?: string; uuids?: string[] };
  [key: string]: unknown;
}

export const systemSubtypes = [
  'compact_boundary',
  'microcompact_boundary',
  'turn_duration',
  'local_command',
  'api_error',
  'stop_hook_summary',
  'away_summary',
  'informational',
  'bridge_status',
  'model_refusal_fallback',
] as const;

export const systemFields = [
  ...graphFields,
  'subtype',
  'content',
  'level',
  'logicalParentUuid',
  'compactMetadata',
  'microcompactMetadata',
  'durationMs',
  'messageCount',
  'toolUseID',
  'error',
  'cause',
  'source',
  'retryInMs',
  'retryAttempt',
  'maxRetries',
  'hookCount',
  'hookInfos',
  'hookErrors',
  'hookAdditionalContext',
  'preventedContinuation',
  'stopReason',
  'hasOutput',
  'commandRun',
  'direction',
  'trigger',
  'originalModel',
  'fallbackModel',
  'requestId',
  'apiRefusalCategory',
  'apiRefusalExplanation',
  'refusedUserMessageUuid',
  'url',
] as const satisfies KnownFields<SystemEntry>;
