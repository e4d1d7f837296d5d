import { type Block, textOf } from '@unspool/session';
import { expect, test } from 'vitest';
import { linesOf } from '../support/chat.js';
import { text, thinking, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal, sessionFiles } from './support/terminal.js';

const output = (words: string) => ({ blocks: [text(words)] });
const CTRL_O = '\u000f';
const CTRL_R = '\u0012';

test('!command runs it, and the model reads the output', async () => {
  const { pty, api, place } = await openTerminal([output('I see six lines.')]);
  pty.type(`!printf 'one\\ntwo\\n'; cd sub 2>/dev/null; false${KEY.enter}`);
  await pty.sees('I see six lines.');
  expect(pty.screen).toContain("❯ ! printf 'one\\ntwo\\n'");
  expect(pty.screen).toMatch(/└ one\n {4}two\n {4}Exit code 1/);
  const sent = JSON.stringify(api.requests[0]);
  expect(sent).toContain('<bash-input>printf');
  expect(sent).toContain('<bash-stdout>one\\ntwo\\nExit code 1</bash-stdout>');
  const users = linesOf(sessionFiles(place)[0] ?? '').filter(({ type }) => type === 'user');
  expect(users.map(({ message }) => textOf((message as { content: Block[] }).content).slice(0, 12))).toEqual([
    '<bash-input>',
    '<bash-stdout',
  ]);
});

test('Esc stops a command that !command started', async () => {
  const { pty } = await openTerminal([output('never')]);
  pty.type(`!sleep 60${KEY.enter}`);
  await pty.sees('Esc to stop');
  pty.type(KEY.escape);
  await pty.sees('Interrupted');
  await pty.lacks('Esc to stop');
});

test('Esc twice in an empty field rewinds and puts the prompt back', async () => {
  const { pty, api } = await openTerminal([output('first answer'), output('second answer'), output('third answer')]);
  pty.type(`begin here${KEY.enter}`);
  await pty.sees('first answer');
  await pty.lacks('Esc to stop');
  pty.type(`go astray${KEY.enter}`);
  await pty.sees('second answer');
  await pty.lacks('Esc to stop');
  pty.type(KEY.escape);
  await pty.sees('Press Esc again to rewind');
  pty.type(KEY.escape);
  await pty.sees('Rewind to before this prompt');
  pty.type(KEY.enter);
  await pty.sees('What to rewind');
  pty.type(KEY.enter);
  await pty.sees('The conversation continues from before that prompt.');
  await pty.sees(/❯ go astray$/m);
  pty.type(` not${KEY.enter}`);
  await pty.sees('third answer');
  expect(JSON.stringify(api.requests[2])).not.toContain('second answer');
  expect(JSON.stringify(api.requests[2])).toContain('go astray not');
});

test('Esc twice clears the field', async () => {
  const { pty } = await openTerminal([]);
  pty.type('half a thought');
  await pty.sees('half a thought');
  pty.type(KEY.escape);
  await pty.sees('Press Esc again to clear the field');
  pty.type(KEY.escape);
  await pty.lacks('half a thought');
});

test('Ctrl+R puts an earlier prompt into the field', async () => {
  const { pty } = await openTerminal([output('one'), output('two')]);
  for (const [prompt, answer] of [
    ['alpha question', 'one'],
    ['beta question', 'two'],
  ]) {
    pty.type(`${prompt}${KEY.enter}`);
    await pty.sees(new RegExp(`^ {2}${answer}$`, 'm'));
    await pty.lacks('Esc to stop');
  }
  pty.type(CTRL_R);
  await pty.sees('An earlier prompt');
  pty.type('alp');
  await pty.lacks('   beta question');
  pty.type(KEY.enter);
  await pty.lacks('An earlier prompt');
  await pty.sees(/❯ alpha question$/m);
});

test('Ctrl+O prints what was shortened', async () => {
  const thought = Array.from({ length: 9 }, (_, at) => `thought ${at}`).join('\n');
  const { pty } = await openTerminal(
    [{ blocks: [thinking(thought), use('Bash', { command: 'seq 100 130' })] }, output('Counted.')],
    { env: { MODE: 'bypassPermissions' }, rows: 60 },
  );
  pty.type(`count${KEY.enter}`);
  await pty.sees('Counted.');
  expect(pty.everything).not.toContain('128');
  expect(pty.everything).not.toContain('thought 8');
  pty.type(CTRL_O);
  await pty.sees('128');
  expect(pty.everything).toContain('thought 8');
});

test('commands are shown above their answers; /help lists commands and keys', async () => {
  const { pty } = await openTerminal([], { rows: 60 });
  pty.type(`/cost${KEY.enter}`);
  await pty.sees('❯ /cost');
  pty.type(`/help${KEY.enter}`);
  await pty.sees('Ctrl+R finds an earlier prompt');
  for (const name of ['/init', '/rename <title>', '/exit', '/keys', '/context', '/export <file>'])
    expect(pty.everything).toContain(name);
});

test('/model offers the models, and /rename sets the title', async () => {
  const { pty, place } = await openTerminal([output('done')], { rows: 40 });
  pty.type(`/rename Too early${KEY.enter}`);
  await pty.sees('Rename it after the first one.');
  pty.type(`/model${KEY.enter}`);
  await pty.sees('in use');
  pty.type(`haiku${KEY.enter}`);
  await pty.sees(/The model is claude-haiku/);
  pty.type(`hello${KEY.enter}`);
  await pty.sees('done');
  await pty.lacks('Esc to stop');
  pty.type(`/rename  Flaky   upload${KEY.enter}`);
  await pty.sees('Renamed to: Flaky upload');
  const titles = linesOf(sessionFiles(place)[0] ?? '').filter(({ type }) => type === 'custom-title');
  expect(titles.map(({ customTitle }) => customTitle)).toEqual(['Flaky upload']);
});

test('/context draws the parts of the context', async () => {
  const { pty } = await openTerminal([output('An answer of some length.')], { rows: 40 });
  pty.type(`a prompt${KEY.enter}`);
  await pty.sees('An answer');
  await pty.lacks('Esc to stop');
  pty.type(`/context${KEY.enter}`);
  await pty.sees('replies');
  expect(pty.screen).toMatch(/of [\d,]+ tokens \(\d+ %\)/);
  expect(pty.screen).toMatch(/· free +[\d,]+ +\d+ %/);
});
