// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are what this file is about.
import { visibleWidth as measured } from '@mariozechner/pi-tui/dist/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, harmlessLine, onlyColours } from '../../src/terminal/screen/harmless.js';
import { fit, fold, visibleWidth, wrap } from '../../src/terminal/screen/lines.js';
import { paintFor } from '../../src/terminal/screen/paint.js';
import { callHead } from '../../src/terminal/view/call-head.js';
import { changeLines } from '../../src/terminal/view/change-lines.js';
import { MarkdownLines } from '../../src/terminal/view/markdown.js';
import { promptWords } from '../../src/terminal/view/prompt-words.js';
import { ReplyStream } from '../../src/terminal/view/reply-stream.js';
import { type Status, statusLine } from '../../src/terminal/view/status-line.js';
import { todoLines, todosIn } from '../../src/terminal/view/todo-lines.js';

const nasty = fc.string({
  unit: fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '0',
    ';',
    'm',
    'J',
    '\u0007',
    '\r',
    '\n',
    '\t',
    '\u009b',
    'x',
    ' ',
    '\u202e',
    '\\',
    '?',
  ),
});

describe('harmless', () => {
  test('removes all control characters except line breaks', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(harmless(text)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        expect(harmlessLine(text)).not.toContain('\n');
      }),
    );
  });

  test('keeps words in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🎉', ' ', '\n') }), (text) => {
        expect(harmless(text)).toBe(text);
      }),
    );
  });

  test('shows the last state of a progress bar', () => {
    expect(harmless('10 %\r50 %\r100 %\ndone\r\n')).toBe('100 %\ndone\n');
  });

  test('the last guard lets colours through and nothing else', () => {
    expect(onlyColours('\u001b[31mred\u001b[0m\u001b[2J\u001b]0;t\u0007')).toBe('\u001b[31mred\u001b[0m[2J]0;t');
    fc.assert(
      fc.property(nasty, (text) => {
        expect(onlyColours(text).replace(/\u001b\[[0-9;]*m/g, '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
    );
  });
});

describe('lines', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', ' ', '漢', '🎉', 'é', '👨‍👩‍👧', '\u001b[1m', '\u001b[22m'),
    maxLength: 60,
  });

  test('are never wider than the screen', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(visibleWidth(fit(text, width))).toBeLessThanOrEqual(width);
        // Wrapping cannot make a two-column letter narrower, so the screen cuts it.
        for (const line of wrap(text, width)) expect(visibleWidth(fit(line, width))).toBeLessThanOrEqual(width);
      }),
    );
  });

  test('are measured as the library measures them', () => {
    const signs = '● ○ ◇ ▸ ☐ ✔ ✻ ❯ … · ─ │ └ é ü ⠋ → a'.split('');
    const any = fc.array(fc.constantFrom(...signs, '漢', '🎉', '\u001b[1m', '\u001b[22m')).map((all) => all.join(''));
    fc.assert(
      fc.property(any, (text) => {
        expect(visibleWidth(text)).toBe(measured(text));
      }),
    );
    for (let code = 0x20; code < 0x2fff; code++) {
      const text = `a${String.fromCharCode(code)}b`;
      if (code < 0x7f || code > 0x9f) expect(visibleWidth(text), code.toString(16)).toBe(measured(text));
    }
  });

  test('are folded with the number left out, unless that is only one', () => {
    const reply = (more: number) => `${more} more`;
    expect(fold(['a', 'b', 'c', 'd'], 2, reply)).toEqual(['a', 'b', '2 more']);
    expect(fold(['a', 'b', 'c'], 2, reply)).toEqual(['a', 'b', 'c']);
  });
});

describe('a streamed reply', () => {
  const markdown = fc
    .array(
      fc.constantFrom(
        'word ',
        '\n',
        '\n\n',
        '```',
        '~~~\n',
        '- item',
        '1. one',
        '    code',
        '# head',
        '> quote',
        '| a | b |',
      ),
    )
    .map((parts) => parts.join(''));
  const pieces = fc.tuple(markdown, fc.integer({ min: 1, max: 9 }));

  test('is shown whole and in order, however it is split', () => {
    fc.assert(
      fc.property(pieces, ([text, size]) => {
        const stream = new ReplyStream();
        let out = '';
        for (let at = 0; at < text.length; at += size) out += stream.add(text.slice(at, at + size)) ?? '';
        expect(out + stream.end()).toBe(text);
      }),
    );
  });

  test('returns a paragraph when the next begins, and code blocks and lists whole', () => {
    const stream = new ReplyStream();
    expect(stream.add('One.\n\n')).toBeUndefined();
    expect(stream.add('T')).toBe('One.\n\n');
    expect(stream.add('wo.\n\n```js\na\n\nb\n')).toBe('Two.\n\n');
    expect(stream.add('\nc\n')).toBeUndefined();
    expect(stream.add('```\n\nx')).toBe('```js\na\n\nb\n\nc\n```\n\n');
    expect(stream.add('\n\n- a\n\n- b\n\n  more\n\n')).toBeUndefined();
    expect(stream.add('end')).toBe('x\n\n- a\n\n- b\n\n  more\n\n');
    expect(stream.rest).toBe('end');
  });
});

test('any Markdown becomes lines that fit, and holds nothing but text and colours', async () => {
  const markdown = new MarkdownLines(paintFor({}));
  await markdown.load();
  const part = fc.constantFrom(
    '# a',
    '| a | b |\n|---|---|\n| c | d |',
    '```\n',
    '- x',
    '  1. y',
    '> q',
    '**b',
    '*',
    '[l](u)',
    '\n',
    '\n\n',
    '漢字',
    '\u001b[2J',
    '&#27;[2J',
    '<b>',
    '\\',
    '🎉',
    '![i](j)',
    '---',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), fc.integer({ min: 1, max: 60 }), (parts, width) => {
      for (const line of markdown.render(parts.join(' '), width)) {
        expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        expect(onlyColours(line)).toBe(line);
      }
    }),
    { numRuns: 300 },
  );
});

