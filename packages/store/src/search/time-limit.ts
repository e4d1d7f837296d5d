import { Script } from 'node:vm';

/** A pattern took too long in one file. */
export class SlowPatternError extends Error {}

/**
 * Does something that must not take for ever: some patterns do, and nothing else can stop one. What was begun is left as it
 * stands, so nobody should go on with it.
 */
export function withinTime<T>(work: () => T, milliseconds: number): T {
  const own = globalThis as { [WORK]?: () => T };
  own[WORK] = work;
  try {
    return CALL.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new SlowPatternError(`no end after ${milliseconds / 1000} s`);
  } finally {
    delete own[WORK];
  }
}

const WORK = Symbol.for('unspool.limited');
const CALL = new Script("globalThis[Symbol.for('unspool.limited')]()");
