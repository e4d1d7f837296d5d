import type { Token, Tokens } from 'marked';
import { markdownParts } from '../../markdown-parts.js';
import { escaped, safeAddress, wrapping } from './escape.js';

/** Longer texts are shown as they are, since parsing them is slow and they are not prose. */
const LONGEST = 200_000;

/**
 * Markdown as HTML, written tag by tag from its parts: HTML in the text is shown, never passed on, and pictures from
 * elsewhere become links, so that opening the file fetches nothing.
 */
export function markdownToHtml(text: string): string {
  const parts = text.length > LONGEST ? undefined : markdownParts(text, { gfm: true, breaks: true });
  return parts ? blocks(parts) : `<pre class="plain">${wrapping(text)}</pre>`;
}

function blocks(tokens: readonly Token[]): string {
  return tokens.map(block).join('');
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'hr':
      return '<hr>';
    case 'heading': {
      // The headings of a text are below those of the document.
      const level = Math.min(6, (token as Tokens.Heading).depth + 3);
      return `<h${level}>${inlines(token.tokens)}</h${level}>`;
    }
    case 'paragraph':
      return `<p>${inlines(token.tokens)}</p>`;
    case 'code':
      return `<pre class="code" tabindex="0"><code>${escaped((token as Tokens.Code).text)}</code></pre>`;
    case 'blockquote':
      return `<blockquote>${blocks(token.tokens ?? [])}</blockquote>`;
    case 'list':
      return list(token as Tokens.List);
    case 'table':
      return table(token as Tokens.Table);
    case 'text':
      return token.tokens ? inlines(token.tokens) : wrapping((token as Tokens.Text).text);
    default:
      return `<p>${wrapping(token.raw)}</p>`;
  }
}

function list({ ordered, start, items }: Tokens.List): string {
  const tag = ordered ? 'ol' : 'ul';
  const first = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  const shown = items.map((item) => `<li>${item.task ? (item.checked ? '☑ ' : '☐ ') : ''}${blocks(item.tokens)}</li>`);
  return `<${tag}${first}>${shown.join('')}</${tag}>`;
}

function table({ header, rows }: Tokens.Table): string {
  const cells = (row: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${row.map((cell) => `<${tag}>${inlines(cell.tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => cells(row, 'td')).join('');
  return `<div class="wide" tabindex="0"><table><thead>${cells(header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

function inlines(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(inline).join('');
}

function inline(token: Token): string {
  switch (token.type) {
    case 'strong':
      return `<strong>${inlines(token.tokens)}</strong>`;
    case 'em':
      return `<em>${inlines(token.tokens)}</em>`;
    case 'del':
      return `<del>${inlines(token.tokens)}</del>`;
    case 'codespan':
      return `<code>${wrapping((token as Tokens.Codespan).text)}</code>`;
    case 'br':
      return '<br>';
    case 'link':
      return link((token as Tokens.Link).href, inlines(token.tokens));
    case 'image':
      return link((token as Tokens.Image).href, escaped((token as Tokens.Image).text || 'picture'));
    case 'text':
      return token.tokens ? inlines(token.tokens) : wrapping((token as Tokens.Text).text);
    case 'escape':
      return escaped((token as Tokens.Escape).text);
    default:
      return wrapping(token.raw);
  }
}

function link(href: string, shown: string): string {
  const address = safeAddress(href);
  return address === undefined ? shown : `<a href="${escaped(address)}" rel="noreferrer">${shown}</a>`;
}
