/** The limit for a chain of causes. More are a circle. */
const DEEPEST = 8;

/** Adds the file's name to a system error that has none, for messages to people. */
export function nameFailure(error: unknown, file: string): unknown {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST; at = at.cause, depth++) {
    const refusal = at as NodeJS.ErrnoException;
    if (typeof refusal.code === 'string' && refusal.syscall !== undefined && refusal.path === undefined) {
      refusal.path = file;
    }
  }
  return error;
}

/** Runs code that writes to a file, and adds the file's name to its errors. */
export function namingFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw nameFailure(error, file);
  }
}
