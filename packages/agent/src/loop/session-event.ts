import type { Block, JsonObject } from '@unspool/session';
import type { PermissionMode } from '../permissions/decide.js';

export interface SessionStarted {
  type: 'session_started';
  source: 'startup' | 'resume' | 'fork' | 'clear';
  sessionId: string;
  /** The session file. */
  file: string;
  cwd: string;
  model: string;
  permissionMode: PermissionMode;
  tools: string[];
  slashCommands: string[];
  agents: string[];
  /** Tokens in a resumed conversation's last request, and the model's limit. */
  contextTokens: number;
  contextWindow: number;
}

/** A user message, other than a tool result, was added to the conversation. */
export interface PromptGiven {
  type: 'prompt';
  content: string | Block[];
  /**
   * `meta`: text that the client adds, such as an expanded command, a request to continue or a hook's output.
   * `notification`: a background task has ended. `output`: the output of the user's own command.
   */
  kind: 'prompt' | 'command' | 'meta' | 'interruption' | 'notification' | 'output';
  /** What the user typed, if that is not `content`: `/review 12`. */
  typed?: string;
}

/** An attachment to the preceding prompt, such as a file it mentions. */
export interface AttachmentGiven {
  type: 'attachment';
  /** In the client's format. */
  attachment: JsonObject;
  /** The reminders that the model receives for it. */
  rendered: string[];
}

/** The queue of prompts that arrived during a turn has changed. */
export interface QueueChanged {
  type: 'queue';
  operation: 'enqueue' | 'dequeue' | 'remove' | 'popAll';
  content?: string;
  waiting: string[];
}

export interface CompactionStarted {
  type: 'compaction_started';
  trigger: 'auto' | 'manual';
  preTokens: number;
}

export interface CompactionFinished {
  type: 'compaction';
  trigger: 'auto' | 'manual';
  preTokens: number;
  /** Estimated. */
  postTokens: number;
  durationMs: number;
  /** The first text of the next request. */
  summary: string;
}

export interface HookRan {
  type: 'hook';
  hookEvent: string;
  /** `PreToolUse:Bash`. */
  hookName: string;
  command: string;
  state: 'started' | 'finished';
  exitCode?: number;
  stdout?: string;
  stderr?: string;
  durationMs?: number;
  toolUseId?: string;
}

/** A slash command that never reached the model. It is not part of the conversation and not saved. */
export interface LocalCommandRan {
  type: 'local_command';
  name: string;
  args: string;
  output: string;
  isError: boolean;
}

export interface ModeChanged {
  type: 'mode';
  permissionMode: PermissionMode;
}

/** A message to the user that is not part of the conversation. */
export interface Noticed {
  type: 'notice';
  level: 'info' | 'warning' | 'error';
  message: string;
}
