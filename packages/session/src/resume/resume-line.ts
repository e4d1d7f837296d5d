import type { Node } from '../model/node.js';

/** A line as the client reads it, with the parent it has for the client. */
export interface ResumeLine {
  node: Node;
  /** Position among the lines, counted from 0. A3: of several lines with one uuid, that of the first. */
  order: number;
  /** Index of the node of the last copy outside a sidechain, used to choose the tip; -1 if there is none. */
  mainOrder: number;
  /** The parent's uuid after A4 and A6. Undefined if the line has no such field. */
  parentUuid: string | null | undefined;
  /** Null on a root and, until A5 finds a new parent, on a line whose parent is not in the file. */
  parent: ResumeLine | null;
}
