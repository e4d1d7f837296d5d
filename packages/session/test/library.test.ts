import { mkdirSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examplesOf } from './support/examples.js';
import { script } from './support/lines.js';

const pageOf = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const examples = ['library.md', 'library-writing.md'].flatMap((name) => examplesOf(pageOf(name)));

const home = mkdtempSync(join(tmpdir(), 'unspool-library-'));
const projects = join(home, '.claude/projects');
const file = join(projects, '-home-dev-app/00000000-0000-4000-8000-000000000001.jsonl');
mkdirSync(join(projects, '-home-dev-app'), { recursive: true });
const text = script()
  .user('Fix the test')
  .call('m1', 't1', 'Edit', { file_path: '/a.ts' })
  .result('t1')
  .reply('m2', 'Done.', { message: { usage: { output_tokens: 12 } } })
  .user('Thanks')
  .reply('m3', 'You are welcome.', { message: { usage: { input_tokens: 30, output_tokens: 4 } } })
  .text();
writeFileSync(file, `${text}{"torn`);
// An edit refuses a session that was just written.
utimesSync(file, 1_700_000_000, 1_700_000_000);

const printed: Record<string, (string | RegExp)[]> = {
  'The library': ['Fix the test', '1 Fix the test', '2 Thanks'],
  'Find sessions': ['00000000-0000-4000-8000-000000000001 Fix the test 2', '0 remains 0 problems'],
  'Read lines': [/^no_final_newline line 7 byte \d+$/, /^torn line 7 byte \d+$/],
  'Open a session': [
    '7 lines {"no_final_newline":1,"torn":1}',
    '1 user Fix the test',
    '2 assistant ',
    '3 user ',
    '4 assistant Done.',
    '5 user Thanks',
    '6 assistant You are welcome.',
  ],
  Turns: ['1 prompt Fix the test', 'Edit /a.ts ok 1000 ms', '2 prompt Thanks'],
  Replies: ['claude-opus-5-5 []', 'claude-opus-5-5 ["Done."]', 'claude-opus-5-5 ["You are welcome."]'],
  'Tokens and usage': [
    '1 2 replies 12 of 12 tokens',
    '2 1 replies 4 of 34 tokens',
    'claude-opus-5-5 12',
    'claude-opus-5-5 4',
  ],
  'What the client would send': ['true [] 7'],
  'Check a file': ['true true 1 ["no_final_newline","torn"] []'],
  'Write a session': ['true'],
  'Follow a session that grows': ['grown 1', 'grown 2', 'same'],
  'Edit a session': ['cut turn 1 7 to 4 lines, resumes: true', 'proof: true', 'undone'],
  'In the browser': ['Fix the test 2 6'],
};

describe('docs/library.md and docs/library-writing.md', () => {
  it.each(examples)('$title', async ({ title, code }) => {
    const lines: string[] = [];
    const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
    const console = { log: (...values: unknown[]) => lines.push(values.map(shown).join(' ')) };
    const body = code.replaceAll(/import (\{[^}]+\}) from '([^']+)';/g, "const $1 = await load('$2');");
    const world = { load, console, process: { env: {} }, file, home, projects, blob: new Blob([readFileSync(file)]) };
    const run = new Function(...Object.keys(world), `return (async () => {${body}})()`) as (
      ...values: unknown[]
    ) => Promise<void>;
    await run(...Object.values(world));
    const wanted = printed[title] ?? [];
    expect(lines).toEqual(wanted.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
    expect(wanted).not.toEqual([]);
  });

  it('has an example for each task', () => {
    expect(examples.map(({ title }) => title)).toEqual(Object.keys(printed));
  });
});

function load(specifier: string): Promise<object> {
  const door = /^@unspool\/session(?:\/(\w+))?$/.exec(specifier);
  return door ? import(`../src/${door[1] ?? 'index'}.ts`) : import(/* @vite-ignore */ specifier);
}