describe('the status line', () => {
  const paint = paintFor({ NO_COLOR: '1' });
  const status: Status = {
    model: 'claude-opus-5-5',
    mode: 'default',
    cwd: '/home/me/project',
    cost: 0.1234,
    hasUnknownCost: false,
    contextTokens: 50_000,
    contextWindow: 200_000,
    note: undefined,
  };
  const plain = (line: string) => line.replace(/\u001b\[[0-9;]*m/g, '');

  test('shows cost, context, model and folder', () => {
    expect(plain(statusLine(status, 100, paint))).toBe('  $0.1234 · 25 % of 200k · claude-opus-5-5 · project · /help');
  });

  test('fits any width, and keeps the mode and a note longest', () => {
    for (let width = 1; width < 100; width++) {
      for (const note of [undefined, 'Press Ctrl+C again to exit']) {
        const line = statusLine({ ...status, mode: 'plan', note }, width, paint);
        expect(visibleWidth(line)).toBeLessThanOrEqual(width);
      }
    }
    expect(plain(statusLine({ ...status, mode: 'plan' }, 14, paint))).toBe('  plan only');
    expect(plain(statusLine({ ...status, note: 'stopping' }, 14, paint))).toBe('  stopping');
    expect(plain(statusLine({ ...status, hasUnknownCost: true }, 100, paint))).toContain('>$0.1234');
  });
});

describe('what a call is about', () => {
  const call = (name: string, input: object) => ({ type: 'tool_use' as const, id: 'x', name, input: { ...input } });

  test.each([
    ['Bash', { command: 'ls\n-la', description: 'List' }, { name: 'Bash', about: 'ls -la' }],
    ['Read', { file_path: '/p/src/a.ts' }, { name: 'Read', about: 'src/a.ts' }],
    ['Read', { file_path: '/other/a.ts' }, { name: 'Read', about: '/other/a.ts' }],
    ['mcp__git__log', { branch: 'main' }, { name: 'git/log', about: 'main' }],
    ['Grep', { pattern: 'todo', path: '/p/src' }, { name: 'Grep', about: 'todo in src' }],
    ['Task', { description: 'Count', subagent_type: 'Explore' }, { name: 'Task', about: 'Explore: Count' }],
    ['TodoWrite', { todos: [] }, { name: 'TodoWrite', about: '' }],
    ['AskUserQuestion', { questions: [{ question: 'Which?' }] }, { name: 'AskUserQuestion', about: '' }],
    ['Unheard', {}, { name: 'Unheard', about: '' }],
    ['Bash', { command: 42 }, { name: 'Bash', about: '' }],
  ])('%s %j', (name, input, wanted) => expect(callHead(call(name, input), '/p')).toEqual(wanted));
});

describe('what a call changes', () => {
  const paint = paintFor({});
  const plain = (line: string) => line.replace(/\u001b\[[0-9;]*m/g, '');
  const changed = (name: string, input: object, noted?: unknown) =>
    changeLines({ type: 'tool_use', id: 'x', name, input: { ...input } }, noted, 40, paint).map(plain);

  test.each([
    ['Edit', { old_string: 'a\nb', new_string: 'a\nc' }, ['  a', '- b', '+ c']],
    ['Write', { content: 'a\nb\n' }, ['+ a', '+ b']],
    ['NotebookEdit', { new_source: 'a' }, ['+ a']],
    ['NotebookEdit', { new_source: '', edit_mode: 'delete' }, []],
    ['Bash', { command: 'ls' }, []],
  ])('is derived from the input of %s %j', (name, input, lines) => expect(changed(name, input)).toEqual(lines));

  test('is taken from the result', () => {
    const structuredPatch = [
      { oldStart: 1, newStart: 1, lines: ['-a', '+b'] },
      { oldStart: 9, newStart: 9, lines: [' c', '+d\u001b[2J'] },
    ];
    const lines = changed('Edit', { old_string: 'a', new_string: 'b' }, { structuredPatch });
    expect(lines.slice(0, 4)).toEqual(['- a', '+ b', '@@ line 9', '  c']);
    expect(lines.join('')).not.toContain('\u001b');
  });
});

describe('todos', () => {
  const paint = paintFor({});

  test('with any input are read without an error', () => {
    fc.assert(fc.property(fc.jsonValue(), (todos) => void todoLines(todosIn({ todos } as never), paint)));
  });

  test('a long list shows open tasks', () => {
    const todos = Array.from({ length: 20 }, (_, at) => ({
      content: `task ${at}`,
      status: at < 5 ? 'completed' : 'pending',
    }));
    const lines = todoLines(todosIn({ todos }), paint);
    expect(lines).toHaveLength(8);
    expect(lines[0]).toContain('5 done');
    expect(lines.at(-1)).toContain('9 more');
  });
});

test('a prompt is shown as it was typed', () => {
  expect(promptWords('hello', undefined)).toBe('hello');
  expect(promptWords('long text', '/review 12')).toBe('/review 12');
  expect(
    promptWords(
      '<command-message>r</command-message>\n<command-name>/r</command-name>\n<command-args>1 2</command-args>',
      undefined,
    ),
  ).toBe('/r 1 2');
  expect(promptWords('<system-reminder>x</system-reminder>', undefined)).toBeUndefined();
  expect(promptWords([{ type: 'text', text: '[Request interrupted by user]' }], undefined)).toBeUndefined();
});
