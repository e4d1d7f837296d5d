import type { UserEntry } from '../../format/schema.js';
import type { Session } from '../../model/session.js';
import type { Turns } from '../../model/turns.js';
import { planResume } from '../../resume/resume.js';
import { closePlan } from '../closure.js';
import { commonFields } from '../compress/compaction-lines.js';
import { keepBranch } from '../keep-branch.js';
import { draftPlan, type EditPlan } from '../plan.js';
import type { CompactedItem } from './compactions.js';

export interface InjectOptions {
  items: readonly CompactedItem[];
  newUuid: () => string;
}

const OPENING = 'From before the compaction of this conversation; the summary left it out:';

/** Plans to put items back as a user line at the end of the branch that a resume continues. */
export function planInject(session: Session, turns: Turns, { items, newUuid }: InjectOptions): EditPlan {
  const plan = draftPlan(
    `put back ${items.length === 1 ? '1 item' : `${items.length} items`} from before a compaction`,
    'uncompacted',
  );
  const tip = planResume(session).chain?.lines.findLast(({ node }) => node.uuid !== undefined)?.node;
  if (!tip || items.length === 0) return plan;
  const content = [OPENING, ...items.map(({ kind, text, turn }) => `- ${kind} (turn ${turn}): ${text}`)].join('\n');
  const line: UserEntry = {
    parentUuid: tip.uuid ?? null,
    isSidechain: false,
    type: 'user',
    message: { role: 'user', content },
    uuid: newUuid(),
    ...commonFields(session, [tip]),
    ...(!Number.isNaN(tip.time) && { timestamp: new Date(tip.time + 1).toISOString() }),
  };
  plan.inserts.set(session.nodes.length, [line]);
  return keepBranch(closePlan(plan, session.nodes, new Set()), session, turns);
}
