import { isUser } from '../entry/entry.js';
import type { Node } from '../graph/node.js';
import type { Session } from '../graph/session.js';
import { SYNTHETIC } from '../message/reply.js';
import { addTokens, laterUsage, noTokens } from '../message/tokens.js';
import { chainTip } from '../resume/chain.js';
import { linesOf } from '../resume/lines.js';
import { indexByUuid, membership, type Owners } from './membership.js';
import { type Pairing, pairToolCalls } from './pairing.js';
import { roundOf } from './round.js';
import { type StartSign, type TurnStart, TurnStarts } from './starts.js';
import type { Reply, Turn } from './turn.js';
import { wordsOf } from './words.js';

/** A session as turns. */
export interface Turns {
  turns: Turn[];
  /** Lines before the first turn: hooks, modes, local commands. */
  preamble: Node[];
  pairing: Pairing;
}

export interface TurnsOptions {
  /** Whether `isOnTip` is wanted: finding the tip takes as long as all the rest. */
  withTip?: boolean;
}

export function turnsOf(session: Session, { withTip = true }: TurnsOptions = {}): Turns {
  const thread = mainThread(session.nodes);
  const starts = startsOf(session, thread);
  const pairing = pairToolCalls(thread);
  const byUuid = indexByUuid(thread);
  const owners = membership(
    thread,
    starts.map((start) => start.at),
    byUuid,
  );
  const members: Node[][] = starts.map(() => []);
  const preamble: Node[] = [];
  for (const node of thread) (members[owners.get(node) ?? -1] ?? preamble).push(node);
  const lastTimes = timesBefore(thread, new Set(starts.map((start) => start.at)));
  const counted = new Set<string>();
  const turns = starts.map((start, at): Turn => {
    const nodes = members[at] ?? [];
    const replies = repliesOf(nodes, pairing);
    return {
      number: at + 1,
      id: start.at.uuid ?? `line-${start.at.place.line}`,
      kind: start.kind,
      start: start.at,
      nodes,
      replies,
      queued: nodes.filter((node) => node !== start.at && isQueuedPrompt(node)),
      parent: parentTurn(start.at, byUuid, owners, at),
      isOnTip: false,
      isOpen: replies.every((reply) => reply.isSynthetic),
      isInterrupted: nodes.some((node) => node.user?.words === 'interruption'),
      round: roundOf(start.at, { isFirst: at === 0, lastTime: lastTimes.get(start.at) ?? Number.NaN }),
      startedAt: start.at.time,
      endedAt: lastTimeOf(nodes),
      tokens: tokensOfReplies(replies, counted),
    };
  });
  if (withTip) markTip(turns, tipOwner(thread, owners));
  return { turns, preamble, pairing };
}

/** A sub-agent's file holds nothing but its side chain: there the side chain is the conversation. */
export function mainThread(nodes: readonly Node[]): readonly Node[] {
  const isMain = (node: Node) => !node.isSidechain && (node.user !== undefined || node.reply !== undefined);
  return nodes.some(isMain) ? nodes.filter((node) => !node.isSidechain) : nodes;
}

function startsOf(session: Session, thread: readonly Node[]): TurnStart<Node>[] {
  const starts = new TurnStarts<Node>();
  for (const node of thread) {
    const queue = node.extra?.queue;
    if (queue?.operation === 'enqueue' && queue.content !== undefined) starts.enqueue(queue.content);
    else starts.see(signOf(node), node, () => promptText(session, node));
  }
  return starts.end();
}

export function signOf(node: Node): StartSign {
  if (node.reply) return node.reply.model === SYNTHETIC ? 'aside' : 'reply';
  switch (node.user?.words) {
    case 'prompt':
      return 'prompt';
    case 'command':
      return 'command';
    case 'command_output':
      return 'command_output';
    case 'tool_result':
      return 'tool_result';
    case 'interruption':
      return 'interruption';
    default:
      return 'aside';
  }
}

function promptText(session: Session, node: Node): string {
  const entry = session.read(node);
  return isUser(entry) ? wordsOf(entry).text : '';
}

function isQueuedPrompt(node: Node): boolean {
  if (node.type === 'attachment') return node.subtype === 'queued_command';
  return node.user?.words === 'prompt';
}

/** The lines of a reply need not be neighbours. */
function repliesOf(nodes: readonly Node[], pairing: Pairing): Reply[] {
  const replies: Reply[] = [];
  const byId = new Map<string, Reply>();
  for (const node of nodes) {
    const facts = node.reply;
    if (!facts) continue;
    let reply = facts.messageId === undefined ? undefined : byId.get(facts.messageId);
    if (!reply) {
      reply = {
        messageId: facts.messageId,
        model: facts.model,
        nodes: [],
        tokens: undefined,
        stopReason: undefined,
        isSynthetic: facts.model === SYNTHETIC,
        isApiError: false,
        calls: [],
      };
      replies.push(reply);
      if (facts.messageId !== undefined) byId.set(facts.messageId, reply);
    }
    reply.nodes.push(node);
    reply.stopReason = facts.stopReason ?? reply.stopReason;
    reply.isApiError ||= facts.isApiError;
    if (facts.tokens) reply.tokens = laterUsage(reply.tokens, facts.tokens);
    for (const { id } of facts.uses) {
      const call = pairing.calls.get(id);
      if (call?.node === node) reply.calls.push(call);
    }
  }
  // An array that was pushed to has room for sixteen more: with tens of thousands of replies that is megabytes.
  for (const reply of replies) {
    reply.nodes = reply.nodes.slice();
    reply.calls = reply.calls.slice();
  }
  return replies;
}

/** A reply that stands in two turns (a copied branch) counts in the first. */
function tokensOfReplies(replies: readonly Reply[], counted: Set<string>) {
  let sum = noTokens;
  for (const { tokens, messageId } of replies) {
    if (!tokens || (messageId !== undefined && counted.has(messageId))) continue;
    if (messageId !== undefined) counted.add(messageId);
    sum = addTokens(sum, tokens);
  }
  return sum;
}

/** Follows the turns back from the tip, over compactions too: what was compacted away is still this branch's past. */
function markTip(turns: readonly Turn[], tip: number): void {
  for (let turn = turns[tip]; turn && !turn.isOnTip; turn = turns[(turn.parent ?? 0) - 1]) turn.isOnTip = true;
}

/** Nothing in a sub-agent's file can be resumed: there the last turn is the tip. */
function tipOwner(thread: readonly Node[], owners: Owners): number {
  const tip = chainTip({ lines: linesOf(thread), nodes: thread })?.node ?? thread.at(-1);
  return tip ? (owners.get(tip) ?? -1) : -1;
}

function parentTurn(start: Node, byUuid: ReadonlyMap<string, Node>, owners: Owners, at: number): number | undefined {
  const parent = start.parentUuid ? byUuid.get(start.parentUuid) : undefined;
  const owner = parent ? owners.get(parent) : at - 1;
  return owner === undefined || owner < 0 ? undefined : owner + 1;
}

/** For each line a turn starts with, when the line before it was written. */
function timesBefore(thread: readonly Node[], starts: ReadonlySet<Node>): Map<Node, number> {
  const times = new Map<Node, number>();
  let last = Number.NaN;
  for (const node of thread) {
    if (node.user && starts.has(node)) times.set(node, last);
    if (!Number.isNaN(node.time)) last = node.time;
  }
  return times;
}

function lastTimeOf(nodes: readonly Node[]): number {
  const times = nodes.map((node) => node.time).filter((time) => !Number.isNaN(time));
  return times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : Number.NaN;
}
