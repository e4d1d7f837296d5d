import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { quoted, safeMarkdown } from '../../src/export/markdown/safe-markdown.js';

const TAG = '<img src=x onerror=alert(1)>';

const HOSTILE = [
  TAG,
  `http://a.example/x${TAG}`,
  `www.a.example/x\\${TAG}`,
  `http://a.example/x\`${TAG}\``,
  `http://a.example/x\\\`${TAG}\``,
  `http://a.example/x**\`${TAG}\`**`,
  '![x](http://evil.example/p.png)',
  '!\\[x](http://evil.example/p.png)',
  '\\![x](http://evil.example/p.png)',
  'Look![x](http://evil.example/p.png)',
  '!<http://evil.example/p.png>',
  '[![x](http://evil.example/p.png)](https://a.example)',
  'http://a.example/x\\[y http://q/z\\](javascript:alert(1))',
  'http://a.example/x!\\[y http://q/z\\](http://evil.example/p.png)',
  '![x][p]\n\n[p]: http://evil.example/p.png',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\\javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[y]\n\n[y]: <javascript:alert(1)> "t"',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '<https://a.example/"onmouseover="alert(1)>',
  `<!-- ${TAG} -->`,
  `<!--\n\n${TAG}\n-->`,
  `<?php ${TAG} ?>`,
  `<![CDATA[ ${TAG} ]]>`,
  `<!DOCTYPE x ${TAG}>`,
  `<div>\n${TAG}\n\n\`\`\`\n</div>\n${TAG}\n\`\`\``,
  `<script>\n\n${TAG}\n</script>`,
  `</details></details>${TAG}`,
  `\`a\n# b\` ${TAG} \`c`,
  `\`a\n- ${TAG} \``,
  `\`a\n===\n${TAG}\``,
  `\`a\n---\n${TAG}\``,
  `\`a\n> ${TAG}\``,
  `a|\`b|${TAG}\`|\n-|-|-`,
  `| a |\n|---|\n| \`x|${TAG}\` |`,
  `| a |\n|---|\n| \`x\\|${TAG}\` |`,
  `| a |\n|---|\n| **\`x\\\\\\|${TAG}\`** |`,
  `- \`\`\`\n${TAG}\n  \`\`\``,
  `- a\n\n      ${TAG}`,
  `- a\n\n  \`\`\`\n  b\r${TAG}\n  \`\`\``,
  `> \`\`\`\n${TAG}`,
  `> \`\`\`\n> b\r${TAG}`,
  `~~~\n\`\`\`\n~~~\n${TAG}`,
  `\`\`\`a\`b\n${TAG}`,
  `    ${TAG}\n${TAG}`,
  `\t${TAG}\n\na\n\t${TAG}`,
  `\`\`${TAG}\` \`\` ${TAG} \`\``,
  `\`\\\`${TAG}`,
  `\\\`${TAG}\``,
  `[^1]\n\n[^1]: ${TAG}`,
  `1. a\n   - b\n\n         ${TAG}\n\n     ~~~\n     ${TAG}\n   ${TAG}`,
];

