import type { LinePlace } from '../read/line-place.js';
import { Column, Words } from './column.js';
import type { ExtraFacts, Node, NodeFacts, Place, ReplyFacts, UserFacts } from './node.js';
import { ReplyColumn } from './reply-column.js';
import { UserColumn } from './user-column.js';

/** A line of a session without facts of a user line or of a reply. */
const NEITHER = 0;

/**
 * The nodes of one session. Their facts are stored column by column, about 200 bytes a line, and assembled when they
 * are read: as objects they took twice as much, and most of the time was spent collecting garbage.
 */
export class NodeColumn {
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
  private readonly users = new UserColumn(this.words);
  private readonly replies = new ReplyColumn(this.words);
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
    private readonly column: NodeColumn,
    readonly index: number,
  ) {}

  get place(): Place {
    const { column, index } = this;
    const marks = column.marks.at(index);
    return {
      line: column.lines.at(index),
      byte: column.bytes.at(index),
      length: column.lengths.at(index),
      part: marks >> PART_SHIFT,
      isSeen: (marks & IS_SEEN) !== 0,
      isWhole: (marks & IS_WHOLE) !== 0,
      isModernised: (marks & IS_MODERNISED) !== 0,
    };
  }

  get type(): string {
    return this.column.words.textOf(this.column.types.at(this.index)) ?? '';
  }

  get subtype(): string | undefined {
    return this.column.words.textOf(this.column.subtypes.at(this.index));
  }

  get uuid(): string | undefined {
    return this.column.uuids[this.index];
  }

  get parentUuid(): string | null | undefined {
    return this.column.parentUuids[this.index];
  }

  get time(): number {
    return this.column.times.at(this.index);
  }

  get isSidechain(): boolean {
    return (this.column.marks.at(this.index) & IS_SIDECHAIN) !== 0;
  }

  get user(): UserFacts | undefined {
    return this.column.userAt(this.index);
  }

  get reply(): ReplyFacts | undefined {
    return this.column.replyAt(this.index);
  }

  get extra(): ExtraFacts | undefined {
    return this.column.extras[this.index];
  }
}
