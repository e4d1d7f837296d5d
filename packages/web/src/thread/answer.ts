import { ChangedFileError } from '@unspool/session/read';
import { AppFailure } from '../failure.js';
import type { Answer, Ask } from './message.js';

/** Calls a method of a role and posts the result. */
export async function answer(
  role: object,
  { ask, method, args, isJson }: Ask,
  tell: (news: unknown) => void,
): Promise<Answer> {
  try {
    const call = (role as { [name: string]: (...args: unknown[]) => unknown })[method];
    if (typeof call !== 'function') throw new Error(`There is no method ${method}.`);
    const result = await call.call(role, ...args, tell);
    return { ask, kind: 'done', result: isJson ? new TextEncoder().encode(JSON.stringify(result)) : result };
  } catch (error) {
    return { ask, kind: 'failed', ...failureOf(error) };
  }
}

function failureOf(error: unknown): Omit<Answer & { kind: 'failed' }, 'ask' | 'kind'> {
  if (error instanceof AppFailure) {
    const { why, hint } = error.more;
    return {
      status: error.status,
      what: error.what,
      ...(why !== undefined && { why }),
      ...(hint !== undefined && { hint }),
    };
  }
  if (error instanceof ChangedFileError)
    return { status: 409, what: 'The session changed while it was read.', hint: RELOAD };
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT')
    return { status: 404, what: 'The session no longer exists.', why: 'Its file was there a moment ago.' };
  if (code === 'EACCES' || code === 'EPERM') return { status: 409, what: 'The session cannot be read.', why: message };
  return { status: undefined, what: error instanceof Error ? (error.stack ?? message) : String(error) };
}

const RELOAD = 'Load it again to see its current state.';

/** Restores a failure that a thread reported. */
export function failureFrom(answer: Answer & { kind: 'failed' }): Error {
  const { status, what, why, hint } = answer;
  return status === undefined ? new Error(what) : new AppFailure(status, what, { why, hint });
}
