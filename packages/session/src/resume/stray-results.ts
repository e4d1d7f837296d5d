import { append } from './append.js';
import type { ResumeLine } from './resume-line.js';

/** A reply on the chain: its lines, and the lines near it that may answer its calls. */
export interface CallingReply {
  messageId: string;
  lines: readonly ResumeLine[];
  near: readonly ResumeLine[];
}

/**
 * B4: returns results, by message id, of calls that nothing on the chain answers. They come from anywhere in the file,
 * even another branch, except from below another reply with a call of the same id.
 */
export function strayResults(
  replies: Iterable<CallingReply>,
  chain: readonly ResumeLine[],
  lines: readonly ResumeLine[],
): Map<string, ResumeLine[]> {
  const strays = new Map<string, ResumeLine[]>();
  const open = openCalls(replies);
  for (const line of chain) for (const id of answeredBy(line)) open.delete(id);
  if (open.size === 0) return strays;
  for (const line of lines) {
    if (line.node.isSidechain) continue;
    const call = answeredBy(line).find((id) => open.has(id) && !isForOther(line.parent, id, open.get(id)));
    const messageId = call === undefined ? undefined : open.get(call);
    if (messageId !== undefined) append(strays, messageId, line);
  }
  return strays;
}

function openCalls(replies: Iterable<CallingReply>): Map<string, string> {
  const open = new Map<string, string>();
  for (const { messageId, lines, near } of replies) {
    const calls = lines.flatMap((line) => line.node.reply?.uses ?? []);
    if (calls.length === 0) continue;
    const answered = new Set(near.flatMap(answeredBy));
    for (const { id } of calls) if (!answered.has(id)) open.set(id, messageId);
  }
  return open;
}

function answeredBy({ node }: ResumeLine): string[] {
  return node.user?.results.map((result) => result.tool_use_id) ?? [];
}

function isForOther(parent: ResumeLine | null, call: string, messageId: string | undefined): boolean {
  const reply = parent?.node.reply;
  return reply !== undefined && reply.messageId !== messageId && reply.uses.some((use) => use.id === call);
}
