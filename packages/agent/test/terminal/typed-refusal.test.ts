import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gate, type Step, text, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal, type TestTerminal } from './support/terminal.js';

const REFUSAL = 'no wait, do not run that';
const call: Step = { blocks: [use('Bash', { command: 'touch ran' })] };
const script: Step[] = [call, { blocks: [text('Understood.')] }];

async function asked(): Promise<TestTerminal> {
  const terminal = await openTerminal(script);
  terminal.pty.type(`go${KEY.enter}`);
  await terminal.pty.sees('Bash wants to run');
  return terminal;
}

async function isRefused({ pty, api, place }: TestTerminal, reason: string): Promise<void> {
  await pty.sees('Understood.');
  expect(JSON.stringify(api.requests[1]?.messages)).toContain(`said: ${reason}`);
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
}

test('a refusal typed key by key is shown and becomes the reason', async () => {
  const terminal = await asked();
  for (const letter of REFUSAL) terminal.pty.type(letter);
  await terminal.pty.sees(REFUSAL);
  await terminal.pty.sees('Enter sends it');
  terminal.pty.type(KEY.enter);
  await isRefused(terminal, REFUSAL);
});

test("a refusal that arrives together with its Enter is the reason, even if it begins with an option's number", async () => {
  const terminal = await asked();
  terminal.pty.type(`1 moment, do not${KEY.enter}`);
  await isRefused(terminal, '1 moment, do not');
});

test('a paste is the reason, even if it looks like a choice', async () => {
  const terminal = await asked();
  terminal.pty.paste('1');
  await terminal.pty.sees('❯ 1');
  terminal.pty.paste('\r\nstop');
  await terminal.pty.sees('stop');
  terminal.pty.type(KEY.enter);
  await isRefused(terminal, String.raw`1\nstop`);
});

test('text that was in the field when the question appeared is the reason', async () => {
  const seen = gate();
  const words = { blocks: [text('word '.repeat(30)), ...(call.blocks ?? [])], until: seen.opened };
  const terminal = await openTerminal([words, ...script.slice(1)]);
  const { pty } = terminal;
  pty.type(`go${KEY.enter}`);
  await pty.sees('word word');
  pty.type('no wait');
  await pty.sees('no wait');
  seen.open();
  await pty.sees('Bash wants to run');
  await pty.sees('no wait');
  pty.type(KEY.enter);
  await isRefused(terminal, 'no wait');
});

test('a prompt queued before the question does not answer it', async () => {
  const seen = gate();
  const words = { blocks: [text('word '.repeat(30)), ...(call.blocks ?? [])], until: seen.opened };
  const { pty, place } = await openTerminal([words, ...script.slice(1)]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('word word');
  pty.type(`1${KEY.enter}`);
  await pty.sees('queued: 1');
  seen.open();
  await pty.sees('Bash wants to run');
  pty.type(KEY.escape);
  await pty.sees('did not run');
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
});

test("every printable key except an option's number is text, and deleting it leaves the refusal selected", async () => {
  const terminal = await asked();
  const { pty, place } = terminal;
  const options = [...pty.screen.matchAll(/(\d)\. (?:Yes|No)/g)].map(([, number]) => number);
  for (let code = 0x20; code < 0x7f; code++) {
    const key = String.fromCharCode(code);
    // These open completions, which belong to the prompt field; a backslash before Enter makes a new line.
    if (options.includes(key) || '/@\\'.includes(key)) continue;
    pty.type(key);
    await pty.until(() => pty.screen.endsWith(`❯ ${key}`.trimEnd()), `did not see ${key} typed`);
    pty.type(KEY.backspace);
    await pty.until(() => pty.screen.endsWith('❯'), `still sees ${key}`);
    expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
  }
  pty.type(KEY.enter);
  await pty.sees('Interrupted.');
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
});

test('keys that open, move or complete something do not confirm', async () => {
  const { pty, place } = await asked();
  for (const keys of [
    '/',
    '@',
    '\\',
    '\t',
    '\x1b[Z',
    '\x1b[C',
    '\x1b[D',
    '\x1b[H',
    '\x1b[F',
    '\x1b[5~',
    '\x1b[6~',
    '\x1b[3~',
    '\x1bOP',
  ]) {
    pty.type(keys);
    pty.type(KEY.backspace);
  }
  pty.type('still here');
  await pty.sees('still here');
  await pty.sees('Bash wants to run');
  expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
});

test('blank text is not an answer, and the refusal still takes digits as text', async () => {
  const terminal = await asked();
  const { pty } = terminal;
  pty.type(' ');
  await pty.sees('Type your reason');
  pty.type(KEY.enter);
  pty.type('1');
  await pty.sees('❯ 1');
  pty.type(KEY.enter);
  await isRefused(terminal, '1');
});

test.each([
  ['Ctrl+C', KEY.ctrlC],
  ['Esc', KEY.escape],
])('%s denies and stops, with words typed or without', async (_, key) => {
  for (const words of ['', 'half a sen']) {
    const { pty, place, api } = await asked();
    pty.type(words);
    await pty.sees(words);
    pty.type(key);
    await pty.sees('Interrupted.');
    await pty.lacks('wants to run');
    expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
    expect(api.requests).toHaveLength(1);
  }
});

test('an explicit choice runs it', async () => {
  for (const keys of [KEY.enter, '1', `${KEY.down}${KEY.up}${KEY.enter}`]) {
    const { pty, place } = await asked();
    pty.type(keys);
    await pty.sees('Understood.');
    expect(existsSync(join(place.cwd, 'ran'))).toBe(true);
  }
});
