import type { Entry } from '../format/entry.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import type { JsonObject } from '../read/line.js';
import type { LinePlace } from '../read/line-place.js';
import type { ExtraFacts, Node, NodeFacts, Place, ReplyFacts, UserFacts } from './node.js';
import { factsOf } from './node-facts.js';
import { Repeated } from './repeated.js';
import type { Tokens } from './token-counts.js';

/** Makes the nodes of one session. */
export class NodeMaker {
  private readonly repeated = new Repeated();
  private tokens: Tokens | undefined;
  private reply: ReplyFacts | undefined;

  /** Returns the node of a whole line that was walked: its strings are already shared. */
  makeWalked(fields: Fields, line: LinePlace, index: number): Node {
    const node = new EntryNode(factsOf(fields), line, WHOLE_LINE, index);
    if (node.reply) node.reply = this.sharedReply(node.reply);
    return node;
  }

  make(fields: Fields, place: Place, index: number): Node {
    const node = newNode(fields, place, index);
    const { repeated } = this;
    node.type = repeated.word(node.type);
    if (node.subtype !== undefined) node.subtype = repeated.word(node.subtype);
    if (typeof node.parentUuid === 'string') node.parentUuid = repeated.id(node.parentUuid);
    if (node.uuid !== undefined) node.uuid = repeated.id(node.uuid);
    node.reply = this.shared(node.reply);
    for (const result of node.user?.results ?? []) result.tool_use_id = repeated.id(result.tool_use_id);
    return node;
  }

  /** The lines of one reply usually carry the same facts, which are shared. */
  private shared(reply: ReplyFacts | undefined): ReplyFacts | undefined {
    if (!reply) return undefined;
    const { repeated } = this;
    if (reply.messageId !== undefined) reply.messageId = repeated.id(reply.messageId);
    if (reply.model !== undefined) reply.model = repeated.word(reply.model);
    if (reply.stopReason !== undefined) reply.stopReason = repeated.word(reply.stopReason);
    for (const use of reply.uses) {
      use.id = repeated.id(use.id);
      use.name = repeated.word(use.name);
      if (use.file !== undefined) use.file = repeated.id(use.file);
    }
    return this.sharedReply(reply);
  }

  private sharedReply(reply: ReplyFacts): ReplyFacts {
    if (reply.tokens && isSameTokens(reply.tokens, this.tokens)) reply.tokens = this.tokens;
    this.tokens = reply.tokens;
    const earlier = this.reply;
    this.reply = reply;
    if (!earlier || !isSameReply(reply, earlier)) return reply;
    this.reply = earlier;
    return earlier;
  }
}

function isSameReply(a: ReplyFacts, b: ReplyFacts): boolean {
  return (
    a.messageId === b.messageId &&
    a.uses.length + b.uses.length === 0 &&
    a.tokens === b.tokens &&
    a.model === b.model &&
    a.blocks === b.blocks &&
    a.thoughts === b.thoughts &&
    a.stopReason === b.stopReason &&
    a.isApiError === b.isApiError &&
    a.isThinkingOnly === b.isThinkingOnly &&
    a.isBlank === b.isBlank
  );
}

export function nodeOf(entry: Entry, place: Place, index: number): Node {
  return newNode(new ParsedFields(entry as JsonObject), place, index);
}

function newNode(fields: Fields, place: Place, index: number): Node {
  return new EntryNode(factsOf(fields), place, marksOf(place), index);
}

/**
 * A node that stores its place in four numbers: a separate object would be a fifth of a node's weight. Its fields are
 * only declared, otherwise each would be written twice, and there is a node per line.
 */
class EntryNode implements Node {
  declare index: number;
  declare type: string;
  declare subtype: string | undefined;
  declare uuid: string | undefined;
  declare parentUuid: string | null | undefined;
  declare time: number;
  declare isSidechain: boolean;
  declare user: UserFacts | undefined;
  declare reply: ReplyFacts | undefined;
  declare extra: ExtraFacts | undefined;
  declare private readonly line: number;
  declare private readonly byte: number;
  declare private readonly length: number;
  declare private readonly marks: number;

  constructor(facts: NodeFacts, { line, byte, length }: LinePlace, marks: number, index: number) {
    this.index = index;
    this.type = facts.type;
    this.subtype = facts.subtype;
    this.uuid = facts.uuid;
    this.parentUuid = facts.parentUuid;
    this.time = facts.time;
    this.isSidechain = facts.isSidechain;
    this.user = facts.user;
    this.reply = facts.reply;
    this.extra = facts.extra;
    this.line = line;
    this.byte = byte;
    this.length = length;
    this.marks = marks;
  }

  get place(): Place {
    const { line, byte, length, marks } = this;
    return {
      line,
      byte,
      length,
      part: marks >> 3,
      isSeen: (marks & 4) !== 0,
      isWhole: (marks & 2) !== 0,
      isModernised: (marks & 1) !== 0,
    };
  }
}

/** Packs the rest of a place: part × 8 + isSeen × 4 + isWhole × 2 + isModernised. */
function marksOf({ part, isSeen, isWhole, isModernised }: Place): number {
  return part * 8 + (isSeen ? 4 : 0) + (isWhole ? 2 : 0) + (isModernised ? 1 : 0);
}

/** The marks of a first object that is seen and whole. */
const WHOLE_LINE = 6;

function isSameTokens(a: Tokens, b: Tokens | undefined): boolean {
  return (
    b !== undefined &&
    a.input === b.input &&
    a.output === b.output &&
    a.cacheRead === b.cacheRead &&
    a.cacheWrite5m === b.cacheWrite5m &&
    a.cacheWrite1h === b.cacheWrite1h
  );
}

/** Drops the facts needed only for display: a check of a huge file keeps just the graph and the pairs. */
export function toGraphFacts(node: Node): Node {
  const { reply, extra } = node;
  if (reply) {
    reply.tokens = undefined;
    for (const use of reply.uses) {
      use.file = undefined;
      use.prompt = undefined;
    }
  }
  const isNeeded = extra?.compactMetadata ?? extra?.leafUuid ?? extra?.logicalParentUuid ?? extra?.oddTime;
  if (extra && isNeeded === undefined) node.extra = undefined;
  return node;
}
