import type { Agent, JsonObject } from '@unspool/session';
import type { Page } from '../terminal/page.js';
import type { BranchOfTurn } from './branch-note.js';
import type { Conversation } from './conversation.js';
import type { Detail } from './detail.js';

/** Where on the way through a session we are, and how much of it is wanted. */
export interface Place {
  conversation: Conversation;
  detail: Detail;
  branches: BranchOfTurn;
  /** How many sub-agents we are in. */
  depth: number;
  /** More than one model speaks in the session, so each turn says which one it was. */
  hasModels: boolean;
  /** Calls hold sub-agents, which hold turns, which hold calls: the way down is handed along. */
  printAgents(agents: readonly Agent[], input: JsonObject, page: Page, place: Place): void;
}
