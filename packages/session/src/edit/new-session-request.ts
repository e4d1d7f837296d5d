import type { Family } from '../locate/family.js';
import type { Session } from '../model/session.js';
import type { FamilyChange } from './family-change.js';
import type { EditPlan } from './plan.js';

/** The parameters of `makeSession`. */
export interface NewSessionRequest {
  file: string;
  /** Read only when needed: it may be a getter that opens the session. */
  readonly session: Session;
  family: Family;
  /** If absent, the copy is exact. */
  plan?: EditPlan;
  /** What is done to the rest of the family. Without it, the rest is copied unchanged. */
  change?: FamilyChange | undefined;
  /** What the title of the copy gets (see `EditPlan`); without it, the copy has the title of the original. */
  mark?: string | undefined;
  /** The project folder the new session goes to. */
  folder: string;
  sessionId: string;
  newUuid: () => string;
}
