import type { Token, Tokens } from 'marked';
import type { Colours } from './colour.js';
import { inlineSpans } from './markdown-inline.js';
import { tableLines } from './markdown-table.js';
import { readMarkdown } from './markdown-tokens.js';
import { type Paint, wrap, wrapSpans } from './wrap.js';

/** Markdown as lines for a terminal. The text must be safe already. */
export function markdownLines(text: string, columns: number, paint: Colours): string[] {
  return readMarkdown(text).flatMap((part, at) => {
    const lines = 'plain' in part ? wrap(part.plain.trimEnd(), columns) : blockLines(part.tokens, columns, paint);
    return at === 0 || lines.length === 0 ? lines : ['', ...lines];
  });
}

/** Blocks one below the other, with a blank line between them. */
function blockLines(tokens: readonly Token[], columns: number, paint: Colours): string[] {
  const lines: string[] = [];
  for (const token of tokens) {
    const own = linesOf(token, columns, paint);
    if (own.length === 0) continue;
    if (lines.length > 0) lines.push('');
    lines.push(...own);
  }
  return lines;
}

function linesOf(token: Token, columns: number, paint: Colours): string[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return headingLines(token as Tokens.Heading, columns, paint);
    case 'code':
      return codeLines((token as Tokens.Code).text, columns, paint);
    case 'blockquote':
      return prefixed(blockLines(token.tokens ?? [], columns - 2, paint), paint.dim('│ '));
    case 'list':
      return listLines(token as Tokens.List, columns, paint);
    case 'table':
      return tableLines(token as Tokens.Table, columns, paint);
    case 'hr':
      return [paint.dim('─'.repeat(Math.max(3, Math.min(columns, 24))))];
    case 'html':
      return wrap(token.raw.trimEnd(), columns, paint.dim);
    default:
      return wrapSpans(inlineSpans([token], paint), columns);
  }
}

function headingLines(token: Tokens.Heading, columns: number, paint: Colours): string[] {
  const look: Paint = token.depth <= 2 ? (text) => paint.bold(paint.underline(text)) : paint.bold;
  return wrapSpans(inlineSpans(token.tokens, paint, look), columns);
}

function codeLines(code: string, columns: number, paint: Colours): string[] {
  const lines = wrap(code, columns - 2, paint.yellow);
  return prefixed(lines, paint.dim('│ '));
}

function listLines(list: Tokens.List, columns: number, paint: Colours): string[] {
  const first = typeof list.start === 'number' ? list.start : 1;
  const width = list.ordered ? String(first + list.items.length - 1).length + 2 : 2;
  return list.items.flatMap((item, at) => {
    const mark = list.ordered ? `${first + at}. ` : '• ';
    const box = item.task ? `[${item.checked ? 'x' : ' '}] ` : '';
    const body = itemLines(item, columns - width - box.length, paint);
    const lines = body.map((line, n) =>
      n === 0 ? paint.dim(mark.padEnd(width)) + box + line : `${' '.repeat(width + box.length)}${line}`.trimEnd(),
    );
    return at > 0 && list.loose ? ['', ...lines] : lines;
  });
}

/** The text of an item, then what is nested in it. Blank lines only where the source has some. */
function itemLines(item: Tokens.ListItem, columns: number, paint: Colours): string[] {
  const tokens = item.tokens.filter((token) => token.type !== 'checkbox');
  const lines = item.loose
    ? blockLines(tokens, columns, paint)
    : tokens.flatMap((token) => linesOf(token, columns, paint));
  return lines.length > 0 ? lines : [''];
}

function prefixed(lines: readonly string[], prefix: string): string[] {
  return lines.map((line) => `${prefix}${line}`);
}
