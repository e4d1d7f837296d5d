import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal } from './support/terminal.js';

const received = () => ({ blocks: [text('Heard.')] });
const lastPrompt = (request: { messages: { content: unknown }[] } | undefined) =>
  JSON.stringify(request?.messages.at(-1)?.content);

test.each([
  ['Alt+Enter', KEY.altEnter],
  ['Shift+Enter', KEY.shiftEnter],
  ['a backslash and Enter', `\\${KEY.enter}`],
])('%s begins a new line', async (_, keys) => {
  const { pty, api } = await openTerminal(received);
  pty.type(`first${keys}`);
  await pty.sees('first');
  pty.type('second');
  await pty.sees('second');
  pty.type(KEY.enter);
  await pty.sees('Heard.');
  expect(lastPrompt(api.requests[0])).toContain('first\\nsecond');
});

test('Up and Down recall earlier prompts', async () => {
  const { pty } = await openTerminal(received);
  for (const prompt of ['alpha one', 'beta two']) {
    pty.type(prompt);
    await pty.sees(prompt);
    pty.type(KEY.enter);
    await pty.sees(`❯ ${prompt}`);
    await pty.lacks('Esc to stop');
  }
  pty.type(KEY.up);
  await pty.sees(/❯ beta two$/);
  pty.type(KEY.up);
  await pty.sees(/❯ alpha one$/);
  pty.type(KEY.down);
  await pty.sees(/❯ beta two$/);
});

