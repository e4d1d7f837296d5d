import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleHome, UPLOAD } from '../support/sample-home.js';

const root = join(import.meta.dirname, '../../../..');
const pages = [
  join(root, 'README.md'),
  join(root, 'packages/cli/README.md'),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
];

describe.each(pages.map((page) => [relative(root, page), page]))('%s', (_, page) => {
  const text = readFileSync(page, 'utf8');

  it('is short enough to read in one go', () => {
    const isGenerated = page.endsWith('library-reference.md');
    expect(isGenerated || text.split('\n').length <= 151).toBe(true);
  });

  it('links only to what is there', () => {
    const targets = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)|src(?:set)?="([^"]+)"/g)].map(
      (m) => m[1] ?? m[2] ?? '',
    );
    expect(targets.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });

  const commands = [...new Set(commandsIn(text))].filter((line) => !NOT_RUN.test(line));
  if (commands.length > 0) {
    it.each(commands)('%s', async (line) => {
      const { exitCode, err } = await sampleHome().unspool(...wordsOf(line));
      expect(exitCode, err).not.toBe(2);
      expect(err).not.toContain('This is a bug');
    });
  }
});

it('the moving picture shows no path of the machine that made it', () => {
  const picture = readFileSync(join(root, 'docs/terminal.svg'), 'utf8');
  expect(picture).toContain('>unspool ls<');
  expect(picture.match(/\/(tmp|var|private|root|Users|home\/(?!dev))[\w/.-]*/g)).toBeNull();
});

/** Commands that would not end, need a terminal or a model, or send something. */
const NOT_RUN =
  /^unspool( *$| --no-open| serve| index --watch| show last --follow| mcp| team| statusline| open| chat (?!--demo -p)| chat *$| trace install| trace backfill --since| trace backfill --dry-run| usage \[|.*(\[|…|\.\.\.|--with model))/;

/** Command lines in indented blocks: "unspool …", without the comment or the description beside it. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/^ {4}(?:\$ )?(unspool\b.*)$/gm)].flatMap(([, line = '']) =>
    line
      .replace(/\s+[#>].*$/, '')
      .replace(/ {2,}.*$/, '')
      .split(/ \/ (?=unspool)/),
  );
}

/** What stands for something of the reader's is replaced with a sample. */
function wordsOf(line: string): string[] {
  const words = (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll(/["']/g, ''));
  return words.map((word) => SAMPLES[word] ?? word);
}

const SAMPLES: Record<string, string> = {
  SESSION: UPLOAD,
  A: UPLOAD,
  B: UPLOAD,
  last: UPLOAD,
  '5b539e53': UPLOAD,
  '91f7': UPLOAD,
  TURN: '2',
  '7': '2',
  '12': '2',
  '3..5': '2..3',
  ID: 'none',
};
