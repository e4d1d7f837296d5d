import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The variable that holds how the temp folders of this run begin. */
export const PREFIX = 'UNSPOOL_TEST_FOLDERS';
/** The variable that holds the system's temp folder. Tests of one process follow each other, each with its own TMPDIR. */
export const SYSTEM_FOLDER = 'UNSPOOL_TEST_TMPDIR';

/** Around all tests: folders of files whose tests were all skipped are removed by nobody else. */
export default function setup(): () => void {
  const prefix = `u${process.pid}-`;
  process.env[PREFIX] = prefix;
  process.env[SYSTEM_FOLDER] = tmpdir();
  return () => {
    for (const name of readdirSync(tmpdir())) if (name.startsWith(prefix)) remove(join(tmpdir(), name));
  };
}

export function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A process that is still ending writes there: what it leaves is no fault of what was tested.
  }
}
