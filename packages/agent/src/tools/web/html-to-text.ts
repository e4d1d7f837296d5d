/** What a page says, as plain Markdown: headings, lists, links and code stay, all else goes. One pass, no parser. */
export function htmlToText(html: string): string {
  let text = '';
  let at = 0;
  let skipUntil: string | undefined;
  const links: string[] = [];
  let isCode = false;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const words = html.slice(at, open === -1 ? html.length : open);
    if (skipUntil === undefined) text += isCode ? decode(words) : decode(words).replace(/\s+/g, ' ');
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = tagOf(html.slice(open + 1, close));
    at = close + 1;
    if (skipUntil !== undefined) {
      if (tag.isEnd && tag.name === skipUntil) skipUntil = undefined;
      continue;
    }
    if (SKIPPED.has(tag.name)) {
      if (!tag.isEnd && !tag.isEmpty) skipUntil = tag.name;
      continue;
    }
    if (tag.name === 'pre') isCode = !tag.isEnd;
    text += markOf(tag, links);
  }
  return tidy(text);
}

const SKIPPED = new Set(['script', 'style', 'noscript', 'svg', 'head', 'template', 'iframe', 'nav', 'footer', 'form']);
const BLOCKS = new Set(
  'p div section article main header aside table tr ul ol dl dt dd blockquote figure hr address details summary'.split(
    ' ',
  ),
);

interface Tag {
  name: string;
  isEnd: boolean;
  isEmpty: boolean;
  href: string | undefined;
}

function tagOf(source: string): Tag {
  const name = /^\/?\s*([A-Za-z][A-Za-z0-9]*)/.exec(source)?.[1]?.toLowerCase() ?? '';
  const href = name === 'a' ? /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(source) : null;
  return {
    name,
    isEnd: source.startsWith('/'),
    isEmpty: source.endsWith('/'),
    href: href ? decode(href[1] ?? href[2] ?? href[3] ?? '') : undefined,
  };
}

function markOf({ name, isEnd, href }: Tag, links: string[]): string {
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `;
  if (name === 'a') {
    if (!isEnd) {
      links.push(href ?? '');
      return href && !href.startsWith('#') ? '[' : '';
    }
    const target = links.pop();
    return target && !target.startsWith('#') ? `](${target})` : '';
  }
  if (name === 'li') return isEnd ? '' : '\n- ';
  if (name === 'br') return '\n';
  if (name === 'pre') return '\n```\n';
  if (name === 'code') return '`';
  if (name === 'td' || name === 'th') return isEnd ? ' | ' : '';
  return BLOCKS.has(name) ? '\n\n' : '';
}

const NAMED: { [name: string]: string | undefined } = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
};

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

function tidy(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
