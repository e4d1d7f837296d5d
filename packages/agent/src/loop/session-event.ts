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
  /** Tokens in the last request of a resumed conversation, and the limit. */
  contextTokens: number;
  contextWindow: number;
}

/** A user message, other than a tool result, was added to the conversation. */
export interface PromptGiven {
  type: 'prompt';
  content: string | Block[];
  /**
   * `meta` is text that the client adds: an expanded command, a request to continue, a hook's output. `notification` is news
   * of a background task; `output`, what a command of the user's printed.
   */
  kind: 'prompt' | 'command' | 'meta' | 'interruption' | 'notification' | 'output';
  /** What the user typed, if `content` differs: `/review 12`. */
  typed?: string;
}

/** An attachment to the prompt before it, such as a file it names. */
export interface AttachmentGiven {
  type: 'attachment';
  /** In the client's shape. */
  attachment: JsonObject;
  /** What the model receives for it, as reminders. */
  rendered: string[];
}

/** A prompt that arrives while the loop works waits in the queue. */
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
  /** The text that the next request starts with. */
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

/** A slash command that the client handled itself. It is not part of the conversation and not saved. */
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

/** Something the user should know that is not part of the conversation. */
export interface Noticed {
  type: 'notice';
  level: 'info' | 'warning' | 'error';
  message: string;
}
