import type { Node } from '../graph/node.js';

/** A line as the client reads it, hung on the parent it has for the client. */
export interface ResumeLine {
  node: Node;
  /** Place in file order; of two lines with one uuid, the first one's place and the last one's content. */
  order: number;
  /** The place of the last copy that is no sidechain's, by which the tip is chosen; -1 when there is none. */
  mainOrder: number;
  /** The parent's uuid after A4 and A6. Undefined when the line has no such field. */
  parentUuid: string | null | undefined;
  /** Null on a root and, until it is healed, on a line whose parent is not in the file. */
  parent: ResumeLine | null;
}
