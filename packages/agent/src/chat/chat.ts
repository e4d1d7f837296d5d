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
  /** The conversation that is sent so far, oldest first, as events: to show a resumed session. */
  history(): AgentEvent[];
  /**
   * Sends a prompt or a slash command. It is queued while the loop works; the promise resolves with the turn that
   * took it.
   */
  send(prompt: string | Block[]): Promise<TurnFinished | undefined>;
  /** Takes back the queued prompts, to edit them. */
  takeBackQueue(): string[];
  /** Esc: stops at once. The file can still be resumed. */
  interrupt(): void;
  answer(id: string, answer: PermissionAnswer): void;
  setModel(model: string): void;
  setPermissionMode(mode: PermissionMode): void;
  /** Takes what the driving program supplies; call it before the first prompt. */
  configure(given: Driven): void;
  /** Stops a background task. */
  stopTask(id: string): void;
  commands(): SlashCommand[];
  servers(): readonly ServerState[];
  /** Names of the tools available now. */
  tools(): string[];
  rewindPoints(): RewindPoint[];
  /** Returns a message that says what was done. Throws while the loop works. */
  rewind(promptUuid: string, what: 'conversation' | 'files' | 'both'): string;
  /** Waits until all work is done: the loop, background agents, and background commands for up to this long. */
  settle(commandsMs: number): Promise<void>;
  /** Stops hooks, background commands and servers; the file is complete. */
  close(): Promise<void>;
}

/** What a program that drives a chat may supply. */
export interface Driven {
  systemPrompt?: string;
  appendSystemPrompt?: string;
  agents?: AgentDefinition[];
  hooks?: Hook[];
  /** MCP servers inside that program, reached through the chat's owner. */
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
  /** Files changed since then, of which a backup exists. */
  files: string[];
}
