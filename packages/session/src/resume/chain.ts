import type { Node } from '../model/node.js';
import { ancestryOf } from './ancestry.js';
import { append } from './append.js';
import { heal } from './heal.js';
import { lastPromptTip } from './last-prompt.js';
import { Replies } from './parallel.js';
import { isBoundary } from './preserved.js';
import type { ResumeLine } from './resume-line.js';
import { tipOf } from './tip.js';

/** Step B: which lines the client sends, in which order. */
export interface Chain {
  tip: ResumeLine;
  /** The tip and its ancestors, oldest first. */
  ancestry: readonly ResumeLine[];
  /** What is sent: with parallel calls, without anything before the last compaction. */
  lines: readonly ResumeLine[];
  /** Whether a `last-prompt` line moved the tip to another line. */
  movedByLastPrompt: boolean;
}

export interface ChainSource {
  lines: readonly ResumeLine[];
  nodes: readonly Node[];
}

/** Returns the chain; undefined if there is no line to resume from. */
export function chainOf({ lines, nodes }: ChainSource): Chain | undefined {
  const own = tipOf(lines);
  if (!own) return undefined;
  const tip = lastPromptTip(lines, nodes) ?? own;
  const healer = heal(lines);
  const ancestry = ancestryOf(tip, lines, healer);
  const whole = new Replies(lines).withParallelCalls(ancestry);
  return {
    tip,
    ancestry,
    lines: closeGaps(resultsAfterCalls(afterLastCompaction(whole))),
    movedByLastPrompt: tip !== own,
  };
}

/** Returns only the line that a resume continues from, for a fraction of the work. */
export function chainTip({ lines, nodes }: ChainSource): ResumeLine | undefined {
  return lastPromptTip(lines, nodes) ?? tipOf(lines);
}

/** B5: only what follows the last compaction boundary is sent. */
function afterLastCompaction(chain: readonly ResumeLine[]): readonly ResumeLine[] {
  return chain.slice(chain.findLastIndex((line) => isBoundary(line.node)) + 1);
}

/** B6: a result before its call moves right after the first line of the reply that calls, but not past a prompt. */
function resultsAfterCalls(chain: readonly ResumeLine[]): readonly ResumeLine[] {
  const { callAt, promptsBefore } = callPositions(chain);
  const moved = new Map<number, ResumeLine[]>();
  const kept = chain.map((line, at): ResumeLine | undefined => {
    const results = line.node.user?.results;
    if (!results?.length) return line;
    const calls = results.map((fact) => callAt.get(fact.tool_use_id) ?? -1);
    if (calls.some((call) => call < at)) return line;
    const call = calls.reduce((last, each) => Math.max(last, each), at);
    if (promptsBefore[call] !== promptsBefore[at]) return line;
    append(moved, call, line);
    return undefined;
  });
  if (moved.size === 0) return chain;
  return kept.flatMap((line, at) => [...(line ? [line] : []), ...(moved.get(at) ?? [])]);
}

interface CallPositions {
  /** By the id of a call: the position of the first line of its reply. */
  callAt: Map<string, number>;
  /** By position: the number of prompts before it. */
  promptsBefore: number[];
}

function callPositions(chain: readonly ResumeLine[]): CallPositions {
  const callAt = new Map<string, number>();
  const replyAt = new Map<string, number>();
  const promptsBefore: number[] = [];
  let prompts = 0;
  chain.forEach((line, at) => {
    promptsBefore.push(prompts);
    if (isPrompt(line)) prompts++;
    const { reply } = line.node;
    if (!reply) return;
    const { messageId } = reply;
    if (messageId && !replyAt.has(messageId)) replyAt.set(messageId, at);
    const from = messageId ? (replyAt.get(messageId) ?? at) : at;
    for (const use of reply.uses) if (!callAt.has(use.id)) callAt.set(use.id, from);
  });
  return { callAt, promptsBefore };
}

function isPrompt(line: ResumeLine): boolean {
  return line.node.user !== undefined && line.node.user.results.length === 0;
}

/** B7: a line separated by attachments or system lines from an earlier line of its reply moves next to it. */
function closeGaps(chain: readonly ResumeLine[]): readonly ResumeLine[] {
  const moved = new Map<ResumeLine, ResumeLine[]>();
  const kept: ResumeLine[] = [];
  let earlier: ResumeLine | undefined;
  let hasGap = false;
  for (const line of chain) {
    const messageId = line.node.reply?.messageId;
    if (earlier && messageId && messageId === earlier.node.reply?.messageId && hasGap) {
      append(moved, earlier, line);
      continue;
    }
    kept.push(line);
    if (line.node.reply) {
      earlier = messageId ? line : undefined;
      hasGap = false;
    } else if (isGap(line)) {
      hasGap = true;
    } else if (!line.node.user?.results.length) {
      earlier = undefined;
    }
  }
  return moved.size === 0 ? chain : kept.flatMap((line) => [line, ...(moved.get(line) ?? [])]);
}

function isGap({ node }: ResumeLine): boolean {
  return node.type === 'attachment' || (node.type === 'system' && node.subtype !== 'local_command');
}
