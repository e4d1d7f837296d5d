import type { Node } from '../graph/node.js';
import type { ResumeLine } from './lines.js';

/**
 * Step B: which lines the client takes, in which order. Gives back undefined when there is no line to resume.
 */
export interface Chain {
  tip: ResumeLine;
  /** The tip and its parents, oldest first. */
  ancestry: ResumeLine[];
  /** What is sent: calls pulled in, everything before the last compaction cut off. */
  lines: ResumeLine[];
  /** Set when a `last-prompt` line moved the tip to another branch. */
  movedByLastPrompt: boolean;
}

export function chainOf(lines: readonly ResumeLine[], nodes: readonly Node[]): Chain | undefined {
  const own = tipOf(lines);
  if (!own) return undefined;
  const replies = new ReplyLines(lines);
  const ownAncestry = ancestryOf(own);
  const chain = withParallelCalls(ownAncestry, replies);
  const leaf = lastPromptLeaf(lines, nodes);
  const isMoved = leaf !== undefined && !chain.includes(leaf);
  const ancestry = isMoved ? ancestryOf(leaf) : ownAncestry;
  const chosen = isMoved ? withParallelCalls(ancestry, replies) : chain;
  return {
    tip: isMoved ? leaf : own,
    ancestry,
    lines: resultsBehindCalls(behindLastCompaction(chosen)),
    movedByLastPrompt: isMoved,
  };
}

/** B1: not simply the last line. */
function tipOf(lines: readonly ResumeLine[]): ResumeLine | undefined {
  const main = lines.filter((line) => !line.node.isSidechain);
  const parents = new Set(main.map((line) => line.parent));
  const isNoUuidParent = main.some((line) => line.hasNoParentField);
  const childless = main.filter((line) => !parents.has(line) && !(isNoUuidParent && line.node.uuid === undefined));
  return childless.findLast(holdsConversation) ?? childless.at(-1) ?? main.at(-1);
}

function holdsConversation(line: ResumeLine): boolean {
  const passed = new Set<ResumeLine>();
  for (let at: ResumeLine | null = line; at && !passed.has(at); at = at.parent) {
    if (at.node.user || at.node.reply) return true;
    passed.add(at);
  }
  return false;
}

/** B2: the line that the last usable `last-prompt` names. */
function lastPromptLeaf(lines: readonly ResumeLine[], nodes: readonly Node[]): ResumeLine | undefined {
  const leafUuid = nodes.findLast((node) => node.type === 'last-prompt' && node.place.isWhole && node.extra?.leafUuid)
    ?.extra?.leafUuid;
  return leafUuid === undefined ? undefined : lines.find((line) => line.node.uuid === leafUuid);
}

/** B3: parents up to a root, oldest first. */
function ancestryOf(tip: ResumeLine): ResumeLine[] {
  const passed = new Set<ResumeLine>();
  for (let at: ResumeLine | null = tip; at && !passed.has(at); at = at.parent) passed.add(at);
  return [...passed].reverse();
}

/** The lines of each reply and the results that hang on them, for B4. */
class ReplyLines {
  private readonly assistants = new Map<string, ResumeLine[]>();
  private readonly results = new Map<string, ResumeLine[]>();

  constructor(lines: readonly ResumeLine[]) {
    for (const line of lines) {
      const own = line.node.reply?.messageId;
      if (own !== undefined) append(this.assistants, own, line);
      const parents = line.parent?.node.reply?.messageId;
      if (parents !== undefined && line.node.user?.results.length) append(this.results, parents, line);
    }
  }

  of(messageId: string): ResumeLine[] {
    const lines = [...(this.assistants.get(messageId) ?? []), ...(this.results.get(messageId) ?? [])];
    return lines.sort((a, b) => a.order - b.order);
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** B4: the calls of a reply that are not on the chain, and their results, are pulled in. */
function withParallelCalls(chain: ResumeLine[], replies: ReplyLines): ResumeLine[] {
  const onChain = new Set(chain);
  const insertBefore = new Map<number, ResumeLine[]>();
  for (const [messageId, stretch] of stretchesOf(chain)) {
    for (const line of replies.of(messageId)) {
      if (onChain.has(line)) continue;
      onChain.add(line);
      append(insertBefore, placeInStretch(chain, stretch, line), line);
    }
  }
  if (insertBefore.size === 0) return chain;
  const result: ResumeLine[] = [];
  for (let at = 0; at <= chain.length; at++) {
    result.push(...(insertBefore.get(at) ?? []));
    const line = chain[at];
    if (line) result.push(line);
  }
  return result;
}

interface Stretch {
  first: number;
  /** Behind the reply's last line on the chain and the results, attachments and system lines that follow it. */
  end: number;
}

function stretchesOf(chain: ResumeLine[]): Map<string, Stretch> {
  const stretches = new Map<string, Stretch>();
  chain.forEach((line, at) => {
    const messageId = line.node.reply?.messageId;
    if (messageId === undefined) return;
    const stretch = stretches.get(messageId);
    if (stretch) stretch.end = at + 1;
    else stretches.set(messageId, { first: at, end: at + 1 });
  });
  for (const stretch of stretches.values()) {
    while (isResultOrAside(chain[stretch.end])) stretch.end++;
  }
  return stretches;
}

/** In file order, never before the reply's first line on the chain, never past its stretch. */
function placeInStretch(chain: ResumeLine[], stretch: Stretch, line: ResumeLine): number {
  for (let at = stretch.first + 1; at < stretch.end; at++) {
    const other = chain[at];
    if (other && other.order > line.order) return at;
  }
  return stretch.end;
}

function isResultOrAside(line: ResumeLine | undefined): boolean {
  if (!line) return false;
  const { node } = line;
  return node.type === 'attachment' || node.type === 'system' || Boolean(node.user?.results.length);
}

/** B5. */
function behindLastCompaction(chain: ResumeLine[]): ResumeLine[] {
  const at = chain.findLastIndex((line) => line.node.type === 'system' && line.node.subtype === 'compact_boundary');
  return chain.slice(at + 1);
}

/** B6: a result that stands before its call goes right behind it, unless a prompt stands between. */
function resultsBehindCalls(chain: ResumeLine[]): ResumeLine[] {
  const callAt = new Map<string, number>();
  chain.forEach((line, at) => {
    for (const use of line.node.reply?.uses ?? []) if (!callAt.has(use.id)) callAt.set(use.id, at);
  });
  const moved = new Map<number, ResumeLine[]>();
  const kept = chain.map((line, at): ResumeLine | undefined => {
    const results = line.node.user?.results;
    if (!results?.length) return line;
    const calls = results.map((fact) => callAt.get(fact.tool_use_id) ?? -1);
    if (calls.some((call) => call < at)) return line;
    const call = Math.max(...calls);
    if (chain.slice(at + 1, call).some(isPrompt)) return line;
    append(moved, call, line);
    return undefined;
  });
  if (moved.size === 0) return chain;
  return kept.flatMap((line, at) => [...(line ? [line] : []), ...(moved.get(at) ?? [])]);
}

function isPrompt(line: ResumeLine): boolean {
  return line.node.user !== undefined && line.node.user.results.length === 0;
}
