import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import type { Line } from '../../read/line.js';
import type { EditPlan } from '../plan.js';
import { openCircles } from './circles.js';
import { repairDamagedLines } from './damaged-lines.js';
import { settleDuplicates } from './duplicate-uuids.js';
import type { Finding, RepairKind } from './finding.js';
import { dropForeignLines } from './foreign-lines.js';
import { dropHollowThinking } from './hollow-thinking.js';
import { dropLonelyThinking } from './lonely-thinking.js';
import { attachMissingParents } from './missing-parents.js';
import { dateTheEnd } from './missing-time.js';
import { answerOrphanCalls } from './orphan-calls.js';
import { dropOrphanResults } from './orphan-results.js';
import { RepairDraft, type RepairOptions } from './repair-draft.js';
import { dropStaleLastPrompts } from './stale-last-prompt.js';
import { type Survey, surveyLines } from './survey.js';
import { attachToConversation } from './wrong-branch.js';

/** A repair plan and its findings. */
export interface Repair {
  plan: EditPlan;
  /** In the order of repair. */
  findings: Finding[];
}

/** Finds the faults of a session and plans their repair. `lines` are those of the session's file, from its start. */
export function planRepair(session: Session, lines: Iterable<Line>, options: RepairOptions): Repair {
  const { plan, findings } = draftRepair(session, surveyLines(session.nodes, lines), options);
  plan.notes.push(...unreadNotes(session));
  plan.what = describe(findings);
  return { plan, findings };
}

/** Drafts the repair, for callers that also need to know what a resume of the result would take. */
export function draftRepair(session: Session, survey: Survey, options: RepairOptions): RepairDraft {
  const draft = new RepairDraft(session, survey, options);
  for (let round = 0, found = -1; round < MAX_ROUNDS && draft.findings.length > found; round++) {
    found = draft.findings.length;
    repairOnce(draft);
    draft.settleInserts();
  }
  return draft;
}

/** A repair can reveal another fault. No known file needs more rounds. */
const MAX_ROUNDS = 5;

function repairOnce(draft: RepairDraft): void {
  repairDamagedLines(draft);
  dropForeignLines(draft);
  if (hasUnread(draft.session)) {
    dropHollowThinking(draft);
    return;
  }
  const meant = draft.chain()?.tip.node;
  settleDuplicates(draft);
  openCircles(draft);
  attachMissingParents(draft);
  dropHollowThinking(draft);
  dropLonelyThinking(draft);
  dropOrphanResults(draft);
  if (meant && draft.findings.length > 0) keepTip(draft, meant);
  dropStaleLastPrompts(draft);
  attachToConversation(draft);
  dateTheEnd(draft);
  answerOrphanCalls(draft);
}

/** An unread line may be the parent, call or result that another line seems to lack. */
export function hasUnread({ problemCounts }: Session): boolean {
  return problemCounts.too_long !== undefined;
}

function unreadNotes(session: Session): string[] {
  if (!hasUnread(session)) return [];
  const lines = session.problems.filter(({ kind }) => kind === 'too_long').map(({ line }) => line);
  const which = lines.length === 1 ? `Line ${lines[0]} is` : `Lines ${lines.join(', ')} are`;
  return [`${which} too long to be read, so connections between lines were not checked.`];
}

/**
 * The client continues from the last line without children. If a repair made that a different line, a `last-prompt` line
 * names the right one.
 */
function keepTip(draft: RepairDraft, meant: Node): void {
  const leafUuid = draft.remainsOf(meant);
  const chain = draft.chain();
  if (leafUuid === undefined || !chain) return;
  const isTaken = ({ node }: { node: Node }) => node.uuid === leafUuid;
  if (chain.ancestry.some(isTaken) || chain.lines.some(isTaken)) return;
  draft.continueFrom(leafUuid);
}

function describe(findings: readonly Finding[]): string {
  const counts = new Map<RepairKind, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const parts = [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`));
  return parts.length === 0 ? 'repair' : `repair ${parts.join(', ')}`;
}
