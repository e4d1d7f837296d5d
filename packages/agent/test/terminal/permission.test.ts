import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { text, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal } from './support/terminal.js';

const write = (name: string) => use('Write', { file_path: name, content: 'one\ntwo\n' });

test('the question shows what a call would do, and it runs once allowed', async () => {
  const { pty, place } = await openTerminal([{ blocks: [write('new.txt')] }, { blocks: [text('Written.')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('Write wants to run');
  expect(pty.screen).toContain('new.txt');
  expect(pty.screen).toContain('+ one');
  expect(pty.screen).toContain('1. Yes, this once');
  expect(existsSync(join(place.cwd, 'new.txt'))).toBe(false);
  pty.type(KEY.enter);
  await pty.sees('Written.');
  expect(existsSync(join(place.cwd, 'new.txt'))).toBe(true);
  await pty.lacks('wants to run');
});

test('a refusal with a reason reaches the model, which continues', async () => {
  const { pty, api, place } = await openTerminal([{ blocks: [write('new.txt')] }, { blocks: [text('As you like.')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees(/\d\. No, and say/);
  const number = /(\d)\. No, and say/.exec(pty.screen)?.[1] ?? '';
  pty.type(number);
  await pty.sees('Enter sends it');
  pty.type('call it old.txt');
  await pty.sees('call it old.txt');
  pty.type(KEY.enter);
  await pty.sees('As you like.');
  expect(JSON.stringify(api.requests[1]?.messages)).toContain('call it old.txt');
  expect(existsSync(join(place.cwd, 'new.txt'))).toBe(false);
});

test('Esc denies and stops', async () => {
  const { pty, api, place } = await openTerminal([{ blocks: [write('new.txt')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('wants to run');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  expect(pty.screen).toContain('did not run');
  expect(pty.screen).not.toContain('wait for what the user says');
  await pty.lacks('wants to run');
  expect(api.requests).toHaveLength(1);
  expect(existsSync(join(place.cwd, 'new.txt'))).toBe(false);
});

test('a narrow rule avoids similar questions, and no others', async () => {
  const { pty, place } = await openTerminal([
    { blocks: [use('Bash', { command: 'touch a' })] },
    { blocks: [use('Bash', { command: 'touch a b' })] },
    { blocks: [use('Bash', { command: 'touch c', description: 'Makes a third file' })] },
  ]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('touch a');
  await pty.sees(/2\. Yes, and .* always: Bash\(touch a \*\)/);
  pty.type('2');
  await pty.sees(/touch c/);
  await pty.sees('Bash wants to run');
  expect(pty.screen).toContain('Makes a third file');
  expect([existsSync(join(place.cwd, 'b')), existsSync(join(place.cwd, 'c'))]).toEqual([true, false]);
});

test('the whole command is shown, however it is written', async () => {
  const command = `echo ${'x'.repeat(300)} \\\n && rm -rf the-end`;
  const { pty } = await openTerminal([{ blocks: [use('Bash', { command })] }], { columns: 60, rows: 30 });
  pty.type(`go${KEY.enter}`);
  await pty.sees('wants to run');
  expect(pty.screen).toContain('rm -rf the-end');
});

test('several questions are shown one at a time', async () => {
  const { pty } = await openTerminal([{ blocks: [write('a.txt'), write('b.txt')] }, { blocks: [text('Two files.')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('a.txt');
  pty.type('1');
  await pty.sees('● Write(a.txt)');
  await pty.sees('wants to run');
  expect(pty.screen).toContain('b.txt');
  pty.type('1');
  await pty.sees('Two files.');
});

test('Shift+Tab changes the mode, and edits are then not asked about', async () => {
  const { pty } = await openTerminal([{ blocks: [write('new.txt')] }, { blocks: [text('Written.')] }]);
  pty.type(KEY.shiftTab);
  await pty.sees('accepting edits');
  pty.type(`go${KEY.enter}`);
  await pty.sees('Written.');
});
