import type { JsonObject } from '../line/line.js';
import { type GraphEntry, graphFields, type KnownFields } from './common.js';

/** Context the client put beside a message (from 2.1.92): file mentions, reminders, hook output, queued prompts. */
export interface AttachmentEntry extends GraphEntry {
  type: 'attachment';
  attachment: JsonObject & { type?: string };
  rendered?: unknown[];
  renderedRole?: string;
  renderedBesideToolResult?: unknown;
}

export const attachmentFields = [
  ...graphFields,
  'attachment',
  'rendered',
  'renderedRole',
  'renderedBesideToolResult',
] as const satisfies KnownFields<AttachmentEntry>;

export const attachmentTypes = [
  'agent_listing_delta',
  'auto_mode',
  'command_permissions',
  'date',
  'deferred_tools_delta',
  'deferred_tools_record',
  'diagnostics',
  'edited_text_file',
  'environment',
  'file',
  'goal_status',
  'hook_additional_context',
  'hook_non_blocking_error',
  'hook_success',
  'hook_system_message',
  'invoked_skills',
  'mcp_instructions_delta',
  'model',
  'nested_memory',
  'plan_mode',
  'plan_mode_exit',
  'prompt_snapshot',
  'queued_command',
  'remote_session_change',
  'session_context',
  'skill_listing',
  'task_reminder',
  'todo_reminder',
  'total_tokens_reminder',
] as const;
