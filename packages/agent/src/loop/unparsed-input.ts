import type { Block } from '@unspool/session';

/** Calls whose input was not a JSON object. Kept apart from the blocks, which are written and sent unchanged. */
const unparsed = new WeakSet<Block>();

/** The call stays in the reply, with an input that can be sent back; it gets a result but never runs. */
export function markUnparsed(call: Block): void {
  (call as { input?: unknown }).input = {};
  unparsed.add(call);
}

export function isUnparsed(call: Block): boolean {
  return unparsed.has(call);
}
