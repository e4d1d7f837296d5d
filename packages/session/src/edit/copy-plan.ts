import type { Session } from '../model/session.js';
import type { IdMap } from './id-map.js';
import type { LeftBehind } from './left-behind.js';
import { renameOddIds } from './odd-ids.js';
import { type EditPlan, type PlanDraft, planFrom } from './plan.js';
import { dropNamingThoughts } from './signed-thoughts.js';

/** Returns the plan for a copy with new ids. It also drops what has no place in a new session. */
export function planCopy(
  session: Session,
  plan: EditPlan | undefined,
  ids: IdMap,
): { plan: PlanDraft; left: LeftBehind } {
  const own = planFrom(plan);
  renameOddIds(own, session, ids);
  const thoughts = dropNamingThoughts(own, session, ids);
  return { plan: own, left: { requests: dropRequests(own, session), thoughts } };
}

/** Drops the lines in which the client recorded its requests: they describe the old session. */
function dropRequests(plan: PlanDraft, { nodes }: Session): number {
  const requests = nodes.filter(({ type, index }) => type.startsWith('api-request') && !plan.drops.has(index));
  for (const { index } of requests) plan.drops.add(index);
  return requests.length;
}
