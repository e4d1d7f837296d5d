import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolList } from '../../src/chat/tool-list.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const listed = (...given: string[]) => toolList(given, '--allowedTools');

describe('tools on the command line', () => {
  it.each<[string[], string[]]>([
    [
      ['Bash(git log:*, git diff:*),Edit', 'Read'],
      ['Bash(git log:*, git diff:*)', 'Edit', 'Read'],
    ],
    [['Bash(git log:*) Edit'], ['Bash(git log:*)', 'Edit']],
    [['Bash(echo (a) b)'], ['Bash(echo (a) b)']],
    [['mcp__files__*, Read(./a b/**)'], ['mcp__files__*', 'Read(./a b/**)']],
    [[' , ', ''], []],
  ])('%j is read', (given, rules) => expect(listed(...given)).toEqual(rules));

  it('may be left out', () => expect(toolList(undefined, '--tools')).toEqual([]));

  const broken: [string, string][] = [
    ['Bash(git log', 'Bash(git log'],
    ['Bash(git log:*', 'Bash(git log:*'],
    ['Read, Bash(git log:*, Edit', 'Bash(git log:*, Edit'],
    ['Bash (git log)', '(git log)'],
    ['Bash(ls)x', 'Bash(ls)x'],
    ['Bash(ls)(rm)', 'Bash(ls)(rm)'],
    ['Bash(echo ":)":*)', 'Bash(echo ":)":*)'],
    ['Bash)', 'Bash)'],
    ['()', '()'],
  ];
  it.each(broken)('%j is refused by name', (given, named) => {
    expect(() => listed(given)).toThrow(`--allowedTools: "${named}" is not a rule.`);
  });

  it.each(['--allowedTools', '--disallowedTools', '--tools'])('%s ends with a usage error', async (option) => {
    for (const [given, named] of broken) {
      const io = memoryIo({ env: {} });
      expect(await run(['chat', '--demo', '-p', 'hi', option, given], io)).toBe(2);
      expect(io.stderr()).toContain(`${option}: "${named}"`);
      expect(io.stdout()).toBe('');
    }
  });

  it('never reads a whole tool out of a part of one', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z (),:*]{0,20}$/), (content) => {
        let rules: string[];
        try {
          rules = listed(`Bash(${content}`);
        } catch {
          return;
        }
        expect(rules[0]).toMatch(/^Bash\(.*\)$/);
      }),
    );
  });
});
