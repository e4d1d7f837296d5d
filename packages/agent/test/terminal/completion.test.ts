import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Completion } from '../../src/terminal/input/completion.js';
import { ProjectFiles } from '../../src/terminal/input/project-files.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-completion-'));
mkdirSync(join(folder, 'my things'));
mkdirSync(join(folder, 'src'));
// Windows does not allow such names.
const odd = process.platform === 'win32' ? [] : ['a "quoted" name', 'two\nlines'];
for (const name of ['src/alpha.ts', 'src/beta file.txt', 'my things/gamma.ts', ...odd]) {
  writeFileSync(join(folder, name), '');
}
const completion = new Completion(() => [], new ProjectFiles(folder, () => 0));

/** The line after accepting the first suggestion; `|` is the cursor. */
async function taken(typed: string): Promise<string | undefined> {
  const column = typed.indexOf('|');
  const line = typed.replace('|', '');
  const found = await completion.getSuggestions([line], 0, column);
  const [first] = found?.items ?? [];
  if (!found || !first) return undefined;
  const { lines, cursorCol } = completion.applyCompletion([line], 0, column, first, found.prefix);
  return `${lines[0]?.slice(0, cursorCol)}|${lines[0]?.slice(cursorCol)}`;
}

describe('completion of files', () => {
  it.each([
    ['look @alp|', 'look @src/alpha.ts |'],
    ['look @beta|', 'look @"src/beta file.txt" |'],
    ['look @"src/beta f|', 'look @"src/beta file.txt" |'],
    ['look @"src/beta f|" now', 'look @"src/beta file.txt" |now'],
    ['@my|', '@"my things/|"'],
    ['@"my things/g|"', '@"my things/gamma.ts" |'],
    ['@"alph|', '@src/alpha.ts |'],
    ['@sr|', '@src/|'],
  ])('%j becomes %j', async (typed, line) => expect(await taken(typed)).toBe(line));

  it.each(['mail a@beta|', '@quoted|', '@lines|', '@"src/beta file.txt"|'])('offers nothing for %j', async (typed) => {
    expect(await taken(typed)).toBeUndefined();
  });
});
