import { type Token, Tokenizer, type Tokens } from 'marked';
import { markdownParts } from '../../markdown-parts.js';
import { codeBlock } from './code.js';
import { safeInline, safeText } from './safe-inline.js';

/** Longer texts are shown as they are, since parsing them is slow and they are not prose. */
const LONGEST = 200_000;

/**
 * Markdown from a transcript, written again from its parts so that viewers agree on what is code: only there a `<` is left.
 * Tags become text, as their author meant `Map<string>`; pictures become links, and links lead to pages or mail only.
 */
export function safeMarkdown(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n');
  const parts = lines.length > LONGEST ? undefined : markdownParts(lines, { gfm: true, tokenizer: new TagsAreText() });
  return parts ? blocks(parts) : codeBlock(lines);
}

class TagsAreText extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
}

function blocks(tokens: readonly Token[]): string {
  return tokens
    .map(block)
    .filter((each) => each !== '')
    .join('\n\n');
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return '';
    case 'hr':
      return '***';
    case 'heading':
      return `${'#'.repeat((token as Tokens.Heading).depth)} ${safeInline(token.tokens ?? []).replace(/\\?\n/g, ' ')}`;
    case 'code':
      return codeBlock((token as Tokens.Code).text, languageOf(token as Tokens.Code));
    case 'blockquote':
      return quoted(blocks(token.tokens ?? []));
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    default:
      return lines('tokens' in token && token.tokens ? safeInline(token.tokens) : safeText(token.raw.trim()));
  }
}

export function quoted(text: string): string {
  return text.replace(/^/gm, '> ');
}

function languageOf({ lang = '' }: Tokens.Code): string {
  return /^[\w+#.-]+/.exec(lang)?.[0] ?? '';
}

function list({ ordered, start, items, loose }: Tokens.List): string {
  return items
    .map((item, at) => {
      const marker = ordered ? `${(start || 0) + at}. ` : '- ';
      const task = item.task ? (item.checked ? '[x] ' : '[ ] ') : '';
      const content = task + (loose ? blocks(item.tokens) : tightBlocks(item.tokens));
      return marker + content.replace(/\n(?!\n|$)/g, `\n${' '.repeat(marker.length)}`);
    })
    .join(loose ? '\n\n' : '\n');
}

/** Without empty lines, where the next block begins without one. */
function tightBlocks(tokens: readonly Token[]): string {
  return tokens.reduce((before, token) => {
    const next = block(token);
    if (before === '' || next === '') return before + next;
    return `${before}${token.type === 'list' || token.type === 'code' ? '\n' : '\n\n'}${next}`;
  }, '');
}

function table({ header, rows, align }: Tokens.Table): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const marks = align.map((side) => (side === 'center' ? ':-:' : side === 'right' ? '--:' : '---'));
  return [row(header.map(cell)), row(marks), ...rows.map((each) => row(each.map(cell)))].join('\n');
}

/** A bar would end the cell, also within code. */
function cell({ tokens }: Tokens.TableCell): string {
  return safeInline(tokens.map(withoutBars)).replace(/\\?\n/g, ' ').replaceAll('|', '&#124;');
}

function withoutBars(token: Token): Token {
  if (token.type !== 'codespan' || !token.raw.includes('|')) return token;
  const { text } = token as Tokens.Codespan;
  return { type: 'text', raw: text, text };
}

/** Lines of a paragraph, none of which begins a block of its own. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim().replace(BLOCK_START, (start) => start.replace(/(?=\S$)/, '\\')))
    .join('\n');
}

/** The last character is the one to be escaped. */
const BLOCK_START = /^(?:[#>+=|:-]|~(?=~~)|[*_](?=(?:[ \t]*[*_])*[ \t]*$)|\*(?=[ \t])|\d{1,9}[.)](?=\s|$))/;
