import { shortNumber } from '@unspool/session/show';
import type { Io } from '../io.js';
import { clock } from '../terminal/times.js';
import { dayCost } from './day-cost.js';
import { type Json, numberIn, objectIn, textIn } from './given.js';
import { lastReply } from './last-reply.js';
import { runningAgents } from './running-agents.js';

/** The status line of a session, from the client's input, the end of the transcript and the index. */
export function statusLine(text: string, io: Io): string {
  const given = parsed(text);
  const transcript = textIn(given, 'transcript_path');
  const reply = transcript === undefined ? undefined : lastReply(transcript);
  const session = numberIn(objectIn(given, 'cost'), 'total_cost_usd');
  const today = dayCost({ id: textIn(given, 'session_id'), cost: session ?? 0 }, io);
  const parts = [
    session === undefined ? undefined : dollars(session),
    today === undefined ? undefined : `today ${dollars(today)}`,
    contextText(given, reply?.context),
    reply && cacheText(reply.cachedUntil, io.now),
    transcript === undefined ? undefined : agentsText(transcript, io.now),
    windowText(objectIn(objectIn(given, 'rate_limits'), 'five_hour')),
  ];
  return parts.filter((part) => part !== undefined).join(' · ') || 'unspool';
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return objectIn({ value }, 'value');
  } catch {
    return {};
  }
}

function contextText(given: Json, tokens: number | undefined): string | undefined {
  const context = objectIn(given, 'context_window');
  const used = numberIn(context, 'used_percentage');
  if (used !== undefined) return `context ${Math.round(used)} %`;
  const size = numberIn(context, 'context_window_size');
  if (tokens === undefined) return undefined;
  return size ? `context ${Math.round((tokens / size) * 100)} %` : `context ${shortNumber(tokens)} tokens`;
}

/** After the cache has expired, the next request writes it again, at more than the full price. */
function cacheText(until: number | undefined, now: number): string | undefined {
  if (until === undefined) return undefined;
  return until > now ? `cache warm ${Math.ceil((until - now) / 60_000)} min` : 'cache cold';
}

function agentsText(transcript: string, now: number): string | undefined {
  const { count, tokens } = runningAgents(transcript, now);
  if (count === 0) return undefined;
  return `${count} sub-agent${count > 1 ? 's' : ''} ${shortNumber(tokens)} tokens`;
}

function windowText(window: Json): string | undefined {
  const used = numberIn(window, 'used_percentage');
  if (used === undefined) return undefined;
  const end = numberIn(window, 'resets_at');
  return `5 h ${Math.round(used)} %${end === undefined ? '' : ` until ${clock(end * 1000)}`}`;
}

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
