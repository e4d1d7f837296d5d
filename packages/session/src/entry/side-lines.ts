import type { JsonObject } from '../line/line.js';
import type { KnownFields } from './common.js';

/** Lines outside the graph: titles, queues, file history, state. Of those that repeat, the last one counts. */
export interface SummaryEntry {
  type: 'summary';
  summary: string;
  leafUuid?: string;
}

export interface FileHistorySnapshotEntry {
  type: 'file-history-snapshot';
  messageId?: string;
  snapshot?: JsonObject & { trackedFileBackups?: JsonObject };
  isSnapshotUpdate?: boolean;
}

export interface FileHistoryDeltaEntry {
  type: 'file-history-delta';
  messageId?: string;
  snapshotMessageId?: string;
  trackingPath?: string;
  backup?: JsonObject;
  timestamp?: string;
}

export interface QueueOperationEntry {
  type: 'queue-operation';
  operation?: string;
  timestamp?: string;
  sessionId?: string;
  content?: string;
  reason?: string;
  commandUuid?: string;
  deliveryId?: string;
}

export interface LastPromptEntry {
  type: 'last-prompt';
  leafUuid?: string;
  lastPrompt?: string;
  sessionId?: string;
  explicit?: boolean;
}

export interface CustomTitleEntry {
  type: 'custom-title';
  customTitle: string;
  sessionId?: string;
}

export interface AiTitleEntry {
  type: 'ai-title';
  aiTitle: string;
  sessionId?: string;
}

const session = ['type', 'sessionId'] as const;

/** Every known type outside the graph with the fields seen on it. */
export const sideLineFields = {
  summary: ['type', 'summary', 'leafUuid'] satisfies KnownFields<SummaryEntry>,
  'file-history-snapshot': [
    'type',
    'messageId',
    'snapshot',
    'isSnapshotUpdate',
  ] satisfies KnownFields<FileHistorySnapshotEntry>,
  'file-history-delta': [
    'type',
    'messageId',
    'snapshotMessageId',
    'trackingPath',
    'backup',
    'timestamp',
  ] satisfies KnownFields<FileHistoryDeltaEntry>,
  'queue-operation': [
    ...session,
    'operation',
    'timestamp',
    'content',
    'reason',
    'commandUuid',
    'deliveryId',
  ] satisfies KnownFields<QueueOperationEntry>,
  'last-prompt': [...session, 'leafUuid', 'lastPrompt', 'explicit'] satisfies KnownFields<LastPromptEntry>,
  'custom-title': [...session, 'customTitle'] satisfies KnownFields<CustomTitleEntry>,
  'ai-title': [...session, 'aiTitle'] satisfies KnownFields<AiTitleEntry>,
  mode: [...session, 'mode'],
  'permission-mode': [...session, 'permissionMode'],
  'agent-name': [...session, 'agentName'],
  'agent-setting': [...session, 'agentSetting'],
  tag: [...session, 'tag'],
  'pr-link': [...session, 'prNumber', 'prUrl', 'prRepository', 'timestamp'],
  'bridge-session': [...session, 'bridgeSessionId', 'timestamp'],
  'frame-link': [...session, 'path', 'frameUrl', 'title', 'timestamp'],
  'tools-used': [...session, 'tools'],
  'cost-state': [
    ...session,
    'totalCostUSD',
    'totalAPIDuration',
    'totalAPIDurationWithoutRetries',
    'totalToolDuration',
    'totalLinesAdded',
    'totalLinesRemoved',
    'totalDuration',
    'startTime',
    'modelUsage',
    'hasUnknownModelCost',
  ],
  'atis-latch': [...session, 'atis'],
  'worktree-state': [...session, 'worktreeSession', 'timestamp'],
  relocated: [...session, 'timestamp'],
  'api-request': [
    ...session,
    'agentId',
    'id',
    'timestamp',
    'version',
    'querySource',
    'shapeHash',
    'params',
    'keep',
    'tail',
    'base',
    'cacheControl',
    'requestDigest',
  ],
  'api-request-shape': [...session, 'agentId', 'shapeHash', 'timestamp', 'version', 'shape'],
  'api-request-blob': [...session, 'agentId', 'hash', 'message'],
} as const;
