import type { Entry, Node } from '@unspool/session';
import type { EditPlan, EditSource } from '@unspool/session/edit';
import { addSizes, attachedIn, noSizes, sizesOf } from '../read/entry-sizes.js';
import type { EditPlanView } from '../view/edit-view.js';

/** Reading every line of a larger file would take too long for a plan. */
const TOO_LARGE = 128 * 1024 * 1024;

/** The contents of a session before and after an edit: characters by kind. */
export function kindsOf({ session }: EditSource, plan: EditPlan): EditPlanView['kinds'] {
  const last = session.nodes.at(-1)?.place;
  if (last && last.byte + last.length > TOO_LARGE) return null;
  const before = noCounts();
  const after = noCounts();
  for (const [node, entry] of session.entries()) {
    add(before, node, entry);
    if (!plan.drops.has(node.index)) add(after, node, edited(plan, node, entry));
  }
  for (const entries of plan.inserts.values()) for (const entry of entries) add(after, undefined, entry);
  const kinds = Object.keys(before) as (keyof Counts)[];
  return kinds
    .map((kind) => ({ kind, before: before[kind], after: after[kind] }))
    .filter((each) => each.before > 0 || each.after > 0);
}

/** A person's words, and apart from them the images and files that came with them. */
type Counts = ReturnType<typeof noCounts>;

function noCounts() {
  return { ...noSizes(), attachments: 0 };
}

function add(counts: Counts, node: Node | undefined, entry: Entry): void {
  const attached = attachedIn(node, entry);
  addSizes(counts, sizesOf(node, entry) ?? noSizes());
  counts.human -= attached;
  counts.attachments += attached;
}

function edited(plan: EditPlan, node: Node, entry: Entry): Entry {
  const changed = plan.changes.get(node.index)?.(entry) ?? entry;
  return plan.finish?.(changed) ?? changed;
}
