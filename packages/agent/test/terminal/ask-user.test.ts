import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf } from '../support/chat.js';
import { type ApiRequest, gate, type Step, text, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal, sessionFiles } from './support/terminal.js';

const env = { ALL_TOOLS: '1' };
const question = (words: string, multiSelect = false) => ({
  question: words,
  header: 'Pick',
  multiSelect,
  options: [
    { label: 'Red', description: 'like fire' },
    { label: 'Blue', description: 'like the sea' },
  ],
});

test("the model's questions are answered by choosing one, choosing several, or typing", async () => {
  const questions = [question('Which one?'), question('Which ones?', true), question('What else?')];
  const { pty, api, place } = await openTerminal(
    [{ blocks: [use('AskUserQuestion', { questions })] }, { blocks: [text('Noted.')] }],
    { env },
  );
  pty.type(`go${KEY.enter}`);
  await pty.sees('Which one?');
  expect(pty.screen).toContain('like the sea');
  expect(pty.screen).toContain('(1 of 3)');
  pty.type('2');
  await pty.sees('Which ones?');
  pty.type(' ');
  await pty.sees('[x] Red');
  pty.type(KEY.down);
  pty.type(' ');
  await pty.sees('[x] Blue');
  pty.type(KEY.enter);
  await pty.sees('What else?');
  pty.type('3');
  await pty.sees('Enter sends it');
  pty.type('a new one');
  await pty.sees('a new one');
  pty.type(KEY.enter);
  await pty.sees('Noted.');
  expect(JSON.stringify(api.requests[1]?.messages)).toContain(
    '\\"Which one?\\"=\\"Blue\\", \\"Which ones?\\"=\\"Red, Blue\\", \\"What else?\\"=\\"a new one\\"',
  );
  const lines = linesOf(sessionFiles(place)[0] ?? '');
  expect(lines.find(({ toolUseResult }) => toolUseResult)?.['toolUseResult']).toEqual({
    questions,
    answers: { 'Which one?': 'Blue', 'Which ones?': 'Red, Blue', 'What else?': 'a new one' },
    annotations: {},
  });
});

test('Esc at a question stops the turn', async () => {
  const input = { questions: [question('Which one?')] };
  const { pty, api } = await openTerminal([{ blocks: [use('AskUserQuestion', input)] }], { env });
  pty.type(`go${KEY.enter}`);
  await pty.sees('Which one?');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  await pty.lacks('Which one?');
  expect(api.requests).toHaveLength(1);
});

test('a plan is shown, sent back with a reason, then approved', async () => {
  const plan = '# The plan\n\n1. Do the first thing\n2. Do the second';
  const { pty, api } = await openTerminal(
    [
      { blocks: [use('ExitPlanMode', { plan: 'Do it.' })] },
      { blocks: [use('ExitPlanMode', { plan })] },
      { blocks: [text('I begin.')] },
    ],
    { env: { ...env, MODE: 'plan' } },
  );
  pty.type(`plan it${KEY.enter}`);
  await pty.sees('Start working on this plan?');
  pty.type('3');
  await pty.sees('Enter sends it');
  pty.type('more detail');
  await pty.sees('more detail');
  pty.type(KEY.enter);
  await pty.sees('Do the second');
  expect(pty.screen).toContain('1. Yes, and accept edits from now on');
  expect(JSON.stringify(api.requests[1]?.messages)).toContain('more detail');
  await pty.sees('plan only');
  pty.type('1');
  await pty.sees('I begin.');
  await pty.lacks('plan only');
  await pty.sees('accepting edits');
});

test('a background agent has a line until its report arrives', async () => {
  const output = ({ messages }: ApiRequest) => JSON.stringify(messages);
  const seen = gate();
  const { pty } = await openTerminal(
    (request): Step => {
      if (output(request).includes('SUB') && !output(request).includes('delegate')) {
        return { blocks: [text('word '.repeat(60))], until: seen.opened };
      }
      if (output(request).includes('task-notification')) return { blocks: [text('Its report is here.')] };
      if (request.messages.length > 1) return { blocks: [text('It is under way.')] };
      const input = { description: 'Look deep', prompt: 'SUB', run_in_background: true };
      return { blocks: [use('Agent', input)] };
    },
    { env: { ...env, MODE: 'bypassPermissions' } },
  );
  pty.type(`delegate${KEY.enter}`);
  await pty.sees('It is under way.');
  await pty.sees(/◇ general-purpose Look deep/);
  seen.open();
  await pty.sees('Agent "Look deep" finished');
  await pty.sees('Its report is here.');
  await pty.lacks('◇ general-purpose');
});

test('a background agent can ask after the turn is over; Esc denies the call and stops only the agent', async () => {
  const output = ({ messages }: ApiRequest) => JSON.stringify(messages);
  const write = (file_path: string) => use('Write', { file_path, content: 'x' });
  const { pty, place, api } = await openTerminal(
    (request): Step => {
      if (output(request).includes('SUB') && !output(request).includes('delegate')) {
        if (request.messages.length === 1)
          return { blocks: [text('thinking '.repeat(20)), write('one.txt')], slowMs: 60 };
        return request.messages.length === 3 ? { blocks: [write('two.txt')] } : { blocks: [text('Both are there.')] };
      }
      if (output(request).includes('task-notification')) return { blocks: [text('It was stopped.')] };
      if (request.messages.length > 1) return { blocks: [text('It is under way.')] };
      return { blocks: [use('Agent', { description: 'Write', prompt: 'SUB', run_in_background: true })] };
    },
    { env },
  );
  pty.type(`delegate${KEY.enter}`);
  await pty.sees('It is under way.');
  await pty.sees('Write wants to run (from a sub-agent)');
  await pty.sees('one.txt');
  pty.type('1');
  await pty.sees('two.txt');
  expect(existsSync(join(place.cwd, 'one.txt'))).toBe(true);
  pty.type(KEY.escape);
  await pty.sees('Agent "Write" failed');
  await pty.sees('It was stopped.');
  await pty.lacks('wants to run');
  expect(existsSync(join(place.cwd, 'two.txt'))).toBe(false);
  expect(api.requests).toHaveLength(5);
});
