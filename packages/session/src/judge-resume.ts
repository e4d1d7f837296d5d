import { statSync } from 'node:fs';
import type { RepairKind } from './edit/repair/finding.js';
import { draftRepair, hasUnread } from './edit/repair/repair.js';
import type { RepairDraft } from './edit/repair/repair-draft.js';
import { surveyFile } from './edit/repair/survey.js';
import type { Entry } from './format/entry.js';
import type { Node, ReplyFacts } from './model/node.js';
import { SYNTHETIC } from './model/reply.js';
import type { Session } from './model/session.js';
import type { Chain } from './resume/chain.js';
import { countMessages } from './resume/count-messages.js';
import { isBoundary } from './resume/preserved.js';
import { planResume, type Reason } from './resume/resume.js';

/** Whether the client resumes a session, and how much of it. */
export interface ResumeVerdict {
  resumes: boolean;
  reasons: Reason[];
  messages: MessageCounts;
  /** Lines with unreadable bytes. */
  damagedLines: number;
  /** What `repair` finds, by kind. */
  faults: Partial<Record<RepairKind, number>>;
}

/** Messages of the main conversation, counted as the client sends them: a user message with its results, or a reply. */
export interface MessageCounts {
  /** What the client sends before the next prompt: the same number that `unspool messages` prints. */
  resumed: number;
  /** On a branch that the client takes only after a repair. */
  offBranch: number;
  /** On the client's branch, but dropped because a call on them has no result. */
  dropped: number;
  /** Before the last compaction. Its summary replaces them. */
  summarised: number;
  /** On branches that the user left: rewound, edited or retried prompts. */
  left: number;
}

/**
 * Reports whether the client resumes a session and how much of the conversation it takes. What is missing is what a
 * repair would bring back, so `check` and `repair` always agree. `file`: where the session was read from.
 */
export function judgeResume(session: Session, file: string): ResumeVerdict {
  let made = 0;
  const options = { newUuid: () => `new-${++made}`, lastWritten: statSync(file).mtimeMs };
  const draft = draftRepair(session, surveyFile(session, file), options);
  // Its chain and that of the session should not be in memory together.
  draft.release();
  const { chain, reasons } = planResume(session);
  const faults: ResumeVerdict['faults'] = {};
  for (const { kind } of draft.findings) faults[kind] = (faults[kind] ?? 0) + 1;
  return {
    resumes: chain !== undefined,
    reasons,
    messages: countEach(session, chain, draft),
    damagedLines: draft.survey.damaged.filter(({ lostBytes }) => lostBytes > 0).length,
    faults,
  };
}

/** Whether nothing is missing that the user would expect. */
export function isWholeResume(verdict: Pick<ResumeVerdict, 'resumes' | 'messages' | 'damagedLines'>): boolean {
  const { resumes, messages, damagedLines } = verdict;
  return resumes && messages.offBranch + messages.dropped + damagedLines === 0;
}

function countEach(session: Session, chain: Chain | undefined, draft: RepairDraft): MessageCounts {
  const repaired = draft.findings.length > 0 ? draft.chain() : chain;
  const taken = linesOn(chain, session);
  const expected = repaired === chain ? taken : linesOn(repaired, session);
  const lastBoundary = Math.max(boundaryOf(chain), boundaryOf(repaired));
  const isUncertain = hasUnread(session);
  const hidden: Node[] = [];
  const uncertain: Node[] = [];
  const summarised: Node[] = [];
  const left: Node[] = [];
  for (const node of session.nodes) {
    const { index } = node;
    if (taken[index] === 1 || draft.plan.drops.has(index) || node.isSidechain) continue;
    // A line hidden by another one with the same uuid was not left by the user either.
    if (expected[index] === 1 || draft.plan.uuids.has(index)) hidden.push(node);
    else if (index < lastBoundary) summarised.push(node);
    // A line that is too long to read may connect them. A line that does not name a parent was not left by the user.
    else if (isUncertain || node.parentUuid === undefined) uncertain.push(node);
    else left.push(node);
  }
  const { sent: resumed, droppedCalls } = countMessages(linesRead(chain, session));
  const gained = repaired === chain ? 0 : Math.max(0, gainedBy(repaired, { draft, taken }));
  const dropped = droppedCalls.length === 0 ? 0 : messagesIn(linesWith(droppedCalls, chain));
  const isHidden = messagesIn(withoutAsides(hidden)) > 0;
  return {
    resumed,
    offBranch: (isHidden ? Math.max(1, gained - dropped) : 0) + messagesIn(withoutAsides(uncertain)),
    dropped: dropped > 0 && !isHidden ? Math.max(dropped, gained) : dropped,
    summarised: messagesIn(withoutAsides(summarised)),
    left: messagesIn(withoutAsides(left)),
  };
}

