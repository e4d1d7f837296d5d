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

function each(say: (options: StripOptions) => string): string[] {
  return [stripPresets.gentle, stripPresets.standard, stripPresets.hard].map(say);
}

describe('the presets of strip', () => {
  it('are what the docs say', () => {
    const results = ({ tools, truncate = 0 }: StripOptions) =>
      tools ? 'gone, with their calls' : `cut to ${truncate.toLocaleString('en-US')} characters`;
    expect(rowOf('results of tools')).toEqual(each(results));
    const thinking = { all: 'all goes', hollow: 'only blocks without a signature go' };
    expect(rowOf('thinking')).toEqual(each((options) => thinking[options.thinking ?? 'all']));
    expect(rowOf('images')).toEqual(each(({ images }) => (images ? 'go' : 'stay')));
    expect(rowOf('context the client put in')).toEqual(each(({ attachments }) => (attachments ? 'goes' : 'stays')));
    expect(rowOf('last turns left as they are')).toEqual(each(({ keepLast }) => String(keepLast)));
  });
});
