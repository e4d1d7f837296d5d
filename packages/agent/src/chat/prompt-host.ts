import type { Hooks } from '../hooks/hooks.js';
import type { Listen, SessionStarted } from '../loop/event.js';
import type { Opened } from '../sessions/open-start.js';
import type { Chat } from './chat.js';
import type { LiveSession } from './live-session.js';
import type { ChatOptions } from './options.js';
import type { PermissionGate } from './permission-gate.js';
import type { ProjectContext } from './project-context.js';
import type { Thread } from './thread.js';

/** What a chat provides to process one prompt. */
export interface PromptHost extends Chat {
  readonly options: ChatOptions;
  readonly gate: PermissionGate;
  readonly hooks: Hooks;
  readonly context: ProjectContext;
  readonly live: LiveSession;
  readonly thread: Thread;
  readonly signal: AbortSignal;
  readonly tell: Listen;
  source: SessionStarted['source'];
  isRunningCommand: boolean;
  /** The error that kept lines of this turn from being written. */
  readonly unwritten: string | undefined;
  clear(): void;
  continueWith(opened: Opened): void;
  compact(instructions: string): Promise<string>;
}
