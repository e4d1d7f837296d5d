import { expect, test } from 'vitest';
import { text, thinking, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal } from './support/terminal.js';

const long = `A sentence with enough words that it has to be wrapped on any screen that is not very wide. ${'漢字 and 🎉 '.repeat(10)}`;
const table = '| name | what it does |\n|---|---|\n| a | something that takes a while to say |\n';

test('resizing while idle leaves one field and one status line', async () => {
  const { pty } = await openTerminal([{ blocks: [text(`${long}\n\nThe end.`)] }], { columns: 100, rows: 30 });
  pty.type(`go${KEY.enter}`);
  await pty.sees('The end.');
  await pty.lacks('Esc to stop');
  for (const [columns, rows] of [
    [60, 30],
    [41, 20],
    [120, 40],
    [80, 24],
  ] as const) {
    pty.resize(columns, rows);
    await pty.until(() => pty.rows.filter((row) => row.includes('$0.01')).length === 1, 'not one status line');
    await pty.until(() => pty.screen.endsWith('\n❯'), 'the field is not the last line');
    expect(pty.everything.match(/\$0\.01/g)).toHaveLength(1);
    expect(pty.screen).toContain('The end.');
  }
  pty.type('still here');
  await pty.sees('still here');
});

test('an answer is whole at the end if the screen was resized while it streamed', async () => {
  const words = Array.from({ length: 40 }, (_, at) => `Paragraph ${at}.`);
  const { pty } = await openTerminal([{ blocks: [text(words.join('\n\n'))], slowMs: 15 }], { columns: 90, rows: 24 });
  pty.type(`go${KEY.enter}`);
  await pty.sawEver('Paragraph 3.');
  pty.resize(50, 18);
  await pty.sawEver('Paragraph 12.');
  pty.resize(110, 30);
  await pty.sees('Paragraph 39.');
  await pty.lacks('Esc to stop');
  for (const word of words) expect(pty.everything).toContain(word);
});

test.each([20, 10, 4, 2])('on a screen of %i columns everything works', async (columns) => {
  const { pty, api } = await openTerminal(
    [
      { blocks: [thinking(long), text(`# Head\n\n${long}\n\n${table}\n\n- item ${long}`)] },
      { blocks: [use('Bash', { command: `rm ${long}` })] },
    ],
    { columns: 80, rows: 24 },
  );
  pty.resize(columns, 24);
  pty.type(`${long}${KEY.enter}`);
  await pty.until(() => api.requests.length === 1, 'not asked');
  await pty.lacks('Esc s');
  pty.type(`now${KEY.enter}`);
  await pty.until(() => api.requests.length === 2, 'not asked twice');
  await pty.sees('…');
  pty.resize(80, 24);
  await pty.sees('Yes, this once');
  pty.type(KEY.escape);
  await pty.sees('Interrupted.');
  pty.type(KEY.ctrlD);
  expect(await pty.ended).toBe(0);
});

test('nothing of an answer is lost on a screen narrower than a word', async () => {
  const words = (from: number) => Array.from({ length: 20 }, (_, at) => `w${from + at}`);
  const { pty, api } = await openTerminal(
    [100, 200, 300].map((from) => ({ blocks: [text(words(from).join('\n\n'))] })),
  );
  for (const [at, columns] of [4, 2, 80].entries()) {
    pty.resize(columns, 24);
    pty.type(`go${KEY.enter}`);
    await pty.until(() => api.requests.length === at + 1, 'not asked');
    await pty.until(() => output(pty).includes(`w${(at + 1) * 100 + 19}`), 'not answered');
  }
  for (const word of [100, 200, 300].flatMap(words)) expect(output(pty)).toContain(word);
});

function output({ everything }: { everything: string }): string {
  return everything.replace(/\s/g, '');
}

test('on a screen with few rows the prompt field stays visible', async () => {
  const { pty } = await openTerminal([{ blocks: [text(Array(30).fill('word').join('\n\n'))] }], {
    columns: 60,
    rows: 8,
  });
  pty.type(`go${KEY.enter}`);
  await pty.sees('$0.01');
  pty.type('typed here');
  await pty.sees('typed here');
});
