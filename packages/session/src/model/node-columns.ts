import type { LinePlace } from '../read/line-place.js';
import { Column, Words } from './column.js';
import type { ExtraFacts, Node, NodeFacts, Place, ReplyFacts, UserFacts } from './node.js';
import { ReplyColumns } from './reply-columns.js';
import { UserColumns } from './user-columns.js';

/** In `facts`: neither a user line nor one of a reply. */
const NEITHER = 0;

/**
 * The nodes of one session. Their facts are stored column by column and assembled when they are read: about 290 bytes
 * a line, where an object for the facts of each took 400.
 */
export class NodeColumns {
  readonly nodes: Node[] = [];
  readonly words = new Words();
  readonly types = new Column(Int32Array);
  readonly subtypes = new Column(Int32Array);
  readonly uuids: (string | undefined)[] = [];
  readonly parentUuids: (string | null | undefined)[] = [];
  readonly times = new Column(Float64Array);
  readonly extras: (ExtraFacts | undefined)[] = [];
  readonly lines = new Column(Int32Array);
  readonly bytes = new Column(Float64Array);
  readonly lengths = new Column(Int32Array);
  readonly marks = new Column(Int32Array);
  private readonly users = new UserColumns(this.words);
  private readonly replies = new ReplyColumns(this.words);
  /** n is the user facts n - 1, -n the reply facts n - 1. */
  private readonly facts = new Column(Int32Array);

  push(facts: NodeFacts, { line, byte, length }: LinePlace, marks: number): Node {
    this.types.push(this.words.numberOf(facts.type));
    this.subtypes.push(this.words.numberOf(facts.subtype));
    this.uuids.push(facts.uuid);
    this.parentUuids.push(facts.parentUuid);
    this.times.push(facts.time);
    this.extras.push(facts.extra);
    this.lines.push(line);
    this.bytes.push(byte);
    this.lengths.push(length);
    this.marks.push(marks + (facts.isSidechain ? IS_SIDECHAIN : 0));
    this.facts.push(this.factsNumber(facts));
    const node = new StoredNode(this, this.nodes.length);
    this.nodes.push(node);
    return node;
  }

  private factsNumber({ user, reply }: NodeFacts): number {
    if (user) return 1 + this.users.push(user);
    return reply ? -1 - this.replies.push(reply) : NEITHER;
  }

  userAt(index: number): UserFacts | undefined {
    const number = this.facts.at(index);
    return number > 0 ? this.users.at(number - 1) : undefined;
  }

  replyAt(index: number): ReplyFacts | undefined {
    const number = this.facts.at(index);
    return number < 0 ? this.replies.at(-number - 1) : undefined;
  }
}

const IS_MODERNISED = 1;
const IS_WHOLE = 2;
const IS_SEEN = 4;
const IS_SIDECHAIN = 8;
const PART_SHIFT = 4;

/** The marks of a first object that is seen and whole. */
export const WHOLE_LINE = IS_SEEN + IS_WHOLE;

/** Packs the rest of a place. */
export function marksOf({ part, isSeen, isWhole, isModernised }: Place): number {
  return (part << PART_SHIFT) + (isSeen ? IS_SEEN : 0) + (isWhole ? IS_WHOLE : 0) + (isModernised ? IS_MODERNISED : 0);
}

class StoredNode implements Node {
  constructor(
    private readonly columns: NodeColumns,
    readonly index: number,
  ) {}

  get place(): Place {
    const { columns, index } = this;
    const marks = columns.marks.at(index);
    return {
      line: columns.lines.at(index),
      byte: columns.bytes.at(index),
      length: columns.lengths.at(index),
      part: marks >> PART_SHIFT,
      isSeen: (marks & IS_SEEN) !== 0,
      isWhole: (marks & IS_WHOLE) !== 0,
      isModernised: (marks & IS_MODERNISED) !== 0,
    };
  }

  get type(): string {
    return this.columns.words.textOf(this.columns.types.at(this.index)) ?? '';
  }

  get subtype(): string | undefined {
    return this.columns.words.textOf(this.columns.subtypes.at(this.index));
  }

  get uuid(): string | undefined {
    return this.columns.uuids[this.index];
  }

  get parentUuid(): string | null | undefined {
    return this.columns.parentUuids[this.index];
  }

  get time(): number {
    return this.columns.times.at(this.index);
  }

  get isSidechain(): boolean {
    return (this.columns.marks.at(this.index) & IS_SIDECHAIN) !== 0;
  }

  get user(): UserFacts | undefined {
    return this.columns.userAt(this.index);
  }

  get reply(): ReplyFacts | undefined {
    return this.columns.replyAt(this.index);
  }

  get extra(): ExtraFacts | undefined {
    return this.columns.extras[this.index];
  }
}
