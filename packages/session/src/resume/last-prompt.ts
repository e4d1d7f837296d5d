import type { Node } from '../model/node.js';
import { ancestryOf } from './ancestry.js';
import { isAside } from './aside.js';
import { LineSet } from './line-set.js';
import { hasKeptLines, isBoundary } from './preserved.js';
import type { ResumeLine } from './resume-line.js';
import { hasConversation, tipOf } from './tip.js';

/**
 * B2: returns the tip if a `last-prompt` line names a leaf. If the leaf named last is on another branch, the client
 * continues from it, otherwise from the last main line, even if that one has children. Undefined if B1 decides: no leaf
 * is named, or there is no conversation at either line. After a compaction that moved lines (A6) only a line without
 * children counts as a leaf. Must run before A5.
 */
export function lastPromptTip(lines: readonly ResumeLine[], nodes: readonly Node[]): ResumeLine | undefined {
  const named = nodes.findLast((node) => node.place.isSeen && namesLeaf(node));
  if (!named) return undefined;
  const hasMoved = hasKeptLines(lines);
  const last = hasMoved ? tipOf(lines) : lastMainLine(lines);
  if (!last) return undefined;
  const leaf = isVoid(named, nodes) ? undefined : lines.find((line) => line.node.uuid === named.extra?.leafUuid);
  const isChosen = leaf && hasConversation(leaf) && (!hasMoved || isChildless(leaf, lines));
  if (isChosen && isOnAnotherBranch(leaf, last, lines)) return leaf;
  return hasConversation(last) ? last : undefined;
}

function isChildless(leaf: ResumeLine, lines: readonly ResumeLine[]): boolean {
  return !lines.some((line) => line.parent === leaf && !line.node.isSidechain);
}

function lastMainLine(lines: readonly ResumeLine[]): ResumeLine | undefined {
  let last: ResumeLine | undefined;
  for (const line of lines) if (line.mainOrder > (last?.mainOrder ?? -1)) last = line;
  return last;
}

function namesLeaf(node: Node): boolean {
  return node.type === 'last-prompt' && node.extra?.leafUuid !== undefined;
}

/** B2: a later compaction invalidates a `last-prompt` line. */
function isVoid({ index }: Node, nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.index > index && node.place.isSeen && isBoundary(node));
}

function isOnAnotherBranch(leaf: ResumeLine, last: ResumeLine, lines: readonly ResumeLine[]): boolean {
  const chain = ancestryOf(last, lines);
  const onChain = new LineSet(lines);
  for (const line of chain) onChain.add(line);
  return !onChain.has(leaf) && !ranInParallel(ancestryOf(leaf, lines), chain, onChain);
}

/**
 * B2: parallel calls are not branches. Both paths share a call of one reply, and one of them has a second call of it.
 */
function ranInParallel(pathToLeaf: readonly ResumeLine[], chain: readonly ResumeLine[], onChain: LineSet): boolean {
  const messageId = lastCall(pathToLeaf)?.node.reply?.messageId;
  if (!messageId) return false;
  const isOfReply = (line: ResumeLine) => line.node.reply?.messageId === messageId;
  const isShared = pathToLeaf.some((line) => isOfReply(line) && callsOn(line) > 0 && onChain.has(line));
  const calls = (path: readonly ResumeLine[]) => path.filter(isOfReply).reduce((sum, line) => sum + callsOn(line), 0);
  return isShared && Math.max(calls(pathToLeaf), calls(chain)) > 1;
}

/**
 * Returns the line of the call that a path ends with: it ends with the call, its result, or asides after the result.
 */
function lastCall(path: readonly ResumeLine[]): ResumeLine | undefined {
  const leaf = path.at(-1);
  if (leaf && callsOn(leaf) > 0) return leaf;
  const answer = path.findLastIndex((line) => !isAside(line));
  const call = path[answer - 1];
  return call && path[answer]?.node.user?.results.length && callsOn(call) > 0 ? call : undefined;
}

function callsOn({ node }: ResumeLine): number {
  return node.reply?.uses.length ?? 0;
}
