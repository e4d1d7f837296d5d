import { expect, test } from 'vitest';
import { isSound } from '../support/chat.js';
import { type ApiRequest, gate, type Step, text, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal, sessionFiles } from './support/terminal.js';

const FULL = 990_000;
const last = ({ messages }: ApiRequest) => JSON.stringify(messages.at(-1));

test('near the limit the conversation is summarised, which is shown, and continues', async () => {
  const seen = gate();
  const answer = (request: ApiRequest): Step => {
    if (last(request).includes('between <summary>'))
      return { blocks: [text('<summary>The gist.</summary>')], until: seen.opened };
    if (last(request).includes('The gist.') && last(request).includes('second'))
      return { blocks: [text('Still here.')] };
    return { blocks: [text('Full now.')], inputTokens: FULL };
  };
  const { pty, place } = await openTerminal(answer);
  pty.type(`first${KEY.enter}`);
  await pty.sees('99 % of 1000k');
  await pty.lacks('Esc to stop');
  pty.type(`second${KEY.enter}`);
  await pty.sees('Summarising the conversation');
  seen.open();
  await pty.sees('Summarised the conversation');
  await pty.sees('Still here.');
  await pty.sees('0 % of 1000k');
  expect(sessionFiles(place).every(isSound)).toBe(true);
});

test('Esc during the summary leaves the conversation as it was', async () => {
  const answer = (request: ApiRequest): Step => {
    if (last(request).includes('between <summary>')) return { blocks: [text('<summary>')], hang: true };
    if (last(request).includes('README')) return { blocks: [text('Read.')] };
    return { blocks: [use('Read', { file_path: 'README.md' })], inputTokens: FULL };
  };
  const { pty, api, place } = await openTerminal(answer);
  pty.type(`first${KEY.enter}`);
  await pty.sees('Summarising the conversation');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  await pty.lacks('Esc to stop');
  expect(api.requests).toHaveLength(2);
  expect(sessionFiles(place).every(isSound)).toBe(true);
});
