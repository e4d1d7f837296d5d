import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { text, thinking, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal } from './support/terminal.js';

test('the answer to a typed prompt streams as Markdown above the prompt field', async () => {
  const { pty, api } = await openTerminal([
    { blocks: [thinking('a thought'), text('# A head\n\nSome **bold** words and `code`.\n\n- one\n- two\n')] },
  ]);
  pty.type('hello there');
  await pty.sees('hello there');
  pty.type(KEY.enter);
  await pty.sees('two');
  await pty.sees('$0.0100');
  await pty.lacks('Esc to stop');
  expect(pty.screen).toContain('❯ hello there');
  expect(pty.screen).toContain('✻ a thought');
  expect(pty.screen).toContain('A head');
  expect(pty.screen).toContain('Some bold words and code.');
  expect(pty.screen).not.toContain('**');
  expect(pty.rows.filter((row) => row.includes('A head'))).toHaveLength(1);
  expect(api.requests).toHaveLength(1);
});

test('the scrollback holds a long answer once, whole and in order', async () => {
  const words = Array.from({ length: 120 }, (_, at) => `Paragraph number ${at}.`);
  const { pty } = await openTerminal([{ blocks: [text(words.join('\n\n'))] }], { rows: 20 });
  pty.type(`go${KEY.enter}`);
  await pty.sees('Paragraph number 119.');
  await pty.lacks('Esc to stop');
  const seen = [...pty.everything.matchAll(/Paragraph number (\d+)\./g)].map(([, number]) => Number(number));
  expect(seen).toEqual(words.map((_, at) => at));
  expect(pty.raw).not.toContain('\u001b[3J');
  expect(pty.raw).not.toContain('\u001b[?1049h');
});

test('a code block longer than the screen ends up whole in the scrollback', async () => {
  const code = Array.from({ length: 60 }, (_, at) => `line ${at};`);
  const { pty } = await openTerminal([{ blocks: [text(`\`\`\`js\n${code.join('\n')}\n\`\`\`\n\nThat was it.`)] }], {
    rows: 15,
  });
  pty.type(`go${KEY.enter}`);
  await pty.sees('That was it.');
  await pty.lacks('Esc to stop');
  const seen = [...pty.everything.matchAll(/line (\d+);/g)].map(([, number]) => Number(number));
  expect(seen).toEqual(code.map((_, at) => at));
});

test('a command shows its output while it runs, and a few lines when it is done', async () => {
  const command = 'echo first; while [ ! -e go ]; do sleep 0.05; done; seq 1 30';
  const { pty, place } = await openTerminal(
    [{ blocks: [text('I look.'), use('Bash', { command: `echo; ${command}` })] }, { blocks: [text('All done.')] }],
    { env: { MODE: 'bypassPermissions' } },
  );
  pty.type(`run it${KEY.enter}`);
  // The lower lines of a frame may arrive later than the upper ones.
  for (const shown of ['│ first', '○ Bash(', 'Esc to stop']) await pty.sees(shown);
  writeFileSync(`${place.cwd}/go`, '');
  await pty.sees('All done.');
  expect(pty.screen).toContain('● Bash(');
  expect(pty.screen).toMatch(/… \d+ more lines/);
  expect(pty.screen).not.toContain('○ Bash(');
});

test('todos are shown above the prompt field until they are done', async () => {
  const todo = (content: string, status: string) => ({ content, status, activeForm: `${content} now` });
  const { pty } = await openTerminal([
    { blocks: [use('TodoWrite', { todos: [todo('Find it', 'in_progress'), todo('Mend it', 'pending')] })] },
    { blocks: [text('One moment.')], hang: true },
  ]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('▸ Find it');
  await pty.sees('☐ Mend it');
  await pty.sees('Find it now…');
});

test('sub-agents have a line while they work and one when they are done', async () => {
  const { pty, place } = await openTerminal(
    (request) => {
      const output = JSON.stringify(request.messages);
      if (output.includes('look into the cellar') && !output.includes('toolu_main')) {
        return output.includes('tool_result')
          ? { blocks: [text('There is wine.')] }
          : { blocks: [use('Bash', { command: 'echo wine; while [ ! -e go ]; do sleep 0.05; done' })] };
      }
      if (output.includes('There is wine')) return { blocks: [text('Wine it is.')] };
      return {
        blocks: [use('Agent', { description: 'Look down', prompt: 'look into the cellar' }, 'toolu_main')],
      };
    },
    { env: { MODE: 'bypassPermissions' } },
  );
  pty.type(`go${KEY.enter}`);
  await pty.sees('◇ general-purpose Look down');
  await pty.sees('Bash(echo wine');
  writeFileSync(`${place.cwd}/go`, '');
  await pty.sees('Wine it is.');
  expect(pty.screen).toMatch(/general-purpose done: 1 tool, .* tokens/);
  expect(pty.screen).not.toContain('◇');
});

test('prompts typed while it works are shown as queued, and join the turn', async () => {
  const { pty, api, place } = await openTerminal(
    [
      { blocks: [use('Bash', { command: 'while [ ! -e go ]; do sleep 0.05; done' })] },
      { blocks: [text('Both heard.')] },
    ],
    { env: { MODE: 'bypassPermissions' } },
  );
  pty.type(`first${KEY.enter}`);
  await pty.sees('○ Bash');
  pty.type(`second thoughts${KEY.enter}`);
  await pty.sees('queued: second thoughts');
  pty.type(KEY.up);
  await pty.lacks('queued: second thoughts');
  await pty.sees('second thoughts');
  pty.type(`!${KEY.enter}`);
  await pty.sees('queued: second thoughts!');
  const [{ messages } = { messages: [] }] = api.requests;
  expect(messages).toHaveLength(1);
  writeFileSync(`${place.cwd}/go`, '');
  await pty.sees('Both heard.');
  expect(JSON.stringify(api.requests[1])).toContain('second thoughts!');
  await pty.lacks('queued:');
});