describe('hostile Markdown', () => {
  const viewer = new Marked({ gfm: true });
  it.each(HOSTILE)('%j becomes harmless', (text) => {
    const safe = safeMarkdown(text);
    expect(tagsOutsideCode(safe)).toEqual([]);
    for (const shown of [safe, quoted(safe), `**You:**\n\n${safe}\n\n<details>\n\n${safe}\n\n</details>`]) {
      const html = viewer.parse(shown, { async: false });
      expect(html).not.toMatch(/<(?:img|script|iframe|div|!|\?)/i);
      expect(html).not.toMatch(/<[^>]*\s(?:on\w+|src)\s*=/i);
      expect(html).not.toMatch(/href="(?!https?:\/\/|mailto:)/i);
    }
  });

  it('keeps its folds: nothing in a text ends or begins one', () => {
    const shown = `<details>\n\n${safeMarkdown('</details>\n\n<details>\n~~~')}\n\n</details>\n`;
    expect(viewer.parse(shown, { async: false }).match(/<\/?details/g)).toEqual(['<details', '</details']);
  });
});

/** What other viewers could read as a tag. Every `<` must be in a code block or a code span. */
function tagsOutsideCode(markdown: string): string[] {
  const prose = markdown
    .replace(/^[ >\d.-]*(`{3,})[^`\n]*\n[\s\S]*?\n[ >]*\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
  return prose.match(/<.*/g) ?? [];
}

describe('Markdown', () => {
  it.each([
    ['why is Map<string> gone?', 'why is Map&lt;string> gone?'],
    ['a < b, 1<2, <3', 'a &lt; b, 1&lt;2, &lt;3'],
    ['use `Map<string>` and ``a`<b>``', 'use `Map<string>` and `` a`<b> ``'],
    ['a ` alone, then <b>', 'a &#96; alone, then &lt;b>'],
    ['a ` alone\n\nand `<b>` there', 'a &#96; alone\n\nand `<b>` there'],
    ['`over\ntwo <b>` lines', '`over two <b>` lines'],
    ['already \\<b> and \\*', 'already &#60;b> and \\*'],
    ['**`Map<string>`**, *a* and ~~b~~', '**`Map<string>`**, *a* and ~~b~~'],
    ['see arr[0] and C:\\temp!', 'see arr[0] and C:\\temp!'],
    ['f[0](x) of [a](docs/a.md)', 'f[0&#93;(x) of [a&#93;(docs/a.md)'],
    ['https://a.example/b_c?d=1&e=2.', 'https://a.example/b_c?d=1&e=2.'],
    ['[docs](https://a.example/(b)_c?d&e "t")', '[docs](https://a.example/%28b%29_c?d&e)'],
    ['![a picture](https://a.example/b.png)', '[a picture](https://a.example/b.png)'],
    ['[x][y]\n\n[y]: https://a.example', '[x](https://a.example)\n\n[y&#93;: https://a.example'],
    ['Title\n=====\n\n## Part', '# Title\n\n## Part'],
    ['- a\n  - b\n- [x] c\n\n3. d\n4. e', '- a\n  - b\n- [x] c\n\n3. d\n4. e'],
    ['- a\n\n  b\n- [ ] c', '- a\n\n  b\n\n- [ ] c'],
    ['one\ntwo  \nthree', 'one\ntwo\\\nthree'],
    ['a\n2. b\n+1', 'a\n2\\. b\n\\+1'],
    ['| a | b |\n|:-:|--:|\n| `c` | d\\|e |', '| a | b |\n| :-: | --: |\n| `c` | d&#124;e |'],
    ['> a\n>\n> - b', '> a\n> \n> - b'],
    ['<task>\nDo **this**.\n</task>', '&lt;task>\nDo **this**.\n&lt;/task>'],
  ])('%j', (text, expected) => {
    expect(safeMarkdown(text)).toBe(expected);
  });

  it('keeps code as it is, also in a list', () => {
    const text = 'x\n\n```html\n<b>\n\n<i>\n```\n\n- item\n\n  ```\n  <li>\n\n  </li>\n  ```';
    expect(safeMarkdown(text)).toBe(text);
    expect(safeMarkdown('~~~\n```<u>\n~~~')).toBe('````\n```<u>\n````');
    expect(safeMarkdown('```\n<b>\n```\n<i>')).toBe('```\n<b>\n```\n\n&lt;i>');
  });

  it('closes a fence that has no end', () => {
    expect(safeMarkdown('so:\n\n````js\nconst a = 1;')).toBe('so:\n\n```js\nconst a = 1;\n```');
  });

  it('becomes a code block when it is nested too deep or too long', () => {
    expect(safeMarkdown(`${'> '.repeat(700)}<b>`)).toMatch(/^```\n(> )+<b>\n```$/);
    expect(safeMarkdown(`${'a <b>\r\n'.repeat(40_000)}`)).toMatch(/^```\na <b>\na <b>\n[^\r]*\n```$/);
  });
});