test('a large paste is folded in the field and sent whole', async () => {
  const { pty, api } = await openTerminal(received);
  const lines = Array.from({ length: 400 }, (_, at) => `pasted line ${at}`);
  pty.paste(lines.join('\n'));
  await pty.sees(/\[paste #1 \+400 lines\]/);
  expect(pty.screen).not.toContain('pasted line 5');
  pty.type(KEY.enter);
  await pty.sees('Heard.');
  expect(lastPrompt(api.requests[0])).toContain('pasted line 399');
});

test('line breaks in a short paste do not send it', async () => {
  const { pty, api } = await openTerminal(received);
  pty.paste('one\ntwo\nthree');
  await pty.sees('three');
  expect(api.requests).toHaveLength(0);
});

test('pasting the path of an image attaches it', async () => {
  const place = newPlace();
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const path = join(place.cwd, 'a picture.png');
  writeFileSync(path, Buffer.from(pixel, 'base64'));
  const { pty, api } = await openTerminal(received, { place });
  pty.paste(path.replaceAll(' ', '\\ '));
  await pty.sees('[Image #1]');
  pty.type('what is it');
  await pty.sees('what is it');
  pty.type(KEY.enter);
  await pty.sees('Heard.');
  const content = api.requests[0]?.messages.at(-1)?.content ?? [];
  expect(content.find(({ type }) => type === 'image')).toMatchObject({
    source: { type: 'base64', media_type: 'image/png', data: pixel },
  });
});

test('@ completes files of the project', async () => {
  const place = newPlace({ 'src/engine/piston.ts': '', 'README.md': '' });
  mkdirSync(join(place.cwd, 'node_modules/piston'), { recursive: true });
  const { pty } = await openTerminal(received, { place });
  pty.type('look at @pist');
  await pty.sees('src/engine/piston.ts');
  expect(pty.screen).not.toContain('node_modules');
  pty.type(KEY.tab);
  await pty.sees(/look at @src\/engine\/piston\.ts/);
});

test('/ completes commands, and local commands are answered here', async () => {
  const { pty, api } = await openTerminal(received);
  pty.type('/co');
  await pty.sees('/compact');
  await pty.sees('/context');
  pty.type('st');
  await pty.lacks('/compact');
  pty.type(KEY.enter);
  await pty.sees('0 requests');
  expect(api.requests).toHaveLength(0);
});

test('/resume offers sessions, shows the chosen one and continues it', async () => {
  const first = await openTerminal([{ blocks: [text('The answer is forty-two.')] }]);
  first.pty.type(`what is the answer${KEY.enter}`);
  await first.pty.sees('forty-two');
  await first.pty.lacks('Esc to stop');
  first.pty.type(KEY.ctrlD);
  await first.pty.ended;
  const { pty, api } = await openTerminal([{ blocks: [text('Yes, still.')] }], { place: first.place });
  pty.type(`/resume${KEY.enter}`);
  await pty.sees('Resume a session');
  await pty.sees('what is the answer');
  pty.type(KEY.enter);
  await pty.sees('The answer is forty-two.');
  await pty.lacks('Esc to stop');
  pty.type(`still${KEY.enter}`);
  await pty.sees('Yes, still.');
  expect(JSON.stringify(api.requests[0]?.messages)).toContain('forty-two');
});

test('/rewind offers prompts and what to rewind', async () => {
  const { pty, place } = await openTerminal(
    [{ blocks: [use('Write', { file_path: 'new.txt', content: 'x' })] }, { blocks: [text('Written.')] }],
    { env: { MODE: 'acceptEdits' } },
  );
  pty.type(`make a file${KEY.enter}`);
  await pty.sees('Written.');
  await pty.lacks('Esc to stop');
  pty.type(`/rewind${KEY.enter}`);
  await pty.sees('Rewind to before this prompt');
  pty.type(KEY.enter);
  await pty.sees('What to rewind');
  pty.type(KEY.enter);
  await pty.lacks('What to rewind');
  await pty.until(() => !pty.screen.includes('Esc to stop'), 'still works');
  await pty.until(() => !existsSync(join(place.cwd, 'new.txt')), 'the file is still there');
});

test('/rewind restores files, the conversation or both, as chosen', async () => {
  const edit = (from: string, to: string) => use('Edit', { file_path: 'README.md', old_string: from, new_string: to });
  const { pty, place, api } = await openTerminal(
    [
      { blocks: [use('Read', { file_path: 'README.md' })] },
      { blocks: [edit('A project', 'One')] },
      { blocks: [text('First done.')] },
      { blocks: [edit('One', 'Two')] },
      { blocks: [text('Second done.')] },
      { blocks: [text('Third done.')] },
    ],
    { env: { MODE: 'acceptEdits', ALL_TOOLS: '1' } },
  );
  const readme = () => readFileSync(join(place.cwd, 'README.md'), 'utf8');
  for (const [prompt, end] of [
    ['first', 'First done.'],
    ['second', 'Second done.'],
  ]) {
    pty.type(`${prompt}${KEY.enter}`);
    await pty.sees(end ?? '');
    await pty.lacks('Esc to stop');
  }
  expect(readme()).toBe('# Two\n');
  pty.type(`/rewind${KEY.enter}`);
  await pty.sees(/❯ second .*1 file/);
  pty.type(KEY.enter);
  await pty.sees('What to rewind');
  pty.type(KEY.down + KEY.down);
  await pty.sees(/❯ files/);
  pty.type(KEY.enter);
  await pty.sees('Files restored: 1');
  expect(readme()).toBe('# One\n');
  pty.type(`third${KEY.enter}`);
  await pty.sees('Third done.');
  expect(JSON.stringify(api.requests.at(-1)?.messages)).toContain('Second done.');
});

test('a prompt sent before everything is loaded is not lost', async () => {
  const { pty, api, place } = await openTerminal(received, { env: { SLOW: 'loaded' } });
  pty.type(`early bird${KEY.enter}`);
  pty.type('half a ');
  await pty.sees('half a');
  expect(pty.screen).not.toContain('$0.0000');
  writeFileSync(join(place.cwd, 'loaded'), '');
  await pty.sees('Heard.');
  pty.type('worm');
  await pty.sees('half a worm');
  expect(lastPrompt(api.requests[0])).toContain('early bird');
});

test('the user can exit before everything is loaded', async () => {
  const { pty } = await openTerminal(received, { env: { SLOW: 'never' } });
  pty.type(KEY.ctrlC);
  await pty.until(() => pty.raw.includes('\u001b[?2004l'), 'the terminal was not given back');
});
