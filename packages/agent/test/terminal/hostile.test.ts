// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.
import { expect, test } from 'vitest';
import { newPlace } from '../support/chat.js';
import { text, thinking, use } from '../support/scripted-api.js';
import { KEY } from './support/pty.js';
import { openTerminal } from './support/terminal.js';

const ATTACKS = [
  '\u001b]0;stolen title\u0007',
  '\u001b[2J\u001b[H',
  '\u001b[31mred\u001b[0m',
  '\u001b]52;c;c3RvbGVu\u0007',
  '\u001b]8;;http://evil.example\u0007good\u001b]8;;\u0007',
  '\u001bP$q"p\u001b\\',
  '\u001b_Gi=1;AAAA\u001b\\',
  '\u001b[?1049h',
  '\u009b2J',
  '\u0007\u0008\u000e\u007f',
  '&#27;[2J',
  '\u202egnirts\u202c',
  '\u001b[6n\u001b[c',
  '\u001bc',
].join(' ');

/** Matches sequences we never write. We write colours, moves up, down and right, clearing of lines, and some modes. */
function isClean(raw: string): boolean {
  const own = raw
    .replace(/\u001b\[[0-9;]*m/g, '')
    .replace(/\u001b\[\d*[ABC]/g, '')
    .replace(/\u001b\[(?:2K|J)/g, '')
    .replace(/\u001b\[\?(?:2026|25|2004)[hl]/g, '')
    .replace(/\u001b\[(?:\?u|>4;[02]m|>7u|<u)/g, '')
    .replace(/[\r\n]/g, '');
  return !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(own);
}

test('nothing from a model, a tool or a path reaches the terminal except as text', async () => {
  const place = newPlace({ 'evil.txt': `${ATTACKS}\n` });
  const { pty } = await openTerminal(
    [
      {
        blocks: [
          thinking(`thought ${ATTACKS}`),
          text(`said ${ATTACKS}\n\n\`\`\`\n${ATTACKS}\n\`\`\`\n\n| ${ATTACKS} |\n|-|\n| b |`),
        ],
      },
      { blocks: [use('Read', { file_path: 'evil.txt' }), use('Bash', { command: `cat evil.txt # ${ATTACKS}` })] },
      { blocks: [use('TodoWrite', { todos: [{ content: ATTACKS, activeForm: ATTACKS, status: 'in_progress' }] })] },
      { status: 400, errorType: 'invalid_request_error', message: `no ${ATTACKS}` },
    ],
    { place },
  );
  pty.type(`begin${KEY.enter}`);
  await pty.sees('said');
  await pty.lacks('Esc to stop');
  pty.type(`now tools${KEY.enter}`);
  await pty.sees('wants to run');
  pty.type('1');
  await pty.sawEver('API error');
  await pty.lacks('Esc to stop');
  pty.type(`${KEY.ctrlD}`);
  await pty.ended;
  expect(isClean(pty.raw)).toBe(true);
  expect(pty.everything).toContain('begin');
});

test('a link shows where it leads', async () => {
  const { pty } = await openTerminal([{ blocks: [text('See [https://good.example](https://evil.example/x).')] }]);
  pty.type(`go${KEY.enter}`);
  await pty.sees('evil.example/x');
});
