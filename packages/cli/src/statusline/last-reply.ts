import { statSync } from 'node:fs';
import { usageOf } from '@unspool/session';
import { readRange, splitBytes } from '@unspool/session/read';

export interface LastReply {
  /** Tokens of its request. */
  context: number;
  /** When its cache expires; undefined if nothing was cached. */
  cachedUntil: number | undefined;
}

const TAIL = 64 * 1024;
const LONG_TAIL = 1024 * 1024;
const FIVE_MINUTES = 5 * 60_000;
const HOUR = 60 * 60_000;

/** The last reply of a session, from the end of its transcript. */
export function lastReply(transcript: string): LastReply | undefined {
  try {
    // Opening a pipe would wait for a writer.
    if (!statSync(transcript).isFile()) return undefined;
    return replyInTail(transcript, TAIL) ?? replyInTail(transcript, LONG_TAIL);
  } catch {
    // It does not exist yet.
    return undefined;
  }
}

function replyInTail(transcript: string, tail: number): LastReply | undefined {
  const { size } = statSync(transcript);
  const from = Math.max(0, size - tail);
  // The first line may be cut off and is then not JSON.
  const objects = [...splitBytes(readRange(transcript, from, size - from))].flatMap((line) => line.objects);
  for (const object of objects.toReversed()) {
    const record = usageOf(object);
    if (!record || record.isSidechain || record.isEmbedded) continue;
    const { input, cacheRead, cacheWrite5m, cacheWrite1h, time } = record;
    const cached = cacheRead + cacheWrite5m + cacheWrite1h;
    const kept = cacheWrite1h > 0 ? HOUR : FIVE_MINUTES;
    const isKnown = cached > 0 && !Number.isNaN(time);
    return { context: input + cached, cachedUntil: isKnown ? time + kept : undefined };
  }
  return undefined;
}
