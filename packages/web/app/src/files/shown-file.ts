import type { ComponentChildren } from 'preact';
import type { FileDiff } from '../api/contract.js';

/** A file whose diff is shown: of a session, or of a project. */
export interface ShownFile {
  path: string;
  /** Changes with its diff. */
  version: string;
  /** Undefined until the diff is known. */
  change?: { added: number; removed: number };
  /** Links to who wrote it. */
  by: ComponentChildren;
  /** Where the diff is fetched. */
  diff: string;
  /** Where other writers of its lines are fetched. */
  blame: string | null;
  /** For diffs whose lines name something else than a turn of the session. */
  turnLink?: (diff: FileDiff) => TurnLinkOf;
}

/** The link to the turn that a line of a diff names. */
export type TurnLinkOf = (turn: number, kind: 'added' | 'removed') => ComponentChildren;
