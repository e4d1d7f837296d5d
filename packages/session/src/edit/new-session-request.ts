import type { Session } from '../graph/session.js';
import type { Family } from '../locate/family.js';
import type { CopyHelper } from './copy-session.js';
import type { FamilyChange } from './family-change.js';
import type { EditPlan } from './plan.js';

export interface NewSessionRequest {
  file: string;
  /** Asked for only where it is needed. */
  readonly session: Session;
  family: Family;
  /** Absent: an exact copy. */
  plan?: EditPlan;
  /** What is done to the rest of the family; without it, it is carried as it is. */
  change?: FamilyChange;
  /** The project folder the new session goes to. */
  folder: string;
  sessionId: string;
  newUuid: () => string;
  /** Copies a part of a large file meanwhile. */
  helper?: CopyHelper | undefined;
}
