import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** What tests and what they test leave in the system's temp folder: each file of tests has one of its own, gone behind it. */
const NAMES = process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR'];
const before = NAMES.map((name) => [name, process.env[name]] as const);
const folder = mkdtempSync(join(tmpdir(), 'unspool-test-'));
for (const name of NAMES) process.env[name] = folder;

// Registered first, so it comes last: behind what the tests themselves end and remove.
afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A process that is still ending writes there: what it leaves is no fault of what was tested.
  }
});
