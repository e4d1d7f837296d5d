/** IMMEDIATE: who will write takes the lock first, so that no transaction fails half way for want of it. */
export function transactionOf<T>(exec: (sql: string) => void, work: () => T): T {
  exec('BEGIN IMMEDIATE');
  let result: T;
  try {
    result = work();
  } catch (error) {
    try {
      exec('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself (full disk, I/O error): the first error is the one to tell.
    }
    throw error;
  }
  exec('COMMIT');
  return result;
}
