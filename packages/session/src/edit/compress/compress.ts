import { type Entry, isAssistant, isUser } from '../../format/entry.js';
import type { Node } from '../../model/node.js';
import type { Session } from '../../model/session.js';
import type { Turn } from '../../model/turn.js';
import type { Turns } from '../../model/turns.js';
import { append } from '../../resume/append.js';
import { withoutOddBlocks } from '../../resume/odd-blocks.js';
import { planResume } from '../../resume/resume.js';
import { closePlan } from '../closure.js';
import { keepBranch } from '../keep-branch.js';
import { draftPlan, type EditPlan, type PlanDraft } from '../plan.js';
import { compactionLines } from './compaction-lines.js';
import { extract } from './extract.js';
import { summaryOf } from './summary.js';
import { type Past, pastOf, type TurnToCompress } from './turns-to-compress.js';

/** Options of `planCompress`. */
export interface CompressOptions {
  /** How many of the last turns stay as they are. */
  keepLast: number;
  newUuid: () => string;
  /** Shortens the model's words in a turn; default: the offline extract. */
  shortened?: (turn: TurnToCompress) => string;
}

/**
 * Plans to replace all but the last turns with a summary. It is written as the client writes its own compactions: a
 * boundary without a parent, the summary as a user line, and then the kept turns, the first of which follows the
 * summary. Only the branch that a resume continues is kept.
 */
export function planCompress(session: Session, turns: Turns, options: CompressOptions): EditPlan {
  const plan = draftPlan(whatOf(options.keepLast), 'compressed');
  const { old, kept, recent, tip } = divide(session, turns, options.keepLast);
  const past = pastOf(session, turns, old);
  if (past.turns.length === 0) return plan;
  const linesAfterTip = linesBelow(tip, session.nodes);
  const stays = new Set([...kept, ...[...recent].filter((node) => !linesAfterTip.has(node))]);
  const first = [...stays].reduce((least, node) => Math.min(least, node.index), session.nodes.length);
  for (const node of session.nodes) if (!isKept(node, stays, first)) plan.drops.add(node.index);
  const shortened = options.shortened ?? ((turn) => extract(turn.modelText));
  const summary = summaryOf(past, shortened, kept.length > 0);
  const lines = compactionLines({ session, old, kept, summary, newUuid: options.newUuid });
  plan.inserts.set(first, lines);
  setParents(plan, { kept, stays, summary: lines[1].uuid ?? null });
  plan.notes.push(...notesOn(past, turns));
  return keepBranch(closePlan(plan, session.nodes, new Set()), session, turns);
}

/** The turns that `planCompress` would shorten, for callers that shorten them elsewhere. */
export function pastToCompress(session: Session, turns: Turns, keepLast: number): Past {
  return pastOf(session, turns, divide(session, turns, keepLast).old);
}

function whatOf(keepLast: number): string {
  if (keepLast === 0) return 'compress all turns';
  return `compress all but the last ${keepLast === 1 ? 'turn' : `${keepLast} turns`}`;
}

/** Splits the conversation, as it is sent, at the first line of the turns to keep. */
function divide(
  session: Session,
  turns: Turns,
  keepLast: number,
): { old: Node[]; kept: Node[]; recent: ReadonlySet<Node>; tip: Node | undefined } {
  const { chain } = planResume(session);
  const sent = (chain?.lines ?? []).map((line) => line.node);
  const recent = new Set(
    lastTurns(session, turns, { sent: new Set(sent), count: keepLast }).flatMap(({ nodes }) => nodes),
  );
  const from = sent.findIndex((node) => recent.has(node));
  let end = from < 0 ? sent.length : from;
  // The client announces a local command on a line of its own, at the end of the turn before.
  while (from >= 0 && sent[end - 1]?.user?.isMeta) end--;
  return { old: sent.slice(0, end), kept: sent.slice(end), recent, tip: chain?.tip.node };
}

/** The last turns. Turns that send nothing are included but do not count. */
function lastTurns(
  session: Session,
  { turns }: Turns,
  { sent, count }: { sent: ReadonlySet<Node>; count: number },
): Turn[] {
  const onTip = turns.filter((turn) => turn.isOnTip);
  const isSent = (node: Node) => sent.has(node) && hasBlocks(session.read(node));
  let first = onTip.length;
  for (let counted = 0; counted < count && first > 0; ) if (onTip[--first]?.nodes.some(isSent)) counted++;
  return onTip.slice(first);
}

function hasBlocks(entry: Entry): boolean {
  return withoutOddBlocks([entry]).some(
    (each) => (isUser(each) || isAssistant(each)) && each.message.content.length > 0,
  );
}

/**
 * Descendants of the line that a resume continues from. They were not sent before the edit and must not be sent after
 * it.
 */
function linesBelow(tip: Node | undefined, nodes: readonly Node[]): ReadonlySet<Node> {
  const isChild = (node: Node) => typeof node.parentUuid === 'string' && !node.isSidechain;
  if (!tip || !nodes.some((node) => isChild(node) && node.parentUuid === tip.uuid)) return new Set();
  const children = new Map<string, Node[]>();
  for (const node of nodes) if (isChild(node)) append(children, node.parentUuid ?? '', node);
  // The set grows while it is iterated.
  const below = new Set([tip]);
  for (const { uuid } of below) for (const child of children.get(uuid ?? '') ?? []) below.add(child);
  below.delete(tip);
  return below;
}

/** Lines outside the graph, such as titles and modes, are kept unless they belong to a dropped turn. */
function isKept(node: Node, stays: ReadonlySet<Node>, first: number): boolean {
  // The client uses the last boundary, which has to be ours.
  if (node.subtype === 'compact_boundary') return false;
  if (stays.has(node)) return true;
  if (node.isSidechain) return node.index > first;
  if (node.uuid !== undefined) return false;
  return node.index > first || !OF_A_TURN.has(node.type);
}

const OF_A_TURN = new Set(['file-history-snapshot', 'file-history-delta', 'queue-operation']);

/** A sent line whose parent is dropped gets the previous sent line as its parent; the first gets the summary. */
function setParents(
  plan: PlanDraft,
  { kept, stays, summary }: { kept: readonly Node[]; stays: ReadonlySet<Node>; summary: string | null },
): void {
  const uuids = new Set([...stays].map((node) => node.uuid));
  let before = summary;
  for (const node of kept) {
    if (typeof node.parentUuid !== 'string' || !uuids.has(node.parentUuid)) plan.parents.set(node.index, before);
    before = node.uuid ?? before;
  }
}

function notesOn({ turns: old }: Past, { turns }: Turns): string[] {
  const notes: string[] = [];
  const elsewhere = turns.filter((turn) => !turn.isOnTip).length;
  if (elsewhere > 0)
    notes.push(
      `${elsewhere} ${elsewhere === 1 ? 'turn on another branch is' : 'turns on other branches are'} left out`,
    );
  const media = old.reduce((sum, turn) => sum + turn.media, 0);
  if (media > 0)
    notes.push(
      `${media} ${media === 1 ? 'picture or document in an older turn is' : 'pictures or documents in older turns are'} left out`,
    );
  return notes;
}
