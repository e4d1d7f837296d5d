/** Uses IMMEDIATE to take the write lock first, so that no transaction fails halfway without it. */
export function transactionOf<T>(exec: (sql: string) => void, work: () => T): T {
  exec('BEGIN IMMEDIATE');
  let result: T;
  try {
    result = work();
  } catch (error) {
    try {
      exec('ROLLBACK');
    } catch {
      // SQLite already rolled back (full disk, I/O error). Report the first error.
    }
    throw error;
  }
  exec('COMMIT');
  return result;
}
