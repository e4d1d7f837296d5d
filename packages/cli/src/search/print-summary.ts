import { OWN_CLIENT, type SearchResult } from '@unspool/store';
import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { resultOnScreen } from './screen.js';

/** Returns the exit code: 1 if nothing was found, as grep does. */
export function printSummary(result: SearchResult, isJson: boolean, io: Io): number {
  for (const { file, message } of result.problems ?? []) {
    io.err(`${safeLine(file)}: not read: ${safeLine(message)}\n`);
  }
  if (isJson) io.out(`${JSON.stringify(asJson(result), null, 2)}\n`);
  else if (result.hits.length > 0) io.out(resultOnScreen(result, io));
  else if (result.gaveUp === undefined) io.err('No matches.\n');
  return result.hits.length > 0 ? 0 : 1;
}

function asJson(result: SearchResult) {
  return {
    count: result.count,
    isMore: result.isMore,
    sorted: result.sorted,
    gaveUp: result.gaveUp ?? null,
    hits: result.hits.map(({ client = OWN_CLIENT, ...hit }) => ({
      ...hit,
      agent: client,
      agentId: hit.agentId ?? null,
      title: hit.title ?? null,
      cwd: hit.cwd ?? null,
      tool: hit.tool ?? null,
      unread: hit.unread ?? null,
      copies: (hit.copies ?? []).map((copy) => ({ ...copy, agentId: copy.agentId ?? null })),
      time: hit.time === undefined ? null : new Date(hit.time).toISOString(),
    })),
  };
}
