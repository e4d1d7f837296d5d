import { describe, expect, it } from 'vitest';
import { markdownToHtml } from '../src/export/html/markdown.js';
import { markdownParts } from '../src/markdown-parts.js';

const deep: [string, string][] = [
  ['quotes', `${'> '.repeat(700)}x`],
  ['lists', `${'- '.repeat(2000)}x`],
  ['emphasis', `${'**a '.repeat(3000)}x${'**'.repeat(3000)}`],
];

describe('a Markdown text nested very deep', () => {
  it.each(deep)('in %s is shown as it is', (_, text) => {
    expect(markdownParts(text, { gfm: true })).toBeUndefined();
    expect(markdownToHtml(text)).toMatch(/^<pre class="plain">/);
  });

  it('in a few quotes is taken apart', () => {
    expect(markdownParts('> > > x', { gfm: true })?.[0]).toMatchObject({ type: 'blockquote' });
    expect(markdownToHtml('> > x')).toBe('<blockquote><blockquote><p>x</p></blockquote></blockquote>');
  });
});
