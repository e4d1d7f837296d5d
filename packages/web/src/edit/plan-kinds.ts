import type { Entry, Node } from '@unspool/session';
import type { EditPlan, EditSource } from '@unspool/session/edit';
import { addSizes, noSizes, sizesOf } from '../read/entry-sizes.js';
import type { EditPlanView } from '../view/edit-view.js';

/** Reading every line of a larger file takes longer than anybody waits for a plan. */
const TOO_LARGE = 128 * 1024 * 1024;

/** What a session holds before and after an edit, in characters, by what they are to the model. */
export function kindsOf({ session }: EditSource, plan: EditPlan): EditPlanView['kinds'] {
  const last = session.nodes.at(-1)?.place;
  if (last && last.byte + last.length > TOO_LARGE) return null;
  const before = noSizes();
  const after = noSizes();
  for (const [node, entry] of session.entries()) {
    addSizes(before, sizesOf(node, entry) ?? noSizes());
    if (!plan.drops.has(node.index)) addSizes(after, sizesOf(node, edited(plan, node, entry)) ?? noSizes());
  }
  for (const entries of plan.inserts.values()) {
    for (const entry of entries) addSizes(after, sizesOf(undefined, entry) ?? noSizes());
  }
  const kinds = Object.keys(before) as (keyof typeof before)[];
  return kinds
    .map((kind) => ({ kind, before: before[kind], after: after[kind] }))
    .filter((each) => each.before > 0 || each.after > 0);
}

function edited(plan: EditPlan, node: Node, entry: Entry): Entry {
  const changed = plan.changes.get(node.index)?.(entry) ?? entry;
  return plan.finish?.(changed) ?? changed;
}
