import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../src/index.js';
import { script } from './support/lines.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/library.md'), 'utf8');
const examples = [...page.matchAll(/## ([^\n]+)\n[\s\S]*?```ts\n([\s\S]*?)```/g)].map((match) => [match[1], match[2]]);

const home = mkdtempSync(join(tmpdir(), 'unspool-library-'));
const projects = join(home, '.claude/projects');
const file = join(projects, '-home-dev-app/00000000-0000-4000-8000-000000000001.jsonl');
mkdirSync(join(projects, '-home-dev-app'), { recursive: true });
const text = script()
  .user('Fix the test')
  .call('m1', 't1', 'Edit', { file_path: '/a.ts' })
  .result('t1')
  .reply('m2', 'Done.', { message: { usage: { output_tokens: 12 } } })
  .text();
writeFileSync(file, `${text}{"torn`);

const printed: Record<string, string[]> = {
  'Read a session': ['Fix the test', '1 2 replies 12 tokens'],
  'Whose words, which tools': ['prompt Fix the test', 'Edit /a.ts ok 1000 ms'],
  'What the client would send': ['true  5'],
  'Every line, nothing lost': ['no_final_newline line 5 byte', 'torn line 5 byte'],
  'Find sessions': ['00000000-0000-4000-8000-000000000001 0'],
  'Write a session': ['true'],
};

describe('docs/library.md', () => {
  it.each(examples)('%s', async (title = '', code = '') => {
    const lines: string[] = [];
    const console = { log: (...values: unknown[]) => lines.push(values.join(' ')) };
    const body = code.replaceAll(/import (\{[^}]+\}) from '([^']+)';/g, "const $1 = await load('$2');");
    const load = (name: string) => (name === '@unspool/session' ? library : import(/* @vite-ignore */ name));
    const run = new Function(
      ...['load', 'console', 'file', 'env', 'home', 'projects'],
      `return (async () => {${body}})()`,
    ) as (...values: unknown[]) => Promise<void>;
    await run(load, console, file, {}, home, projects);
    const wanted = printed[title] ?? [];
    expect(lines.slice(0, wanted.length).map((line, at) => line.slice(0, wanted[at]?.length))).toEqual(wanted);
    expect(wanted).not.toEqual([]);
  });

  it('has an example for each thing one does', () => {
    expect(examples.map(([title]) => title)).toEqual(Object.keys(printed));
  });
});
