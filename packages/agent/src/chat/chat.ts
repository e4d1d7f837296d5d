import type { Block } from '@unspool/session';
import type { AgentDefinition } from '../agents/definitions.js';
import type { Hook } from '../hooks/hook-config.js';
import type { AgentEvent, Listen, PermissionAnswer, Totals, TurnFinished } from '../loop/event.js';
import type { ServerConfig } from '../mcp/server-config.js';
import type { ServerState } from '../mcp/server-state.js';
import type { PermissionMode } from '../permissions/decide.js';

/** A conversation as the terminal and print mode drive it. It reports everything it does as events. */
export interface Chat {
  readonly sessionId: string;
  readonly file: string;
  readonly model: string;
  readonly permissionMode: PermissionMode;
  readonly totals: Totals;
  readonly isWorking: boolean;
  /** Reports all events from now on. Returns a function that unsubscribes. */
  listen(listener: Listen): () => void;
  /** The conversation so far as events, oldest first, for displaying a resumed session. */
  history(): AgentEvent[];
  /**
   * Sends a prompt or a slash command, or queues it while a turn is running. The promise resolves with the turn that
   * handled it.
   */
  send(prompt: string | Block[]): Promise<TurnFinished | undefined>;
  /** Empties the queue and returns its prompts for editing. */
  takeBackQueue(): string[];
  /** Esc: stops at once. The file can still be resumed. */
  interrupt(): void;
  answer(id: string, answer: PermissionAnswer): void;
  setModel(model: string): void;
  setPermissionMode(mode: PermissionMode): void;
  /** Applies settings from the driving program. Call this before the first prompt. */
  configure(given: Driven): void;
  /** Stops a background task. */
  stopTask(id: string): void;
  commands(): SlashCommand[];
  servers(): readonly ServerState[];
  /** Names of the tools available now. */
  tools(): string[];
  rewindPoints(): RewindPoint[];
  /** Returns a message for the user. Throws while a turn is running. */
  rewind(promptUuid: string, what: 'conversation' | 'files' | 'both'): string;
  /** Waits for the running turn and all background agents, and up to `commandsMs` for background commands. */
  settle(commandsMs: number): Promise<void>;
  /** Stops all work and completes the session file. */
  close(): Promise<void>;
}

/** Settings that a program driving the chat may supply. */
export interface Driven {
  systemPrompt?: string;
  appendSystemPrompt?: string;
  agents?: AgentDefinition[];
  hooks?: Hook[];
  /** MCP servers that run inside the driving program. */
  servers?: ServerConfig[];
}

export interface SlashCommand {
  name: string;
  description: string;
  argumentHint?: string;
}

/** A prompt that the user can rewind to. */
export interface RewindPoint {
  uuid: string;
  text: string;
  time: number;
  /** Files changed since then that have a backup. */
  files: string[];
}
