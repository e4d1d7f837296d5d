import { type AssistantEntry, isAssistant, mergeReply, type Reply, type ReplyMessage } from '@unspool/session';
import type { Conversation } from './conversation.js';

/** A reply with its content, from the lines it stands on. */
export function readReply({ session }: Conversation, reply: Reply): ReplyMessage {
  const lines: AssistantEntry[] = [];
  for (const node of reply.nodes) {
    const entry = session.read(node);
    if (isAssistant(entry)) lines.push(entry);
  }
  return mergeReply(lines);
}
