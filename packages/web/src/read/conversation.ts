import type { Session, Turns } from '@unspool/session';
import type { AgentRef } from '../view/view.js';
import type { Measured } from './measured.js';

/** A snapshot of a session or sub-agent, ready to be shown. When the file grows, a new one is made. */
export interface Conversation {
  /** Its path below the API, with which every `href` begins. */
  path: string;
  /** The file that its offloaded outputs belong to. */
  file: string;
  session: Session;
  turns: Turns;
  measured: Measured;
  /** False while only the beginning of a huge file has been read. Its last turn may then be incomplete. */
  isWhole: boolean;
  /** Changes whenever there is more to see. */
  revision: string;
  /** Whether its file was written recently, so that a call without a result may still be running. */
  isFresh: boolean;
  agents: AgentsOfCalls;
}

/** Which sub-agents the calls of a conversation started. */
export interface AgentsOfCalls {
  of(callId: string): readonly AgentRef[];
  /** When a sub-agent began and ended; milliseconds. */
  times(agentId: string): { startedAt: number | null; endedAt: number | null };
}
