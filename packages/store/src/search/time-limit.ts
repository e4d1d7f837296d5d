import { Script } from 'node:vm';

/** A pattern took too long in one file. */
export class SlowPatternError extends Error {}

/**
 * Runs a function with a time limit. Some patterns never finish, and nothing else can stop them. The function is aborted
 * in the middle, so its state must not be used afterwards.
 */
export function withinTime<T>(work: () => T, milliseconds: number): T {
  const own = globalThis as { [WORK]?: () => T };
  own[WORK] = work;
  try {
    return CALL.runInThisContext({ timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new SlowPatternError(`not finished after ${milliseconds / 1000} s`);
  } finally {
    delete own[WORK];
  }
}

const WORK = Symbol.for('unspool.limited');
const CALL = new Script("globalThis[Symbol.for('unspool.limited')]()");
