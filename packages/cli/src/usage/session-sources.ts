import { type ScanSource, sourcesOf } from '@unspool/store';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { safeLine } from '../terminal/safe.js';

/** All sessions with their sub-agents, for reports that show them. */
export function sessionSources(io: Io): ScanSource[] {
  const { sessions, problems } = allSessions(io);
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  return sourcesOf(sessions);
}
