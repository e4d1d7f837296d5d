import type { Session } from './session.js';

/** A sub-agent and where its lines are. Open it only when it is shown, so that few are in memory at once. */
export interface Agent {
  agentId: string;
  place: 'file' | 'side chain' | 'progress lines';
  /** Its own file, or the file that contains its lines. */
  file: string;
  agentType: string | undefined;
  description: string | undefined;
  toolUseId: string | undefined;
  prompt: string | undefined;
  open(): Session;
  /** The sub-agents it started, by call. */
  started: Map<string, Agent[]>;
}
