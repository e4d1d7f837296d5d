import type { Salvaged } from '@unspool/store';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';

/** Reports what was done with a damaged index. */
export function warnMoved(movedAside: string, saved: Salvaged | undefined, io: Io): void {
  io.err(`The index could not be read. It was moved to ${movedAside} and is being rebuilt. No session was changed.\n`);
  io.err(
    `Saved from it: ${plural(saved?.replies ?? 0, 'reply', 'replies')} of the ledger, ${plural(saved?.tags ?? 0, 'tag')}, ${plural(saved?.pins ?? 0, 'pin')}.\n`,
  );
}
