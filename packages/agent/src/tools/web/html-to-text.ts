/** A page's text as plain Markdown: keeps headings, lists, links and code, drops the rest. One pass, no parser. */
export function htmlToText(html: string): string {
  const page: PageText = { text: '', links: [], isCode: false, skipped: undefined };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    addWords(html.slice(at, open === -1 ? html.length : open), page);
    if (open === -1) break;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    if (close === -1) break;
    addTag(tagOf(html.slice(open + 1, close)), page);
    at = close + 1;
  }
  return collapseBlanks(page.text);
}

interface PageText {
  text: string;
  /** Targets of the open links. */
  links: string[];
  isCode: boolean;
  /** The tag whose content is skipped. */
  skipped: string | undefined;
}

function addWords(words: string, page: PageText): void {
  if (page.skipped !== undefined) return;
  page.text += page.isCode ? decode(words) : decode(words).replace(/\s+/g, ' ');
}

function addTag(tag: Tag, page: PageText): void {
  if (page.skipped !== undefined) {
    if (tag.isEnd && tag.name === page.skipped) page.skipped = undefined;
    return;
  }
  if (SKIPPED.has(tag.name)) {
    if (!tag.isEnd && !tag.isEmpty) page.skipped = tag.name;
    return;
  }
  if (tag.name === 'pre') page.isCode = !tag.isEnd;
  page.text += tag.name === 'a' ? linkMark(tag, page.links) : markOf(tag);
}

function linkMark({ isEnd, href = '' }: Tag, links: string[]): string {
  if (!isEnd) links.push(href);
  const target = isEnd ? links.pop() : href;
  if (!target || target.startsWith('#')) return '';
  return isEnd ? `](${target})` : '[';
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

function markOf({ name, isEnd }: Tag): string {
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(level))} `;
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

function collapseBlanks(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
