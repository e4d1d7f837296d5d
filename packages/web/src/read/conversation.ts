import type { Session, Turns } from '@unspool/session';
import type { AgentRef } from '../view/view.js';
import type { Measured } from './measured.js';

/** A session or a sub-agent, ready to be shown. It is of one moment: when the file grows, another is made. */
export interface Conversation {
  /** Its path below the API: what every `href` begins with. */
  path: string;
  /** The file that its offloaded outputs belong to. */
  file: string;
  session: Session;
  turns: Turns;
  measured: Measured;
  /** False while only the beginning of a huge file was read: its last turn may go on. */
  isWhole: boolean;
  /** Changes whenever there is more to see. */
  revision: string;
  /** Whether its file was written a moment ago: then a call without a result may still run. */
  isFresh: boolean;
  agents: AgentsOfCalls;
}

/** Which sub-agents the calls of a conversation started. */
export interface AgentsOfCalls {
  of(callId: string): readonly AgentRef[];
  /** When a sub-agent began and ended; milliseconds. */
  times(agentId: string): { startedAt: number | null; endedAt: number | null };
}
