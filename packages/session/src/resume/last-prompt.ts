import type { Node } from '../graph/node.js';
import { ancestryOf } from './ancestry.js';
import { isAside } from './aside.js';
import { LineSet } from './line-set.js';
import { hasKeptLines, isBoundary } from './preserved.js';
import type { ResumeLine } from './resume-line.js';
import { holdsConversation, tipOf } from './tip.js';

/**
 * B2: where a `last-prompt` names a line, the client goes on from the line named last if that stands on another branch,
 * else from the last line of the main conversation, even if others hang on it. Undefined where no line is named, and
 * where the tip is found as ever: neither holds a conversation, or a compaction has moved the lines it kept and the
 * line named is no end of a branch. Asked before A5 heals.
 */
export function lastPromptTip(lines: readonly ResumeLine[], nodes: readonly Node[]): ResumeLine | undefined {
  const named = nodes.findLast((node) => node.place.isSeen && namesLeaf(node));
  if (!named) return undefined;
  const hasMoved = hasKeptLines(lines);
  const last = hasMoved ? tipOf(lines) : lastMainLine(lines);
  if (!last) return undefined;
  const leaf = isVoid(named, nodes) ? undefined : lines.find((line) => line.node.uuid === named.extra?.leafUuid);
  const isChosen = leaf && holdsConversation(leaf) && (!hasMoved || isEnd(leaf, lines));
  if (isChosen && isOnAnotherBranch(leaf, last, lines)) return leaf;
  return holdsConversation(last) ? last : undefined;
}

function isEnd(leaf: ResumeLine, lines: readonly ResumeLine[]): boolean {
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

/** A compaction makes those before it void. */
function isVoid({ index }: Node, nodes: readonly Node[]): boolean {
  return nodes.some((node) => node.index > index && node.place.isSeen && isBoundary(node));
}

function isOnAnotherBranch(leaf: ResumeLine, last: ResumeLine, lines: readonly ResumeLine[]): boolean {
  const chain = ancestryOf(last, lines);
  const onChain = new LineSet(lines);
  for (const line of chain) onChain.add(line);
  return !onChain.has(leaf) && !ranBeside(ancestryOf(leaf, lines), chain, onChain);
}

/**
 * Calls that ran side by side are no branches: both ways pass a call of one reply together, and one of them a second
 * call of it.
 */
function ranBeside(wayToLeaf: readonly ResumeLine[], chain: readonly ResumeLine[], onChain: LineSet): boolean {
  const messageId = callAtTheEnd(wayToLeaf)?.node.reply?.messageId;
  if (!messageId) return false;
  const isOfReply = (line: ResumeLine) => line.node.reply?.messageId === messageId;
  const isShared = wayToLeaf.some((line) => isOfReply(line) && callsOn(line) > 0 && onChain.has(line));
  const calls = (way: readonly ResumeLine[]) => way.filter(isOfReply).reduce((sum, line) => sum + callsOn(line), 0);
  return isShared && Math.max(calls(wayToLeaf), calls(chain)) > 1;
}

/** The line of the call that this way ends with: the call itself, its result, or asides behind the result. */
function callAtTheEnd(way: readonly ResumeLine[]): ResumeLine | undefined {
  const leaf = way.at(-1);
  if (leaf && callsOn(leaf) > 0) return leaf;
  const answer = way.findLastIndex((line) => !isAside(line));
  const call = way[answer - 1];
  return call && way[answer]?.node.user?.results.length && callsOn(call) > 0 ? call : undefined;
}

function callsOn({ node }: ResumeLine): number {
  return node.reply?.uses.length ?? 0;
}
