import type { Entry } from '../format/entry.js';

/**
 * What an edit does to a session, decided before anything is written. Nodes are named by their index. All other lines
 * are written byte for byte.
 */
export interface EditPlan {
  /** A short description: "cut turns 3 to 5". */
  what: string;
  drops: ReadonlySet<number>;
  /** Returns the new form of an entry. References to dropped lines are repaired afterwards. */
  changes: ReadonlyMap<number, (entry: Entry) => Entry>;
  /** New lines before a node; `nodes.length` is the end of the file. */
  inserts: ReadonlyMap<number, Entry[]>;
  /** Parents that the edit sets itself. */
  parents: ReadonlyMap<number, string | null>;
  /** New uuids of lines that share theirs with another line. */
  uuids: ReadonlyMap<number, string>;
  /** Numbers of damaged lines. Only their whole objects are written, each on a line of its own. */
  repairs: ReadonlySet<number>;
  /** Applied to every entry last, after its references are repaired. */
  finish?: (entry: Entry) => Entry;
  /** What the title of a copy gets, so that it is not taken for the original: "cut". */
  mark?: string;
  /** What the user should know before confirming. */
  notes: string[];
}

/** A plan under construction. */
export interface PlanDraft {
  what: string;
  drops: Set<number>;
  changes: Map<number, (entry: Entry) => Entry>;
  inserts: Map<number, Entry[]>;
  parents: Map<number, string | null>;
  uuids: Map<number, string>;
  repairs: Set<number>;
  finish?: (entry: Entry) => Entry;
  mark?: string;
  notes: string[];
}

/** Starts a plan that changes nothing yet. */
export function draftPlan(what: string, mark?: string): PlanDraft {
  return {
    what,
    ...(mark !== undefined && { mark }),
    drops: new Set(),
    changes: new Map(),
    inserts: new Map(),
    parents: new Map(),
    uuids: new Map(),
    repairs: new Set(),
    notes: [],
  };
}

/** Adds a change. Changes are chained: a later one gets the result of the earlier one. */
export function addChange(plan: PlanDraft, index: number, change: (entry: Entry) => Entry): void {
  const earlier = plan.changes.get(index);
  plan.changes.set(index, earlier ? (entry) => change(earlier(entry)) : change);
}

/** Whether a plan changes nothing. */
export function isEmptyPlan(plan: EditPlan): boolean {
  return [plan.drops, plan.changes, plan.inserts, plan.parents, plan.uuids, plan.repairs].every(
    (part) => part.size === 0,
  );
}

/** Returns a draft that starts as a copy of a plan. */
export function planFrom(plan: EditPlan | undefined): PlanDraft {
  return { ...draftPlan('clone'), ...copyOf(plan) };
}

function copyOf(plan: EditPlan | undefined): Partial<PlanDraft> {
  return plan
    ? {
        what: plan.what,
        drops: new Set(plan.drops),
        changes: new Map(plan.changes),
        inserts: new Map(plan.inserts),
        parents: new Map(plan.parents),
        uuids: new Map(plan.uuids),
        repairs: new Set(plan.repairs),
      }
    : {};
}
