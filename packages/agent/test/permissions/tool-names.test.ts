import { TOOL_NAMES } from '@unspool/session/tools';
import { describe, expect, it } from 'vitest';
import { correctToolName } from '../../src/permissions/tool-names.js';
import { allTools } from '../../src/tools/all-tools.js';

describe('tool names in rules', () => {
  it('include every tool', () => {
    expect(TOOL_NAMES).toEqual(expect.arrayContaining(allTools().map(({ name }) => name)));
  });

  it.each([
    ['bash(rm:*)', 'Bash'],
    ['READ', 'Read'],
    ['webfetch(domain:a.org)', 'WebFetch'],
    ['Bash(rm:*)', undefined],
    ['mcp__files__read', undefined],
    ['Elsewhere(x)', undefined],
    ['*', undefined],
    ['', undefined],
  ])('in %j should be %j', (rule, name) => expect(correctToolName(rule)).toBe(name));
});
