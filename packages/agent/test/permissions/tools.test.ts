import { describe, expect, it } from 'vitest';
import type { RuleBehavior } from '../../src/permissions/decide.js';
import { type Rules, tool } from './support.js';

type Case = [name: string, input: { [key: string]: string }, rules: Rules, behavior: RuleBehavior];

const page = { url: 'https://docs.example.org/a' };

describe('tools', () => {
  it.each<Case>([
    ['AskUserQuestion', {}, {}, 'ask'],
    ['AskUserQuestion', {}, { allow: ['AskUserQuestion'] }, 'ask'],
    ['AskUserQuestion', {}, { deny: ['AskUserQuestion'] }, 'deny'],
    ['ExitPlanMode', {}, {}, 'deny'],
    ['NotebookEdit', { notebook_path: 'a.ipynb' }, {}, 'ask'],
    ['NotebookEdit', { notebook_path: 'a.ipynb' }, { allow: ['Edit(*.ipynb)'] }, 'allow'],
    ['NotebookEdit', { notebook_path: 'a.ipynb' }, { deny: ['Edit(a.ipynb)'] }, 'deny'],
    // A second field must not distract from the file that is written.
    ['NotebookEdit', { notebook_path: 'a.ipynb', file_path: 'b' }, { deny: ['Edit(a.ipynb)'] }, 'deny'],
    ['NotebookEdit', { notebook_path: 'a.ipynb', file_path: 'b' }, { allow: ['Edit(b)'] }, 'ask'],
    ['WebFetch', page, {}, 'ask'],
    ['WebFetch', page, { allow: ['WebFetch'] }, 'allow'],
    ['WebFetch', page, { allow: ['WebFetch(domain:docs.example.org)'] }, 'allow'],
    ['WebFetch', page, { allow: ['WebFetch(domain:example.org)'] }, 'ask'],
    ['WebFetch', page, { allow: ['WebFetch(domain:*.example.org)'] }, 'allow'],
    ['WebFetch', { url: 'https://DOCS.example.org./a' }, { deny: ['WebFetch(domain:docs.example.org)'] }, 'deny'],
    [
      'WebFetch',
      { url: 'https://docs.example.org@evil.example/' },
      { allow: ['WebFetch(domain:docs.example.org)'] },
      'ask',
    ],
    [
      'WebFetch',
      { url: 'https://evil.example/docs.example.org' },
      { allow: ['WebFetch(domain:docs.example.org)'] },
      'ask',
    ],
    ['WebFetch', { url: 'not an address' }, { allow: ['WebFetch(domain:docs.example.org)'] }, 'ask'],
    ['WebSearch', { query: 'x' }, {}, 'ask'],
    ['WebSearch', { query: 'x' }, { allow: ['WebSearch'] }, 'allow'],
    ['mcp__files__read', {}, {}, 'ask'],
    ['mcp__files__read', {}, { allow: ['mcp__files__read'] }, 'allow'],
    ['mcp__files__read', {}, { allow: ['mcp__files'] }, 'allow'],
    ['mcp__files__read', {}, { allow: ['mcp__files__*'] }, 'allow'],
    ['mcp__files__write', {}, { allow: ['mcp__files__read'] }, 'ask'],
    ['mcp__files2__read', {}, { allow: ['mcp__files'] }, 'ask'],
    ['mcp__files__read', {}, { allow: ['mcp__files'], deny: ['mcp__files__read'] }, 'deny'],
    ['Glob', { pattern: '**/*.ts' }, {}, 'allow'],
    ['Glob', { pattern: '*', path: '/etc' }, {}, 'ask'],
    ['Glob', { pattern: '/etc/*' }, {}, 'ask'],
    ['Glob', { pattern: '../*' }, {}, 'ask'],
    ['Glob', { pattern: 'src/*/../../../x' }, {}, 'ask'],
    ['Glob', { pattern: '{..,src}/*' }, {}, 'ask'],
    ['Glob', { pattern: 'src/*' }, {}, 'allow'],
    ['Glob', { pattern: 'src/a.ts' }, {}, 'allow'],
    ['Glob', { pattern: 's*', path: 'src' }, {}, 'allow'],
    ['Glob', { pattern: '*', path: '/etc' }, { allow: ['Glob'] }, 'allow'],
    ['Read', { file_path: '/etc/passwd' }, { allow: ['Glob', 'Grep'] }, 'ask'],
    ['Grep', { pattern: 'x' }, {}, 'allow'],
    ['Grep', { pattern: 'x', path: '..' }, {}, 'ask'],
    ['Grep', { pattern: 'x', path: 'secrets' }, { deny: ['Read(secrets/**)'] }, 'deny'],
    ['Skill', { skill: 'pdf' }, {}, 'allow'],
    ['Skill', { skill: 'pdf' }, { deny: ['Skill(pdf)'] }, 'deny'],
    ['Agent', { subagent_type: 'Explore' }, { deny: ['Task(Explore)'] }, 'deny'],
    ['Agent', { subagent_type: 'Plan' }, { deny: ['Agent(Explore)'] }, 'allow'],
    ['TodoWrite', {}, {}, 'allow'],
    ['TaskStop', {}, { deny: ['KillShell'] }, 'deny'],
  ])('%s %j with %j → %s', (name, input, rules, behavior) => {
    expect(tool(name, input, rules).behavior).toBe(behavior);
  });
});

describe('deny rules', () => {
  it.each(['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'] as const)('win in mode %s', (mode) => {
    const rules = { allow: ['Read', 'Bash', 'WebFetch', 'mcp__a'], deny: ['Read', 'Bash', 'WebFetch', 'mcp__a__b'] };
    for (const [name, input] of [
      ['Read', { file_path: 'a' }],
      ['Bash', { command: 'ls' }],
      ['WebFetch', page],
      ['mcp__a__b', {}],
    ] as const) {
      expect(tool(name, input, rules, { mode }).behavior).toBe('deny');
    }
  });

  it('asks if a rule says so, even where everything is allowed', () => {
    expect(tool('mcp__a__b', {}, { ask: ['mcp__a__b'] }, { mode: 'bypassPermissions' }).behavior).toBe('ask');
  });
});
