import type { Family } from '../locate/family.js';
import type { Session } from '../model/session.js';
import type { FamilyChange } from './family-change.js';
import type { EditPlan } from './plan.js';

/** What `makeSession` needs to know. */
export interface NewSessionRequest {
  file: string;
  /** Read only when it is needed: it may be a getter that opens the session. */
  readonly session: Session;
  family: Family;
  /** Absent: an exact copy. */
  plan?: EditPlan;
  /** What is done to the rest of the family; without it, the rest is copied as it is. */
  change?: FamilyChange | undefined;
  /** The project folder the new session goes to. */
  folder: string;
  sessionId: string;
  newUuid: () => string;
}
