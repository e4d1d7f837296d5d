import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { ls } from './ls.js';

/** What `unspool` alone does: until the browser app is here, the list of sessions and what can be done with them. */
export async function start(io: Io): Promise<number> {
  const isEmpty = allSessions(io).sessions.length === 0;
  if (isEmpty) io.err('You have no sessions yet, so here are samples. (CLAUDE_CONFIG_DIR says where yours are.)\n\n');
  await ls({}, isEmpty ? { ...io, env: { ...io.env, CLAUDE_CONFIG_DIR: io.samples } } : io);
  const example = isEmpty ? `CLAUDE_CONFIG_DIR=${io.samples} unspool show last` : 'unspool show last';
  io.err(`\nShow one with: ${example}\nAll commands:  unspool --help\nThe browser app comes next.\n`);
  return 0;
}
