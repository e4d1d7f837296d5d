import type { Block } from '@unspool/session';
import type { AgentDefinition } from '../agents/definitions.js';
import type { Hook } from '../hooks/hook-config.js';
import type { AgentEvent, Listen, PermissionAnswer, Totals, TurnFinished } from '../loop/event.js';
import type { ServerConfig } from '../mcp/server-config.js';
import type { ServerState } from '../mcp/server-state.js';
import type { PermissionMode } from '../permissions/decide.js';

/** A conversation as the terminal and print mode drive it. Everything it does is told as events. */
export interface Chat {
  readonly sessionId: string;
  readonly file: string;
  readonly model: string;
  readonly permissionMode: PermissionMode;
  readonly totals: Totals;
  readonly isWorking: boolean;
  /** Tells all events from now on. Returns what ends it. */
  listen(listener: Listen): () => void;
  /** What is sent of the conversation so far, oldest first, as events: to show a resumed one. */
  history(): AgentEvent[];
  /**
   * Gives a prompt or a slash command. While the loop works it waits in the queue; the promise ends with the turn that
   * took it.
   */
  send(prompt: string | Block[]): Promise<TurnFinished | undefined>;
  /** Takes back the prompts that wait, to edit them. */
  takeBackQueue(): string[];
  /** Esc: stops at once. The file is left so that it resumes. */
  interrupt(): void;
  answer(id: string, answer: PermissionAnswer): void;
  setModel(model: string): void;
  setPermissionMode(mode: PermissionMode): void;
  /** Takes what who drives it brings: before the first prompt. */
  configure(given: Driven): void;
  /** Ends a task in the background. */
  stopTask(id: string): void;
  commands(): SlashCommand[];
  servers(): readonly ServerState[];
  /** Names of the tools that are offered now. */
  tools(): string[];
  rewindPoints(): RewindPoint[];
  /** Says in words what was done. Throws while the loop works. */
  rewind(promptUuid: string, what: 'conversation' | 'files' | 'both'): string;
  /** Waits until nothing works any more: the loop, agents in the background, and commands there for so long. */
  settle(commandsMs: number): Promise<void>;
  /** Ends hooks, background commands and servers; the file is complete. */
  close(): Promise<void>;
}

/** What a program that drives a chat may bring. */
export interface Driven {
  systemPrompt?: string;
  appendSystemPrompt?: string;
  agents?: AgentDefinition[];
  hooks?: Hook[];
  /** MCP servers that are a part of it; the chat's owner reaches them. */
  servers?: ServerConfig[];
}

export interface SlashCommand {
  name: string;
  description: string;
  argumentHint?: string;
}

/** A prompt one can go back to. */
export interface RewindPoint {
  uuid: string;
  text: string;
  time: number;
  /** Files that have changed since, by what was kept of them. */
  files: string[];
}
