import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';

const { findCommand } = createRequire(import.meta.url)('../../../plugin/scripts/find-command.cjs');

it.skipIf(process.platform === 'win32')('the plugin finds the command behind folders that do not exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-plugin-'));
  const script = join(folder, 'unspool.js');
  writeFileSync(script, '');
  mkdirSync(join(folder, 'bin'));
  symlinkSync(script, join(folder, 'bin/unspool'));
  symlinkSync('loop', join(folder, 'loop'));
  const odd = [script, join(folder, 'loop'), join(folder, 'x'.repeat(300)), join(folder, 'none'), ''];
  expect(findCommand({ PATH: odd.join(delimiter) })).toBeUndefined();
  expect(findCommand({ PATH: [...odd, join(folder, 'bin')].join(delimiter) })).toMatch(/unspool\.js$/);
  expect(findCommand({ UNSPOOL_COMMAND: 'x'.repeat(5000) })).toBeUndefined();
});
