import type { Session } from '../model/session.js';
import type { Turns } from '../model/turns.js';
import { addChange, type EditPlan, isEmptyPlan, planFrom } from './plan.js';
import { planStrip } from './strip.js';

const NOTE = 'Thinking without a signature is left out: the API would refuse the whole conversation because of it.';

/** Adds to the plan of a copy that thinking without a signature is left out, which is all that other agents record. */
export function withoutUnsignedThinking(plan: EditPlan, session: Session, turns: Turns): EditPlan {
  const strip = planStrip(session, turns, { thinking: 'hollow' });
  if (isEmptyPlan(strip)) return plan;
  const notes = [...plan.notes, NOTE];
  const words = { what: plan.what, ...(plan.mark !== undefined && { mark: plan.mark }), notes };
  if (isEmptyPlan(plan)) return { ...plan, ...strip, ...words };
  // The branch that resumes is up to the edit.
  const draft = { ...plan, ...planFrom(plan), ...words };
  for (const { index, reply } of session.nodes) if (reply && strip.drops.has(index)) draft.drops.add(index);
  for (const [index, change] of strip.changes) addChange(draft, index, change);
  return draft;
}
