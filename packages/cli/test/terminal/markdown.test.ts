import { describe, expect, it } from 'vitest';
import { colours } from '../../src/terminal/colour.js';
import { markdownLines } from '../../src/terminal/markdown.js';

const plain = (text: string, columns = 40) => markdownLines(text, columns, colours(false));

describe('markdownLines', () => {
  it('renders headings, emphasis, code and links', () => {
    expect(plain('# Title\n\nSome **bold** and *soft* `code`, see [docs](https://a.b).')).toEqual([
      'Title',
      '',
      'Some bold and soft code, see docs',
      '(https://a.b).',
    ]);
  });

  it('colours them when there are colours', () => {
    expect(markdownLines('**b** `c`', 40, colours(true))).toEqual(['\u001b[1mb\u001b[22m \u001b[33mc\u001b[39m']);
  });

  it('renders nested, numbered and task lists', () => {
    expect(plain('- one\n  - two\n- [x] done\n\n9. nine\n10. ten')).toEqual([
      '• one',
      '  • two',
      '• [x] done',
      '',
      '9.  nine',
      '10. ten',
    ]);
  });

  it('keeps code as it is, beside a bar', () => {
    expect(plain('```ts\nif (a) {\n\n  b();\n}\n```')).toEqual(['│ if (a) {', '│ ', '│   b();', '│ }']);
  });

  it('renders tables and wraps their cells', () => {
    expect(plain('| a | b |\n|---|--:|\n| one two three four five six seven | 1 |', 24)).toEqual([
      'a                  │   b',
      '───────────────────┼────',
      'one two three four │   1',
      'five six seven     │',
    ]);
  });

  it('shows a table with too many columns row by row', () => {
    const lines = plain('| name | kind | size |\n|---|---|---|\n| aaaaaaaaaa | bbbbbbbbbb | cccccccccc |', 20);
    expect(lines).toEqual(['name: aaaaaaaaaa', 'kind: bbbbbbbbbb', 'size: cccccccccc']);
  });

  it('renders quotes, rules, images and entities', () => {
    expect(plain('> said\n\n---\n\n![alt](x.png) a &lt; b &#27;[31m&#x202e;c')).toEqual([
      '│ said',
      '',
      '────────────────────────',
      '',
      '[image: alt] a < b c',
    ]);
  });

  const bombs: { [name: string]: string } = {
    quotes: '>'.repeat(100_000),
    brackets: '['.repeat(100_000),
    images: '!['.repeat(50_000),
    emphasis: '**a*_'.repeat(20_000),
    underscores: '__a'.repeat(30_000),
    lists: '* - + '.repeat(20_000),
    numbers: '1. '.repeat(30_000),
    'nested lists': Array.from({ length: 400 }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n'),
    'wide tables': `${'|a'.repeat(5000)}|\n${'|-'.repeat(5000)}|\n${'|a\n'.repeat(20_000)}`,
    'many tables': `${'|a'.repeat(60)}|\n${'|-'.repeat(60)}|\n${'|a\n'.repeat(20_000)}`,
    ticks: '`a``'.repeat(25_000),
    tags: '<a <!--'.repeat(15_000),
    'a huge line': 'word '.repeat(400_000),
    parentheses: `[a](${'('.repeat(100_000)}`,
  };
  it.each(Object.entries(bombs))('is neither slow nor out of stack on %s', (_, bomb) => {
    // Not by the clock: on a busy machine that tells nothing.
    const started = process.cpuUsage();
    expect(plain(bomb).length).toBeGreaterThan(0);
    expect(process.cpuUsage(started).user).toBeLessThan(8_000_000);
  });

  it('reads long texts in parts and loses nothing', () => {
    const text = Array.from({ length: 3000 }, (_, at) => `Paragraph ${at} of many.`).join('\n\n');
    const lines = plain(text).filter((line) => line !== '');
    expect(lines).toHaveLength(3000);
    expect(lines.at(-1)).toBe('Paragraph 2999 of many.');
  });
});
