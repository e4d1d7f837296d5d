import { isUser } from '../format/entry.js';
import { chainTip } from '../resume/chain.js';
import { linesOf } from '../resume/lines.js';
import { lastByUuid, membership, type Owners } from './membership.js';
import type { Node, ReplyFacts } from './node.js';
import { type Pairing, pairToolCalls } from './pairing.js';
import { SYNTHETIC } from './reply.js';
import { roundOf } from './round.js';
import type { Session } from './session.js';
import { type StartSign, type TurnStart, TurnStarts } from './starts.js';
import type { Tokens } from './token-counts.js';
import { laterUsage, noTokens } from './tokens.js';
import type { Reply, Turn } from './turn.js';
import { type WordsKind, wordsOf } from './words.js';

/** A session as turns. */
export interface Turns {
  turns: Turn[];
  /** Lines before the first turn: hooks, modes, local commands. */
  preamble: Node[];
  pairing: Pairing;
}

export interface TurnsOptions {
  /** Whether `isOnTip` is needed. Finding the tip takes as long as everything else. */
  withTip?: boolean;
}

/** Divides a session into turns. */
export function turnsOf(session: Session, { withTip = true }: TurnsOptions = {}): Turns {
  const thread = mainThread(session.nodes);
  const starts = startsOf(session, thread);
  const first = starts.map((start) => start.at);
  const { owners, parents } = placeLines(thread, first);
  const { members, preamble, lastTimes } = share(thread, first, owners);
  const pairing = pairToolCalls(thread);
  const assembled = new LastReplies(pairing);
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
      get replies() {
        return assembled.of(nodes);
      },
      queued: nodes.filter((node) => node !== start.at && isQueuedPrompt(node)),
      parent: parents[at],
      isOnTip: false,
      isOpen: replies.every((reply) => reply.isSynthetic),
      isInterrupted: nodes.some((node) => node.user?.words === 'interruption'),
      round: roundOf(start.at, { isFirst: at === 0, lastTime: lastTimes[at] ?? Number.NaN }),
      startedAt: start.at.time,
      endedAt: lastTimeOf(nodes),
      tokens: tokensOfReplies(replies, counted),
    };
  });
  if (withTip) markTip(turns, tipOwner(thread, owners));
  return { turns, preamble, pairing };
}

/** Returns which turn each line belongs to, and by turn the one it continues from. */
function placeLines(
  thread: readonly Node[],
  starts: readonly Node[],
): { owners: Owners; parents: (number | undefined)[] } {
  const byUuid = lastByUuid(thread);
  const owners = membership(thread, starts, byUuid);
  return { owners, parents: starts.map((start, at) => parentTurn(start, byUuid, owners, at)) };
}

/** A sub-agent's file contains only its side chain, which there is the conversation. */
export function mainThread(nodes: readonly Node[]): readonly Node[] {
  let hasMain = false;
  let hasSide = false;
  for (const { isSidechain, user, reply } of nodes) {
    if (isSidechain) hasSide = true;
    else if (user !== undefined || reply !== undefined) hasMain = true;
    if (hasMain && hasSide) return nodes.filter((node) => !node.isSidechain);
  }
  return nodes;
}

/**
 * Assigns each line to its turn. Also records, for each line that starts with a user's words, when the previous line
 * was written.
 */
function share(
  thread: readonly Node[],
  starts: readonly Node[],
  owners: Owners,
): { members: Node[][]; preamble: Node[]; lastTimes: number[] } {
  const members: Node[][] = starts.map(() => []);
  const preamble: Node[] = [];
  const lastTimes: number[] = [];
  let last = Number.NaN;
  for (const node of thread) {
    (members[owners.get(node) ?? -1] ?? preamble).push(node);
    if (node === starts[lastTimes.length]) lastTimes.push(node.user ? last : Number.NaN);
    if (!Number.isNaN(node.time)) last = node.time;
  }
  return { members, preamble, lastTimes };
}

function startsOf(session: Session, thread: readonly Node[]): TurnStart<Node>[] {
  const starts = new TurnStarts<Node>();
  let asked: Node | undefined;
  const text = () => (asked ? promptText(session, asked) : '');
  for (const node of thread) {
    const queue = node.extra?.queue;
    if (queue?.operation === 'enqueue' && queue.content !== undefined) starts.enqueue(queue.content);
    else if (node.user || node.reply) {
      asked = node;
      starts.see(signOf(node), node, text);
    }
  }
  return starts.end();
}

