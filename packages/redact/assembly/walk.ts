/** Walks through the graph of anchors (src/anchor/graph.ts). Node 0 leads nowhere. */
import { AHEAD, CONDITION_SETS, CONDITIONS, LONGEST_AHEAD, NODE_CONDITIONS, NODES } from './memory';

/**
 * Follows the characters back from `at`, where a node has been reached. Returns the end of the anchor they lead to, or 0.
 * `place` is the last character of the word that is being read.
 */
export function walkBack(place: u32, at: u32, reached: u32): u32 {
  let node = reached;
  for (let before = at; node !== 0; before--) {
    const condition = conditionOf(node);
    const end = condition !== 0 ? firstMet(condition, place, before) : 0;
    if (end !== 0) return end;
    node = next(node, before);
  }
  return 0;
}

/** Whether an anchor that is read forwards starts at `place`. */
export function startsAhead(place: u32): bool {
  const limit = place + load<u32>(LONGEST_AHEAD);
  let node = load<u32>(AHEAD);
  for (let at = place; at < limit; at++) {
    node = next(node, at);
    if (node === 0) return false;
    if (conditionOf(node) !== 0) return true;
  }
  return false;
}

/** The node that a character leads to. */
export function next(node: u32, at: u32): u32 {
  return <u32>load<u16>(NODES + (node << 8) + ((<u32>load<u8>(at)) << 1));
}

function conditionOf(node: u32): u32 {
  return <u32>load<u16>(NODE_CONDITIONS + (node << 1));
}

/** The end of the anchor by the first of a node's conditions that is met, or 0. */
function firstMet(first: u32, place: u32, before: u32): u32 {
  let condition = CONDITIONS + (first << 4);
  let end = endIfMet(condition, place, before);
  while (end === 0 && load<u16>(condition, 8) !== 0) {
    condition += 16;
    end = endIfMet(condition, place, before);
  }
  return end;
}

/**
 * A condition is: a set (2 bytes) of which so many characters (2) follow `place`; a node (2) to walk back from after them;
 * a node (2) to walk back from at `before`; whether the node has another condition (2).
 */
function endIfMet(condition: u32, place: u32, before: u32): u32 {
  const set = load<u16>(condition);
  const limit = place + 1 + <u32>load<u16>(condition, 2);
  const nodeAfter = <u32>load<u16>(condition, 4);
  const nodeBefore = <u32>load<u16>(condition, 6);
  let at = place + 1;
  while (at < limit && (load<u16>(CONDITION_SETS + ((<u32>load<u8>(at)) << 1)) & set) !== 0) at++;
  if (nodeAfter === 0 && at < limit) return 0;
  if (nodeBefore !== 0 && walkBack(before, before, nodeBefore) === 0) return 0;
  return nodeAfter === 0 ? at - 1 : walkBack(at, at, nodeAfter);
}
