import { statSync } from 'node:fs';
import { type Entry, isAssistant, isText, isToolUse, isUser } from '@unspool/session';
import { blocksOf, readRange, splitBytes } from '@unspool/session/read';

export interface Waiting {
  now: () => number;
  sleep: (ms: number) => void;
  maxMs: number;
}

const POLL_MS = 20;

/**
 * Waits until the file ends with the reply that a Stop event names, or, if it names none, with a reply without calls. The
 * event can come before the last lines are on disk. False on timeout; then the next event finishes the turn.
 */
export function waitForReply(file: string, lastMessage: string | undefined, { now, sleep, maxMs }: Waiting): boolean {
  const until = now() + maxMs;
  for (let seen = -1; ; ) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > 0 && size !== seen && hasReply(file, size, lastMessage)) return true;
    seen = size;
    if (now() >= until) return false;
    sleep(POLL_MS);
  }
}

/** The last reply is near the end; only lines of state follow it. */
const TAIL = 256 * 1024;

function hasReply(file: string, size: number, lastMessage: string | undefined): boolean {
  const from = Math.max(0, size - TAIL);
  const bytes = readRange(file, from, size - from);
  const reply = lastReply(bytes.subarray(0, bytes.lastIndexOf(10) + 1));
  if (!reply) return false;
  return lastMessage === undefined ? !reply.isCalling : reply.text.includes(lastMessage.trim());
}

interface LastReply {
  id: string | undefined;
  text: string;
  isCalling: boolean;
}

/** The last reply of the main conversation, unless a prompt or a result follows it. */
function lastReply(bytes: Uint8Array): LastReply | undefined {
  let reply: LastReply | undefined;
  for (const line of splitBytes(bytes)) {
    for (const object of line.state === 'whole' ? line.objects : []) {
      if (object['isSidechain'] !== true) reply = replyAfter(object as Entry, reply);
    }
  }
  return reply;
}

function replyAfter(entry: Entry, before: LastReply | undefined): LastReply | undefined {
  if (isUser(entry)) return entry.isMeta === true ? before : undefined;
  if (!isAssistant(entry)) return before;
  const { id, content } = entry.message;
  const reply = before && id !== undefined && before.id === id ? before : { id, text: '', isCalling: false };
  for (const block of blocksOf(content)) {
    if (isText(block)) reply.text += reply.text === '' ? block.text : `\n${block.text}`;
    if (isToolUse(block)) reply.isCalling = true;
  }
  return reply;
}
