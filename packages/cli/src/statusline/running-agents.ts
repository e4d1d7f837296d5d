import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { forEachUsage } from '@unspool/session';

export interface RunningAgents {
  count: number;
  /** Tokens used so far. */
  tokens: number;
}

/** A working sub-agent writes a line at least this often, except during a long command. */
const LIVELY_MS = 60_000;
/** Larger files are counted but not read. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Sub-agents that the client uses internally. */
const HELPER = /^agent-(acompact|aprompt_suggestion)-/;

/** The sub-agents of a session that wrote recently. */
export function runningAgents(transcript: string, now: number): RunningAgents {
  const running: RunningAgents = { count: 0, tokens: 0 };
  for (const file of agentFiles(transcript.replace(/\.jsonl$/, ''))) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats?.isFile() || now - stats.mtimeMs > LIVELY_MS) continue;
    running.count++;
    if (stats.size <= MAX_BYTES) running.tokens += tokensIn(file);
  }
  return running;
}

function agentFiles(session: string): string[] {
  const folder = join(session, 'subagents');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !HELPER.test(name));
    return names.map((name) => join(folder, name));
  } catch {
    // It started no sub-agents.
    return [];
  }
}

/** Counts each reply once, however many lines it has. */
function tokensIn(file: string): number {
  const replies = new Map<string, number>();
  forEachUsage(file, ({ key = '', input, output, cacheRead, cacheWrite5m, cacheWrite1h }) => {
    const tokens = input + output + cacheRead + cacheWrite5m + cacheWrite1h;
    replies.set(key, Math.max(replies.get(key) ?? 0, tokens));
  });
  return [...replies.values()].reduce((sum, tokens) => sum + tokens, 0);
}
