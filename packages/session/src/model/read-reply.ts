import { isAssistant } from '../format/entry.js';
import type { AssistantEntry } from '../format/schema.js';
import { mergeReply, type ReplyMessage } from './reply.js';
import type { Session } from './session.js';
import type { Reply } from './turn.js';

/** Reads a reply with its content, from all of its lines. */
export function readReply(session: Session, reply: Reply): ReplyMessage {
  const lines: AssistantEntry[] = [];
  for (const node of reply.nodes) {
    const entry = session.read(node);
    if (isAssistant(entry)) lines.push(entry);
  }
  return mergeReply(lines);
}
