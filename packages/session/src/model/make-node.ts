import type { Entry } from '../format/entry.js';
import { type Fields, ParsedFields } from '../read/fields.js';
import type { JsonObject } from '../read/line.js';
import type { LinePlace } from '../read/line-place.js';
import type { Node, NodeFacts, Place } from './node.js';
import { marksOf, NodeColumns, WHOLE_LINE } from './node-columns.js';
import { factsOf } from './node-facts.js';
import { Repeated } from './repeated.js';

/** Makes the nodes of one session. */
export class NodeMaker {
  private readonly columns = new NodeColumns();
  private readonly repeated = new Repeated();

  constructor(private readonly detail: 'all' | 'graph') {}

  get nodes(): Node[] {
    return this.columns.nodes;
  }

  /** Adds the node of a whole line that was walked: its strings are already shared. */
  addWalked(fields: Fields, line: LinePlace): void {
    this.columns.push(this.wanted(factsOf(fields)), line, WHOLE_LINE);
  }

  add(fields: Fields, place: Place): void {
    this.columns.push(this.wanted(this.shared(factsOf(fields))), place, marksOf(place));
  }

  private wanted(facts: NodeFacts): NodeFacts {
    return this.detail === 'graph' ? graphFacts(facts) : facts;
  }

  private shared(facts: NodeFacts): NodeFacts {
    const { repeated } = this;
    const { uuid, parentUuid, reply } = facts;
    if (typeof parentUuid === 'string') facts.parentUuid = repeated.id(parentUuid);
    if (uuid !== undefined) facts.uuid = repeated.id(uuid);
    for (const result of facts.user?.results ?? []) result.tool_use_id = repeated.id(result.tool_use_id);
    if (reply?.messageId !== undefined) reply.messageId = repeated.id(reply.messageId);
    for (const use of reply?.uses ?? []) {
      use.id = repeated.id(use.id);
      if (use.file !== undefined) use.file = repeated.id(use.file);
    }
    return facts;
  }
}

export function nodeOf(entry: Entry, place: Place, index: number): Node {
  return { index, place, ...factsOf(new ParsedFields(entry as JsonObject)) };
}

/** Returns a copy of a node with some of its members replaced. */
export function copyOfNode(node: Node, changes: Partial<Node>): Node {
  const { index, place, type, subtype, uuid, parentUuid, time, isSidechain, user, reply, extra } = node;
  return { index, place, type, subtype, uuid, parentUuid, time, isSidechain, user, reply, extra, ...changes };
}

/** Drops the facts needed only for display: a check of a huge file keeps just the graph and the pairs. */
function graphFacts(facts: NodeFacts): NodeFacts {
  const { reply, extra } = facts;
  if (reply) {
    reply.tokens = undefined;
    for (const use of reply.uses) {
      use.file = undefined;
      use.prompt = undefined;
    }
  }
  const isNeeded = extra?.compactMetadata ?? extra?.leafUuid ?? extra?.logicalParentUuid ?? extra?.oddTime;
  if (extra && isNeeded === undefined) facts.extra = undefined;
  return facts;
}
