import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSound } from '../support/chat.js';
import { KEY } from './support/pty.js';
import { openTerminal, sessionFiles } from './support/terminal.js';

test('the demo shows everything without a key, using the real tools', async () => {
  const { pty, api, place } = await openTerminal([], { env: { DEMO: '1' }, columns: 90, rows: 45 });
  await pty.sees('Type anything');
  pty.type(`hello${KEY.enter}`);
  await pty.sees('Bash wants to run');
  expect(pty.screen).toContain('▸ Run a command');
  expect(pty.everything).toContain('● Grep(the)');
  pty.type('1');
  await pty.sees('│ [======]');
  await pty.sees('Write wants to run');
  expect(pty.everything).toMatch(/general-purpose done: \d tools/);
  pty.type('1');
  await pty.sees('Edit wants to run');
  pty.type('1');
  await pty.sees('talk to a model instead');
  await pty.lacks('Esc to stop');
  expect(readFileSync(join(place.cwd, 'unspool-demo.md'), 'utf8')).toContain('it unspools');
  pty.type(`markdown${KEY.enter}`);
  await pty.sees('narrower and wider');
  await pty.lacks('Esc to stop');
  expect(api.requests).toHaveLength(0);
  expect(sessionFiles(place).every(isSound)).toBe(true);
});

test('the demo reacts to a refusal', async () => {
  const { pty, place } = await openTerminal([], { env: { DEMO: '1' }, columns: 90, rows: 45 });
  pty.type(`tour${KEY.enter}`);
  await pty.sees('Bash wants to run');
  pty.type('3');
  await pty.sees('Enter sends it');
  pty.type('rather not');
  await pty.sees('rather not');
  pty.type(KEY.enter);
  await pty.sawEver('That did not run');
  await pty.sees('Write wants to run');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  expect(existsSync(join(place.cwd, 'unspool-demo.md'))).toBe(false);
});
