import {
  type Entry,
  isAttachment,
  isSystem,
  isUser,
  type JsonObject,
  type Node,
  type SystemEntry,
  wordsOf,
} from '@unspool/session';
import { isProgress } from '@unspool/session/read';
import { word } from './maker.js';
import { promptWords, queuedWords } from './prompt-words.js';

/** Something without a duration, shown as an event among replies and calls. */
export interface Moment {
  name: string;
  level?: 'WARNING' | 'ERROR';
  /** Words that reached the model. */
  input?: string;
  message?: string;
  metadata?: Record<string, unknown>;
  /** The call it belongs to. */
  callId?: string | undefined;
}

/** Whether a line can be a moment. Decided from the node, without reading the line. */
export function mayBeMoment(node: Node): boolean {
  switch (node.type) {
    case 'system':
      return SYSTEM.has(node.subtype ?? '');
    case 'attachment':
      return node.subtype === 'queued_command' || (node.subtype?.startsWith('hook_') ?? false);
    case 'progress':
      return node.subtype === 'hook_progress';
    case 'user':
      return USER.has(node.user?.words ?? '');
    default:
      return false;
  }
}

const SYSTEM = new Set([
  'compact_boundary',
  'microcompact_boundary',
  'api_error',
  'model_refusal_fallback',
  'stop_hook_summary',
]);
const USER = new Set(['interruption', 'prompt', 'injected', 'compact_summary']);

export function momentOf(entry: Entry): Moment | undefined {
  if (isSystem(entry)) return systemMoment(entry);
  if (isAttachment(entry)) {
    if (entry.attachment.type !== 'queued_command') return hookMoment(entry.attachment);
    return {
      name: 'queued prompt',
      input: queuedWords(entry.attachment['prompt']) ?? text(entry.attachment['prompt']),
    };
  }
  if (isProgress(entry)) return hookMoment({ ...entry.data, toolUseID: entry.toolUseID });
  if (!isUser(entry)) return undefined;
  const said = wordsOf(entry);
  const { kind, text: words } = said;
  switch (kind) {
    case 'interruption':
      return { name: 'interruption', level: 'WARNING', message: words.replace(/^\[|\]$/g, '') };
    case 'prompt':
      return { name: 'queued prompt', input: promptWords(said) };
    case 'compact_summary':
      return { name: 'compaction summary', input: words };
    default:
      return injected(words);
  }
}

function injected(words: string): Moment | undefined {
  if (words.startsWith('<task-notification>')) return { name: 'task notification', input: words };
  const hook = /^([A-Z][A-Za-z]+) hook (feedback|blocking error|additional context)/.exec(words);
  return hook ? { name: `hook ${hook[1]}`, level: 'WARNING', input: words } : undefined;
}

function systemMoment(entry: SystemEntry): Moment | undefined {
  switch (entry.subtype) {
    case 'compact_boundary': {
      const { trigger, preTokens, postTokens } = objectOf(entry.compactMetadata);
      return { name: 'compaction', metadata: { trigger, pre_tokens: preTokens, post_tokens: postTokens } };
    }
    case 'microcompact_boundary': {
      const { trigger, preTokens, tokensSaved } = objectOf(entry.microcompactMetadata);
      return { name: 'microcompaction', metadata: { trigger, pre_tokens: preTokens, tokens_saved: tokensSaved } };
    }
    case 'api_error':
      return apiError(entry);
    case 'model_refusal_fallback': {
      const { originalModel, fallbackModel, apiRefusalCategory } = entry;
      const metadata = { original_model: originalModel, fallback_model: fallbackModel, category: apiRefusalCategory };
      return { name: 'model fallback', level: 'WARNING', metadata };
    }
    case 'stop_hook_summary':
      return stopHooks(entry);
    default:
      return undefined;
  }
}

/** The client retries after each of these. When it gives up, it writes a reply that says so. */
function apiError(entry: SystemEntry): Moment {
  const { status, formatted, message } = objectOf(entry.error);
  return {
    name: 'API error',
    level: 'WARNING',
    message: word(formatted) ?? word(message) ?? 'API error',
    metadata: {
      status,
      retry_attempt: entry.retryAttempt,
      max_retries: entry.maxRetries,
      retry_in_ms: typeof entry.retryInMs === 'number' ? Math.round(entry.retryInMs) : undefined,
    },
  };
}

/** Undefined if only our own hook ran: that would add an event to every turn, after the turn was sent. */
function stopHooks(entry: SystemEntry): Moment | undefined {
  const errors = Array.isArray(entry.hookErrors) ? entry.hookErrors : [];
  const isTrouble = errors.length > 0 || entry.preventedContinuation === true;
  const hooks = Array.isArray(entry.hookInfos) ? entry.hookInfos : [];
  if (!isTrouble && hooks.length > 0 && hooks.every(isOurs)) return undefined;
  return {
    name: 'hook Stop',
    ...(isTrouble && { level: 'WARNING' as const, message: word(entry.stopReason) ?? errors.map(text).join('; ') }),
    metadata: { hook_count: entry.hookCount, prevented_continuation: entry.preventedContinuation },
  };
}

function isOurs(hook: unknown): boolean {
  return /trace-hook\.cjs/.test(word(objectOf(hook)['command']) ?? '');
}

function hookMoment(hook: JsonObject): Moment {
  const name = word(hook['hookName']) ?? word(hook['hookEvent']) ?? 'unknown';
  const isTrouble = /error|blocking/.test(word(hook['type']) ?? '');
  return {
    name: `hook ${name}`,
    ...(isTrouble && { level: 'WARNING' as const, message: word(hook['stderr']) ?? text(hook['content']) }),
    metadata: { exit_code: hook['exitCode'], duration_ms: hook['durationMs'] },
    callId: word(hook['toolUseID']),
  };
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
