import { describe, expect, it } from 'vitest';
import type { Block, ToolResultBlock } from '../../src/format/block.js';
import { blockText, isMedia, resultText } from '../../src/shown/call-result.js';

const result = (content: unknown): ToolResultBlock =>
  ({ type: 'tool_result', tool_use_id: 't', content }) as ToolResultBlock;
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };

describe('the words of a result', () => {
  it.each([
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a string', 'done', 'done'],
    [
      'texts',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      'a\nb',
    ],
    ['a tool that was found', [{ type: 'tool_reference', tool_name: 'Edit' }], '[tool Edit]'],
    ['what is unknown', [{ type: 'new', x: 1 }], '{\n  "type": "new",\n  "x": 1\n}'],
    ['what is not a block', [3, null], '3\nnull'],
    ['an object', { a: 1 }, '{\n  "a": 1\n}'],
  ])('of %s', (_, content, text) => {
    expect(resultText(result(content), () => 'never')).toBe(text);
  });

  it('of a missing result', () => {
    expect(resultText(undefined, () => 'never')).toBe('');
  });

  it("has the caller's text for pictures, or nothing", () => {
    const content = [{ type: 'text', text: 'a' }, image, { type: 'text', text: 'b' }];
    expect(resultText(result(content), (block) => `<${block.type}>`)).toBe('a\n<image>\nb');
    expect(resultText(result(content), () => undefined)).toBe('a\nb');
  });

  it('distinguishes pictures and documents from the rest', () => {
    const blocks = [image, { type: 'document' }, { type: 'text', text: '' }, null] as Block[];
    expect(blocks.map(isMedia)).toEqual([true, true, false, false]);
    expect(blockText({ type: 'text', text: 'x' })).toBe('x');
  });
});
