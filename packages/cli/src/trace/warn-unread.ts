import { basename } from 'node:path';
import { isSessionId } from '@unspool/session/locate';
import { shellWord } from '../edit/resume-command.js';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';

/** Reports every part of a transcript that was left out. */
export function warnUnread(file: string, lines: number, io: Io): void {
  const id = basename(file, '.jsonl');
  // Sub-agents are identified by their path.
  const named = isSessionId(id) ? id : (shellWord(file, io.platform) ?? 'SESSION');
  io.err(
    `${safeLine(file)}: ${plural(lines, 'line')} could not be read in full; see: unspool check ${safeLine(named)}\n`,
  );
}
