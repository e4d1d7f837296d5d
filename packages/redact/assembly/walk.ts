/** Walks through the graph of anchors (src/anchor/graph.ts). Node 0 leads nowhere. */
import { CONDITION_SETS, CONDITIONS, NODE_CONDITIONS, NODES } from './memory';

export const BACKWARDS: i32 = -1;
export const FORWARDS: i32 = 1;

/**
 * Follows up to so many characters from a place on. Returns where the anchor ends that they lead to; 0 for none.
 */
export function walk(place: u32, root: u32, direction: i32, most: u32): u32 {
  let node = root;
  let at = place;
  for (let left = most; left > 0; left--) {
    node = next(node, at);
    if (node === 0) return 0;
    at += direction;
    const condition = <u32>load<u16>(NODE_CONDITIONS + (node << 1));
    if (condition !== 0) {
      const found = firstMet(condition, place, at);
      if (found !== 0) return found;
    }
  }
  return 0;
}

/** The node that a character leads to. */
export function next(node: u32, at: u32): u32 {
  return <u32>load<u16>(NODES + (node << 8) + ((<u32>load<u8>(at)) << 1));
}

/** One of the conditions of a node. The word that was read goes from behind `before` to `place`. */
function firstMet(first: u32, place: u32, before: u32): u32 {
  let condition = CONDITIONS + (first << 4);
  let found = placeIfMet(condition, place, before);
  while (found === 0 && load<u16>(condition, 8) !== 0) {
    condition += 16;
    found = placeIfMet(condition, place, before);
  }
  return found;
}

/** The set (2 bytes) of which so many characters (2) follow; the nodes to walk from behind them (2) and before (2). */
function placeIfMet(condition: u32, place: u32, before: u32): u32 {
  const set = load<u16>(condition);
  const limit = place + 1 + <u32>load<u16>(condition, 2);
  const nodeBehind = <u32>load<u16>(condition, 4);
  const nodeBefore = <u32>load<u16>(condition, 6);
  let at = place + 1;
  while (at < limit && (load<u16>(CONDITION_SETS + ((<u32>load<u8>(at)) << 1)) & set) !== 0) at++;
  if (nodeBehind === 0 && at < limit) return 0;
  if (nodeBefore !== 0 && walk(before, nodeBefore, BACKWARDS, u32.MAX_VALUE) === 0) return 0;
  return nodeBehind === 0 ? at - 1 : walk(at, nodeBehind, BACKWARDS, u32.MAX_VALUE);
}
