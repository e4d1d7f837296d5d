import type { Block } from '@unspool/session';

/** Calls whose input was not a JSON object. Not stored in the blocks, since those are written and sent unchanged. */
const unparsed = new WeakSet<Block>();

/** Keeps the call in the reply, with an input that the API accepts. It gets a result but never runs. */
export function markUnparsed(call: Block): void {
  (call as { input?: unknown }).input = {};
  unparsed.add(call);
}

export function isUnparsed(call: Block): boolean {
  return unparsed.has(call);
}
