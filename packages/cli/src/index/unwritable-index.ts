import type { Io } from '../io.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';

/** The index is intact but cannot be updated, or not even opened. */
export class UnwritableIndex extends UserError {
  readonly why: string;

  constructor(file: string, error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    const { why, hint } = REASONS.find(({ pattern: text }) => text.test(message)) ?? {
      why: safeLine(message),
      hint: CHECK_FOLDER,
    };
    super(`The index ${safeLine(file)} could not be written.`, { why, hint });
    this.why = why;
  }
}

const CHECK_FOLDER = 'Check that its folder can be written, or set UNSPOOL_HOME to another one.';
const REASONS = [
  { pattern: /disk is full/i, why: 'The disk is full.', hint: 'Make room, then try again.' },
  { pattern: /readonly/i, why: 'Permission denied.', hint: CHECK_FOLDER },
  {
    pattern: /is locked/i,
    why: 'Another process is still writing to it.',
    hint: 'Wait for it or end it. A suspended command (Ctrl-Z) keeps the index locked.',
  },
];

/** Commands that only read still get an answer: from the files, as without an index. */
export async function orFromFiles<T>(asked: () => Promise<T>, fromFiles: () => T | Promise<T>, io: Io): Promise<T> {
  try {
    return await asked();
  } catch (error) {
    if (!(error instanceof UnwritableIndex)) throw error;
    io.err(
      `The index could not be written, so Unspool reads the files instead. ${error.why}\n` +
        'Sessions that are only in the index or the archive are left out, and nothing is archived.\n',
    );
    TOLD.add(io);
    return fromFiles();
  }
}

const TOLD = new WeakSet<Io>();

/** Whether this command has already reported that nothing is archived. */
export function isKnownUnwritable(io: Io): boolean {
  return TOLD.has(io);
}