/** Returns how many more messages the client sends after the repair than it does now from those lines alone. */
function gainedBy(repaired: Chain | undefined, { draft, taken }: { draft: RepairDraft; taken: Uint8Array }): number {
  return countMessages(linesRead(repaired, draft)).sent - countMessages(linesRead(repaired, draft, taken)).sent;
}

/** Yields one at a time, so that they are not all in memory. */
function* linesRead(
  chain: Chain | undefined,
  source: { read(node: Node): Entry },
  taken?: Uint8Array,
): Iterable<Entry> {
  for (const { node } of chain?.lines ?? []) if (!taken || taken[node.index] === 1) yield source.read(node);
}

function linesWith(calls: readonly string[], chain: Chain | undefined): Node[] {
  const wanted = new Set(calls);
  const lines = chain?.lines.map(({ node }) => node) ?? [];
  return lines.filter(({ reply }) => reply?.uses.some(({ id }) => wanted.has(id)));
}

/** Returns 1 for each line of the file that is on a chain. Inserted lines have fractional indexes. */
function linesOn(chain: Chain | undefined, { nodes }: Session): Uint8Array {
  const marks = new Uint8Array(nodes.length);
  for (const { node } of chain?.lines ?? []) if (Number.isInteger(node.index)) marks[node.index] = 1;
  return marks;
}

function boundaryOf(chain: Chain | undefined): number {
  return chain?.ancestry.findLast(({ node }) => isBoundary(node))?.node.index ?? -1;
}

/**
 * Returns how many messages the lines make (C1, D2, D3): neighbouring user lines are one, and so are the lines of a
 * reply.
 */
function messagesIn(nodes: readonly Node[]): number {
  const spoken = new Set<string>();
  for (const { reply } of nodes) if (reply?.messageId && !reply.isThinkingOnly) spoken.add(reply.messageId);
  const replies = new Set<string>();
  let messages = 0;
  let wasUser = false;
  for (const { user, reply } of nodes) {
    if (user && !wasUser) messages++;
    wasUser ||= user !== undefined;
    if (!reply || !isSent(reply, spoken)) continue;
    const id = reply.messageId;
    if (id !== undefined && replies.size === replies.add(id).size) continue;
    messages++;
    wasUser = false;
  }
  return messages;
}

/** `spoken`: replies with more than thinking. */
function isSent({ model, isBlank, isThinkingOnly, messageId }: ReplyFacts, spoken: ReadonlySet<string>): boolean {
  if (model === SYNTHETIC || isBlank) return false;
  return !isThinkingOnly || (messageId !== undefined && spoken.has(messageId));
}

/** Excludes local commands and notes of the client, which users do not miss. */
function withoutAsides(nodes: readonly Node[]): Node[] {
  return nodes.filter((node) => node.reply || node.user?.words === 'tool_result' || isPrompt(node));
}

function isPrompt({ user }: Node): boolean {
  return user?.words === 'prompt' || user?.words === 'compact_summary';
}
