import type { Entry } from '../entry/entry.js';

/**
 * What an edit does to a session, decided before anything is written. Nodes are named by their index. What is neither
 * dropped nor changed is written back byte for byte.
 */
export interface EditPlan {
  /** What is done, in a few words: "cut turns 3 to 5". */
  what: string;
  drops: ReadonlySet<number>;
  /** Gives the new form of an entry. References to dropped lines are mended for it afterwards. */
  changes: ReadonlyMap<number, (entry: Entry) => Entry>;
  /** New lines in front of a node; `nodes.length` is the end of the file. */
  inserts: ReadonlyMap<number, Entry[]>;
  /** Parents that the edit sets itself, by uuid. */
  parents: ReadonlyMap<string, string | null>;
  /** What a person should know before they say yes. */
  notes: string[];
}

/** A plan while it is made. */
export interface PlanDraft {
  what: string;
  drops: Set<number>;
  changes: Map<number, (entry: Entry) => Entry>;
  inserts: Map<number, Entry[]>;
  parents: Map<string, string | null>;
  notes: string[];
}

export function draftPlan(what: string): PlanDraft {
  return { what, drops: new Set(), changes: new Map(), inserts: new Map(), parents: new Map(), notes: [] };
}

/** Changes add up: the later one is given what the earlier one made. */
export function addChange(plan: PlanDraft, index: number, change: (entry: Entry) => Entry): void {
  const earlier = plan.changes.get(index);
  plan.changes.set(index, earlier ? (entry) => change(earlier(entry)) : change);
}

export function isEmptyPlan(plan: EditPlan): boolean {
  return plan.drops.size === 0 && plan.changes.size === 0 && plan.inserts.size === 0 && plan.parents.size === 0;
}
