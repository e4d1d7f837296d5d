import type { Agent, JsonObject } from '@unspool/session';
import type { Page } from '../terminal/page.js';
import type { BranchOfTurn } from './branch-note.js';
import type { Conversation } from './conversation.js';
import type { Detail } from './detail.js';

/** The current position in a session, and how much of it to show. */
export interface Place {
  conversation: Conversation;
  detail: Detail;
  branches: BranchOfTurn;
  /** The nesting depth of sub-agents. */
  depth: number;
  /** The session has more than one model, so each turn names its own. */
  hasModels: boolean;
  /** Calls contain sub-agents, which contain turns, which contain calls. The function for the next level is passed down. */
  printAgents(agents: readonly Agent[], input: JsonObject, page: Page, place: Place): void;
}
