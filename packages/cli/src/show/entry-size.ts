import type { Entry, Node } from '@unspool/session';

/** Bytes of an entry. A damaged line may hold many objects: each is as large as it is, not as the line. */
export function entrySize(node: Node, entry: Entry): number {
  const { isWhole, length } = node.place;
  return isWhole ? length : Buffer.byteLength(JSON.stringify(entry));
}