export function signOf(node: Node): StartSign {
  if (node.reply) return node.reply.model === SYNTHETIC ? 'aside' : 'reply';
  return node.user ? signOfWords(node.user.words) : 'aside';
}

export function signOfWords(words: WordsKind): StartSign {
  switch (words) {
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

/** The latest of the lines' times; NaN if none has one. */
function lastTimeOf(nodes: readonly Node[]): number {
  let last = Number.NaN;
  for (const { time } of nodes) if (!(time <= last) && !Number.isNaN(time)) last = time;
  return last;
}

/**
 * Assembles the replies of a turn when they are asked for, and keeps those of one turn. All replies of a session of
 * 3 GB would take 50 MB.
 */
class LastReplies {
  private nodes: readonly Node[] | undefined;
  private replies: Reply[] = [];

  constructor(private readonly pairing: Pairing) {}

  of(nodes: readonly Node[]): Reply[] {
    if (this.nodes !== nodes) this.replies = repliesOf(nodes, this.pairing);
    this.nodes = nodes;
    return this.replies;
  }
}

function repliesOf(nodes: readonly Node[], pairing: Pairing): Reply[] {
  const assembler = new ReplyAssembler(pairing);
  for (const node of nodes) if (node.reply) assembler.take(node, node.reply);
  return assembler.replies;
}

class ReplyAssembler {
  readonly replies: Reply[] = [];
  private readonly byId = new Map<string, Reply>();
  private last: Reply | undefined;

  constructor(private readonly pairing: Pairing) {}

  take(node: Node, facts: ReplyFacts): void {
    const known = this.replyOf(facts.messageId);
    const reply = known ?? this.begin(node, facts);
    if (known) {
      reply.nodes.push(node);
      reply.stopReason = facts.stopReason ?? reply.stopReason;
      reply.isApiError ||= facts.isApiError;
      if (facts.tokens) reply.tokens = laterUsage(reply.tokens, facts.tokens);
    }
    for (const { id } of facts.uses) {
      const call = this.pairing.calls.get(id);
      if (call?.node === node) reply.calls.push(call);
    }
  }

  /** The lines of a reply need not be adjacent, but usually are. */
  private replyOf(id: string | undefined): Reply | undefined {
    if (id === undefined) return undefined;
    const { last } = this;
    return last?.messageId === id ? last : this.byId.get(id);
  }

  private begin(node: Node, { messageId, model, tokens, stopReason, isApiError }: ReplyFacts): Reply {
    const isSynthetic = model === SYNTHETIC;
    const reply = { messageId, model, nodes: [node], tokens, stopReason, isSynthetic, isApiError, calls: [] };
    this.replies.push(reply);
    this.last = reply;
    if (messageId !== undefined) this.byId.set(messageId, reply);
    return reply;
  }
}

/** A reply that occurs in two turns (a copied branch) counts in the first. */
function tokensOfReplies(replies: readonly Reply[], counted: Set<string>): Tokens {
  const sum = { ...noTokens };
  for (const { tokens, messageId } of replies) {
    if (!tokens) continue;
    const before = counted.size;
    if (messageId !== undefined && counted.add(messageId).size === before) continue;
    sum.input += tokens.input;
    sum.output += tokens.output;
    sum.cacheRead += tokens.cacheRead;
    sum.cacheWrite5m += tokens.cacheWrite5m;
    sum.cacheWrite1h += tokens.cacheWrite1h;
  }
  return sum;
}

/**
 * Follows the turns back from the tip, also across compactions: compacted turns are still part of this branch's past.
 */
function markTip(turns: readonly Turn[], tip: number): void {
  for (let turn = turns[tip]; turn && !turn.isOnTip; turn = turns[(turn.parent ?? 0) - 1]) turn.isOnTip = true;
}

/** Nothing in a sub-agent's file can be resumed. Its tip is the last turn. */
function tipOwner(thread: readonly Node[], owners: Owners): number {
  const tip = chainTip({ lines: linesOf(thread), nodes: thread })?.node ?? thread.at(-1);
  return tip ? (owners.get(tip) ?? -1) : -1;
}

function parentTurn(start: Node, byUuid: ReadonlyMap<string, Node>, owners: Owners, at: number): number | undefined {
  const parent = start.parentUuid ? byUuid.get(start.parentUuid) : undefined;
  const owner = parent ? owners.get(parent) : at - 1;
  return owner === undefined || owner < 0 ? undefined : owner + 1;
}
