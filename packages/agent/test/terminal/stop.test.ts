import { expect, test } from 'vitest';
import { isSound } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';
import { KEY, type Pty } from './support/pty.js';
import { openTerminal, sessionFiles } from './support/terminal.js';

/** A command that takes half a minute and whose output fits on the screen. */
const slow = { blocks: [text(`Begun. ${'and so on '.repeat(120)}`)], slowMs: 500 };

/** Whether paste mode, keys and cursor are restored. */
function isRestored({ raw }: Pty): boolean {
  const last = (on: string, off: string) => raw.lastIndexOf(off) > raw.lastIndexOf(on);
  return (
    last('\u001b[?25l', '\u001b[?25h') && last('\u001b[?2004h', '\u001b[?2004l') && last('\u001b[>4;2m', '\u001b[>4;0m')
  );
}

test('Esc stops a reply; the part that arrived stays, and the next prompt is answered', async () => {
  const { pty, api, place } = await openTerminal([slow, { blocks: [text('Now this.')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('Begun.');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  await pty.lacks('Esc to stop');
  expect(pty.screen).toContain('Begun.');
  pty.type(`other${KEY.enter}`);
  await pty.sees('Now this.');
  await pty.lacks('Esc to stop');
  expect(api.requests).toHaveLength(2);
  expect(sessionFiles(place).every(isSound)).toBe(true);
});

test('Esc stops a command that never ends', async () => {
  const { pty } = await openTerminal([{ blocks: [use('Bash', { command: 'echo here; sleep 1000' })] }], {
    env: { MODE: 'bypassPermissions' },
  });
  pty.type(`go${KEY.enter}`);
  await pty.sees('│ here');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  await pty.lacks('○ Bash');
  await pty.lacks('stopping');
});

test('Ctrl+C clears the field, twice exits, and the terminal is restored', async () => {
  const { pty } = await openTerminal([]);
  pty.type('half a tho');
  await pty.sees('half a tho');
  pty.type(KEY.ctrlC);
  await pty.sees('Press Ctrl+C again to exit');
  expect(pty.screen).not.toContain('half a tho');
  pty.type(KEY.ctrlC);
  expect(await pty.ended).toBe(0);
  expect(isRestored(pty)).toBe(true);
  expect(pty.screen).not.toContain('$0.0000');
});

test('Ctrl+D and /exit exit and say how to continue', async () => {
  const { pty } = await openTerminal([{ blocks: [text('Hello.')] }]);
  pty.type(`hi${KEY.enter}`);
  await pty.sees('Hello.');
  await pty.lacks('Esc to stop');
  pty.type(KEY.ctrlD);
  expect(await pty.ended).toBe(0);
  await pty.sees(/to continue: unspool chat --resume [0-9a-f]{8}/);
  const second = await openTerminal([]);
  second.pty.type(`/exit${KEY.enter}`);
  expect(await second.pty.ended).toBe(0);
  expect(isRestored(second.pty)).toBe(true);
});

test.each(['SIGTERM', 'SIGHUP'])('%s while it works restores the terminal, and the file resumes', async (signal) => {
  const { pty, place } = await openTerminal([slow]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('Begun.');
  pty.kill(signal);
  expect(await pty.ended).toBe(signal === 'SIGTERM' ? 143 : 129);
  if (signal === 'SIGTERM') expect(isRestored(pty)).toBe(true);
  expect(sessionFiles(place).every(isSound)).toBe(true);
});

test('a crash restores the terminal and says what happened', async () => {
  const { pty } = await openTerminal([], { env: { CRASH: '1' } });
  pty.kill('SIGUSR2');
  expect(await pty.ended).not.toBe(0);
  expect(isRestored(pty)).toBe(true);
  await pty.sawEver('a crash for the test');
});
