import type { Block } from '@unspool/session';

/** Calls whose input was no JSON object. Kept beside the blocks, as those are written and sent as they are. */
const unparsed = new WeakSet<Block>();

/** The call stays in the reply, with an input that can be sent back; it is answered, but never made. */
export function markUnparsed(call: Block): void {
  (call as { input?: unknown }).input = {};
  unparsed.add(call);
}

export function isUnparsed(call: Block): boolean {
  return unparsed.has(call);
}
