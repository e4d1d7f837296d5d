import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, afterEach } from 'vitest';
import { endFile, endTest } from './clean-up.js';
import { PREFIX, remove, SYSTEM_FOLDER } from './temp-folders.js';

/**
 * What tests and what they test leave in the system's temp folder: each file of tests has one of its own, gone behind
 * it. Its name is short, because paths of sockets have to be.
 */
const folder = mkdtempSync(join(process.env[SYSTEM_FOLDER] ?? tmpdir(), process.env[PREFIX] ?? 'u-'));
for (const name of process.platform === 'win32' ? ['TEMP', 'TMP'] : ['TMPDIR']) process.env[name] = folder;

// Registered first, so it comes last: behind what the tests themselves end and remove.
afterAll(() => remove(folder));
afterAll(endFile);
afterEach(endTest);
// Commands set these for their process. All tests that follow would take up to 1.7 times as much processor time.
afterEach(() => {
  for (const flag of ['--no-optimize-for-size', '--heap-growing-percent=0']) setFlagsFromString(flag);
});
