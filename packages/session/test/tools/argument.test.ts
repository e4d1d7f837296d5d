import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/read/line.js';
import { argumentOf, TOOL_NAMES } from '../../src/tools.js';

describe('the main argument of a call', () => {
  it.each<[string, JsonObject, string]>([
    ['Bash', { command: 'ls -la', description: 'List' }, 'ls -la'],
    ['Bash', { command: 42 }, ''],
    ['PowerShell', { command: 'dir' }, 'dir'],
    ['BashOutput', { bash_id: 'bash_1' }, 'bash_1'],
    ['KillBash', { shell_id: 'bash_1' }, 'bash_1'],
    ['Read', { file_path: '/p/a.ts' }, 'a.ts'],
    ['Read', { file_path: '/p/a.ts', limit: 5 }, 'a.ts (first 5 lines)'],
    ['Read', { file_path: '/p/a.ts', offset: 3 }, 'a.ts (from line 3)'],
    ['Read', { file_path: '/p/a.ts', offset: 3, limit: 5 }, 'a.ts (lines 3–7)'],
    ['Write', { content: 'x', file_path: '/q/a.ts' }, '/q/a.ts'],
    ['Edit', { file_path: '/p/a.ts', old_string: 'a' }, 'a.ts'],
    ['MultiEdit', { file_path: '/p/a.ts' }, 'a.ts'],
    ['NotebookEdit', { notebook_path: '/p/a.ipynb', new_source: 'x' }, 'a.ipynb'],
    ['LS', { path: '/p/src' }, 'src'],
    ['Glob', { pattern: '*.ts' }, '*.ts'],
    ['Grep', { pattern: 'todo', path: '/p/src' }, 'todo in src'],
    ['Grep', { pattern: 'todo', glob: '*.ts' }, 'todo in *.ts'],
    ['WebFetch', { prompt: 'what?', url: 'https://a.org' }, 'https://a.org'],
    ['WebSearch', { query: 'x' }, 'x'],
    ['Task', { description: 'Count', prompt: 'Count all', subagent_type: 'Explore' }, 'Explore: Count'],
    ['Agent', { prompt: 'Count all' }, 'Count all'],
    ['SendMessage', { to: 'a', message: 'hello' }, 'a: hello'],
    ['SendMessage', { recipient: 'a', summary: 'hi', message: 'hello' }, 'a: hi'],
    [
      'TodoWrite',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
        ],
      },
      '1 of 2 done, now: b',
    ],
    ['TodoWrite', { todos: 'none' }, ''],
    ['TaskUpdate', { taskId: '3', status: 'completed' }, '#3 completed'],
    ['TaskUpdate', {}, ''],
    ['AskUserQuestion', { questions: [{ question: 'Which?' }] }, 'Which?'],
    ['Skill', { skill: 'pdf', args: 'x' }, 'pdf'],
    ['Skill', { command: 'pdf' }, 'pdf'],
    ['exit_plan_mode', { plan: 'First' }, 'First'],
    ['ReadMcpResource', { server: 's', uri: 'a://b' }, 'a://b'],
    ['mcp__git__log', { branch: 'main' }, 'main'],
    ['mcp__files__read', { mode: 'r', file_path: '/p/a.ts' }, 'a.ts'],
    ['Unheard', { depth: 3 }, '{"depth":3}'],
    ['Unheard', {}, ''],
  ])('%s %j: %s', (name, input, wanted) => expect(argumentOf(name, input, '/p')).toBe(wanted));

  it('is text, whatever the input', () => {
    const input = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(fc.constantFrom(...TOOL_NAMES, 'mcp__a__b', ''), input, (name, given) => {
        expect(typeof argumentOf(name, given, '/p')).toBe('string');
      }),
    );
  });
});
