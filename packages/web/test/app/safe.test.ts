import { describe, expect, it } from 'vitest';
import { decoded, safeHref } from '../../app/src/text/safe.js';

describe('links in a transcript', () => {
  it.each(['https://example.com/a', 'http://example.com', 'mailto:a@example.com'])('follows %s', (href) => {
    expect(safeHref(href)).toBeDefined();
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example',
    '/api/state',
    '#x',
    'http://',
  ])('does not follow %j', (href) => {
    expect(safeHref(href)).toBeUndefined();
  });

  it('decodes entities as text', () => {
    expect(decoded('&lt;b&gt; &amp;amp; &#65;&#x42; &nope; &#0;')).toBe('<b> &amp; AB &nope; &#0;');
  });
});
