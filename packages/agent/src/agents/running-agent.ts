import type { JsonObject } from '@unspool/session';
import type { Usage } from '@unspool/session/read';
import type { ToolContext } from '../tools/tool.js';
import type { AgentDefinition } from './definitions.js';

/** Starts a sub-agent. */
export type StartAgent = (task: AgentTask, call: Pick<ToolContext, 'toolUseId' | 'signal'>) => RunningAgent;

export interface RunningAgent {
  agentId: string;
  /** Its session file. */
  file: string;
  resolvedModel: string;
  ended: Promise<AgentOutcome>;
  /** Its latest text. */
  lastWords(): string;
}

export interface AgentTask {
  definition: AgentDefinition;
  description: string;
  prompt: string;
  model: string | undefined;
  isBackground: boolean;
}

export interface AgentOutcome {
  /** Its last text. */
  text: string;
  /** Set if it did not finish: why. */
  failure: string | undefined;
  isInterrupted: boolean;
  totalDurationMs: number;
  /** Tokens in its last request and reply. */
  totalTokens: number;
  totalToolUseCount: number;
  usage: Usage;
  toolStats: JsonObject;
}
