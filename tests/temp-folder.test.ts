import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

it('each file of tests has a temp folder of its own, which goes with all that is left in it', () => {
  expect(basename(tmpdir())).toMatch(/^u\d+-/);
});
