import { describe, expect, it } from 'vitest';
import { tagsAsText } from '../../src/export/markdown/tags-as-text.js';

describe('tags in Markdown', () => {
  it.each([
    ['why is Map<string> gone?', 'why is Map\\<string> gone?'],
    ['</details> <!-- x --> <?php', '\\</details> \\<!-- x --> \\<?php'],
    ['a < b, 1<2, <3', 'a < b, 1<2, <3'],
    ['use `Map<string>` and ``a`<b>``', 'use `Map<string>` and ``a`<b>``'],
    ['a ` alone, then <b>', 'a ` alone, then \\<b>'],
    ['a ` alone\n\nand `<b>` there', 'a ` alone\n\nand `<b>` there'],
    ['`over\ntwo <b>` lines', '`over\ntwo <b>` lines'],
    ['already \\<b>', 'already \\<b>'],
    ['\\`<b>`', '\\`\\<b>`'],
  ])('%j', (text, expected) => {
    expect(tagsAsText(text)).toBe(expected);
  });

  it('stay as they are in fences, also in a list', () => {
    const fenced = 'x\n```html\n<b>\n\n<i>\n```\n~~~\n```<u>\n~~~\n- item\n\n    ```\n    <li>\n    ```\n';
    expect(tagsAsText(fenced)).toBe(fenced);
    expect(tagsAsText('```\n<b>\n```\n<i>')).toBe('```\n<b>\n```\n\\<i>');
    // The fence ends with the list.
    expect(tagsAsText('- item\n\n    ```\n    <li>\n<i>')).toBe('- item\n\n    ```\n    <li>\n\\<i>');
  });

  it('find a fence closed that had no end', () => {
    expect(tagsAsText('so:\n````js\nconst a = 1;')).toBe('so:\n````js\nconst a = 1;\n````');
    expect(tagsAsText('```js\na\n``')).toBe('```js\na\n``\n```');
  });

  it('take no longer for text that is all backticks', () => {
    const text = Array.from({ length: 1000 }, (_, at) => '`'.repeat(at + 1)).join(' x ');
    // Not by the clock: on a busy machine that tells nothing.
    const started = process.cpuUsage();
    expect(tagsAsText(`${text}<b>`)).toBe(`${text}\\<b>`);
    expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
  });
});
