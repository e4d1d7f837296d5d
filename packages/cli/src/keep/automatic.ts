import { isKnownUnwritable } from '../index/unwritable-index.js';
import type { Io } from '../io.js';
import { notWritable } from '../not-writable.js';
import { runSteps } from '../run-steps.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safe } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import { noteArchiving } from './archive-time.js';
import { dueNow, settingsOf } from './due.js';
import { type ArchiveRun, type ArchiveStep, archiveInSteps, runArchive } from './run-archive.js';

/** Short enough not to be noticed at the end of a command, once an hour. */
const BUDGET_MS = 200;

/**
 * Archives everything that is due. Undefined if automatic archives are off. `before` is awaited before each session and
 * says whether to continue.
 */
export async function archiveDue(
  io: Io,
  before: (step: ArchiveStep & { due: number }) => Promise<void> = async () => {},
): Promise<ArchiveRun | undefined> {
  if (!settingsOf(io).isAutomatic) return undefined;
  const due = dueNow(io);
  const run = await runSteps(archiveInSteps(due, {}, io), (step) => before({ ...step, due: due.length }));
  noteArchiving(io);
  return run;
}

/** Archives some of what is due after a command has answered. It cannot make the command fail. */
export function archiveSome(io: Io): void {
  if (isKnownUnwritable(io)) return;
  try {
    noteArchiving(io);
    if (!settingsOf(io).isAutomatic) return;
    const due = dueNow(io);
    const { left } = runArchive(due, { budgetMs: BUDGET_MS }, io);
    const urgent = due.filter((each) => left.includes(each) && each.isDeletedWithin(1)).length;
    if (urgent === 0) return;
    io.err(`Claude Code will soon delete ${plural(urgent, 'session')}. Keep them with: unspool archive\n`);
  } catch (error) {
    const failure = error instanceof UserError ? error : notWritable(error);
    if (!failure) throw error;
    io.err(`Nothing was archived: ${safe(failure.message)}\n`);
  }
}

export function archivedLine({ archived }: ArchiveRun): string {
  const size = archived.reduce((sum, each) => sum + each.size, 0);
  const packed = archived.reduce((sum, each) => sum + each.archiveSize, 0);
  return `${plural(archived.length, 'session')} archived (${shortSize(size)} in ${shortSize(packed)})`;
}
