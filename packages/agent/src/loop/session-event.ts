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
  /** Tokens that the last request of a resumed conversation took, and how many fit. */
  contextTokens: number;
  contextWindow: number;
}

/** The user's side of the conversation grew by something that is no tool result. */
export interface PromptGiven {
  type: 'prompt';
  content: string | Block[];
  /**
   * `meta` is text the client puts in: an expanded command, "go on", what a hook said. `notification` is news of a task in
   * the background.
   */
  kind: 'prompt' | 'command' | 'meta' | 'interruption' | 'notification';
  /** What a person typed, when `content` is something else: `/review 12`. */
  typed?: string;
}

/** Something that goes with the prompt before it: a file it names. */
export interface AttachmentGiven {
  type: 'attachment';
  /** In the client's shape. */
  attachment: JsonObject;
  /** What the model is told of it, as reminders. */
  rendered: string[];
}

/** A prompt that came while the loop works waits in the queue. */
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
  /** The words the next request starts with. */
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

/** A slash command that the client answered itself. It is no part of the conversation and not written down. */
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

/** Something a person should know that is no part of the conversation. */
export interface Noticed {
  type: 'notice';
  level: 'info' | 'warning' | 'error';
  message: string;
}
