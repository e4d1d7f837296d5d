import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type StripOptions, stripPresets } from '../../src/edit.js';

const docs = readFileSync(join(import.meta.dirname, '../../../../docs/editing.md'), 'utf8');

function rowOf(head: string): string[] {
  const line = docs.split('\n').find((each) => each.startsWith(`| ${head}`)) ?? '';
  return line
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

function each(reply: (options: StripOptions) => string): string[] {
  return [stripPresets.gentle, stripPresets.standard, stripPresets.hard].map(reply);
}

describe('the presets of strip', () => {
  it('match the docs', () => {
    const results = ({ tools, truncate = 0 }: StripOptions) =>
      tools ? 'removed, with their calls' : `cut to ${truncate.toLocaleString('en-US')} characters`;
    expect(rowOf('results of tools')).toEqual(each(results));
    const thinking = { all: 'all removed', hollow: 'only blocks without a signature removed' };
    expect(rowOf('thinking')).toEqual(each((options) => thinking[options.thinking ?? 'all']));
    expect(rowOf('images')).toEqual(each(({ images }) => (images ? 'removed' : 'kept')));
    expect(rowOf('attached context')).toEqual(each(({ attachments }) => (attachments ? 'removed' : 'kept')));
    expect(rowOf('last turns left unchanged')).toEqual(each(({ keepLast }) => String(keepLast)));
  });
});
