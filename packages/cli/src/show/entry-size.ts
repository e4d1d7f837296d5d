import type { Entry, Node } from '@unspool/session';

/** Size of an entry in bytes. A damaged line may contain several objects, each with its own size. */
export function entrySize(node: Node, entry: Entry): number {
  const { isWhole, length } = node.place;
  return isWhole ? length : Buffer.byteLength(JSON.stringify(entry));
}
