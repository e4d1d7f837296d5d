import { beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLES } from '../../src/help/examples.js';
import { TOPICS } from '../../src/help/topics.js';
import { type SampleHome, sampleHome } from '../support/sample-home.js';

let unspool: SampleHome['unspool'];
beforeEach(() => {
  ({ unspool } = sampleHome());
});

const COMMANDS = Object.keys(EXAMPLES);
/** Examples that would not end, need a terminal, read the real stdin, or send something. */
const NOT_RUN =
  /^unspool (completion|serve|open|mcp|team serve|index --watch|show last --follow|chat (?!--demo)|chat --demo|trace install --sink (langfuse|otlp)|trace backfill --since|statusline$)/;

describe('unspool help', () => {
  it('groups the commands as the README does', async () => {
    const { exitCode, out } = await unspool('help');
    expect(exitCode).toBe(0);
    const headings = [...out.matchAll(/^([A-Z][A-Za-z ]+):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Options',
      ...'Browse Find Read Measure Check Edit Keep Continue Share'.split(' '),
      'Inside Claude Code',
      'Trace',
      'Help',
    ]);
  });

  it('prints each topic', async () => {
    const list = (await unspool('help')).out;
    for (const { name, text } of TOPICS) {
      expect(list).toContain(`  ${name}`);
      expect((await unspool('help', name)).out).toBe(`${text}\n`);
    }
  });

  it.each(COMMANDS)('explains %s with examples, as --help does', async (command) => {
    const { exitCode, out } = await unspool('help', ...command.split(' '));
    expect(exitCode).toBe(0);
    expect(out).toContain(`Usage: unspool ${command}`);
    expect(out).toContain('Examples:\n  unspool ');
    expect((await unspool(...command.split(' '), '--help')).out).toBe(out);
  });

  it('leaves no command without examples', async () => {
    for (const path of ['', 'team', 'trace', 'trace sink']) {
      const { out } = await unspool(...path.split(' ').filter(Boolean), '--help');
      const afterOptions = out.slice(out.indexOf('Options:'));
      const names = [...afterOptions.matchAll(/^ {2}([a-z][a-z-]*)(?: \[| <| {2})/gm)].map(([, name]) =>
        `${path} ${name}`.trim(),
      );
      expect(names.length).toBeGreaterThan(0);
      expect(COMMANDS).toEqual(expect.arrayContaining(names.filter((name) => !name.endsWith(' help'))));
    }
  });

  it('is what a group of commands prints alone, with the reason', async () => {
    const { exitCode, err } = await unspool('team');
    expect(exitCode).toBe(2);
    expect(err).toContain('Commands:');
    expect(err).toContain('error: unspool team needs a command.\n  See: unspool team --help');
  });

  it('marks options that are required', async () => {
    expect((await unspool('help', 'fork')).out).toMatch(/--at <turn> .*\(required\)/);
    expect((await unspool('help', 'strip')).out).not.toContain('(required)');
  });
});

describe('examples', () => {
  const lines = Object.values(EXAMPLES).flatMap((examples) => examples.map(([line]) => line));
  it.each(lines.filter((line) => !NOT_RUN.test(line)))('%s', async (line) => {
    const words = (line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ''));
    const { exitCode, err } = await unspool(...words.map((word) => word.replace(/^(5b539e53|last)$/, '5a3c1e70')));
    expect(exitCode, err).not.toBe(2);
    expect(err).not.toContain('This is a bug');
  });
});

describe('a mistyped name', () => {
  it.each([
    [['lss'], 'unspool ls'],
    [['list'], 'unspool ls'],
    [['version'], 'unspool --version'],
    [['serach', 'x'], 'unspool search'],
    [['exprot', 'last'], 'unspool export'],
    [['help', 'turn'], 'unspool help turns'],
    [['ls', '--projct', 'x'], '--project'],
    [['trace', 'stats'], 'status'],
  ])('%j: did you mean %s', async (words, meant) => {
    const { exitCode, err } = await unspool(...words);
    expect(exitCode).toBe(2);
    expect(err).toMatch(/did you mean/i);
    expect(err).toContain(meant);
  });

  it('without anything close points to the help', async () => {
    const { exitCode, err } = await unspool('xylophone');
    expect(exitCode).toBe(2);
    expect(err).toContain('unspool --help');
  });
});

it.each(['-v', '-V', '--version'])('%s prints the version', async (flag) => {
  const { exitCode, out } = await unspool(flag);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
