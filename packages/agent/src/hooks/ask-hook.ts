import type { JsonObject } from '@unspool/session';
import type { Hook } from './hook-config.js';
import type { CommandOutcome } from './run-command.js';

/** Calls a hook function of the driving program and returns the result as if a command had run. Never throws. */
export async function askHook(hook: Hook, input: JsonObject, signal: AbortSignal): Promise<CommandOutcome> {
  const late = AbortSignal.timeout(hook.timeoutMs);
  const stop = AbortSignal.any([signal, late]);
  const stopped = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(new Error('stopped before it answered')), { once: true });
  });
  try {
    const answer = await Promise.race([hook.ask?.(input, stop) ?? {}, stopped]);
    return { exitCode: 0, stdout: JSON.stringify(answer), stderr: '', isTimeout: false };
  } catch (error) {
    return { exitCode: null, stdout: '', stderr: (error as Error).message, isTimeout: late.aborted };
  }
}
