import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { ls } from './ls.js';

/** What `unspool` alone does: until the browser app is here, the list of sessions and what can be done with them. */
export function start(io: Io): number {
  const { sessions } = allSessions(io);
  if (sessions.length === 0) {
    io.err('No sessions found. Set CLAUDE_CONFIG_DIR to the folder that holds projects/.\n');
  } else {
    ls({}, io);
  }
  io.err('\nShow one with: unspool show last\nAll commands:  unspool --help\nThe browser app comes next.\n');
  return 0;
}
