import type { AgentFile } from '../locate/agent-file.js';
import { agentFilesOfAll } from '../locate/family.js';
import { holdersOf } from '../write/holders.js';
import { livenessOf, writtenWhen } from '../write/liveness.js';
import type { Journal } from './journal.js';
import type { JournalEntry } from './journal-entry.js';

/** A file that was written within this time may be in use. */
const QUIET_MS = 60_000;

/**
 * Returns why a session must not be changed now; empty if nothing is writing to it. Looks up its sub-agents unless they
 * are given.
 */
export function whyLive(file: string, journal: Journal, now: number, agents?: readonly SubAgent[]): string[] {
  // After one of our own edits a file looks recently written. Then only open files count.
  const quietMs = journal.isOurs(file) ? Number.NEGATIVE_INFINITY : QUIET_MS;
  const { isLive, reasons } = livenessOf(file, { now, quietMs });
  return isLive ? reasons : agentsAtWork(agents ?? agentFilesOfAll(file), journal, now);
}

type SubAgent = Pick<AgentFile, 'id' | 'file' | 'mtimeMs'>;

/** While a sub-agent works, the session's own file may not change for minutes. */
function agentsAtWork(agents: readonly SubAgent[], journal: Journal, now: number): string[] {
  const busy = agents.find((agent) => isJustWritten(agent, journal, now));
  if (busy) return [`its sub-agent ${busy.id} ${writtenWhen(busy.mtimeMs, now, 'wrote')}`];
  return holdersOf(agents.map((agent) => agent.file)).map(
    ({ pid, command }) => `${command} (process ${pid}) has the file of one of its sub-agents open`,
  );
}

/** Whether a file was written just now. A cheap check for lists: does not look for open files. */
export function isJustWritten({ file, mtimeMs }: { file: string; mtimeMs: number }, journal: Journal, now: number) {
  return now - mtimeMs < QUIET_MS && !journal.isOurs(file);
}

/** Returns the sessions that an undo would change. */
export function sessionsOfEdit({ file, changes = [] }: JournalEntry): string[] {
  const left = changes.filter((each) => each.draft !== undefined && SESSION.test(each.file));
  return [...new Set([file, ...left.map((each) => each.file)])];
}

const SESSION = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/i;
