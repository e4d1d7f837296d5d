import type { Token, Tokens } from 'marked';
import type { Colours } from './colour.js';
import { safe } from './safe.js';
import type { Paint, Span } from './wrap.js';

/**
 * Text with emphasis, code and links, as styled pieces. They are made safe again, because `&#27;` is
 * harmless until a Markdown parser turns it into an escape character.
 */
export function inlineSpans(tokens: readonly Token[], paint: Colours, look?: Paint): Span[] {
  return tokens.flatMap((token) => spansOf(token, paint, look)).map((span) => ({ ...span, text: safe(span.text) }));
}

function spansOf(token: Token, paint: Colours, look: Paint | undefined): Span[] {
  switch (token.type) {
    case 'strong':
      return inlineSpans(token.tokens ?? [], paint, both(look, paint.bold));
    case 'em':
      return inlineSpans(token.tokens ?? [], paint, both(look, paint.italic));
    case 'del':
      return inlineSpans(token.tokens ?? [], paint, both(look, paint.strikethrough));
    case 'codespan':
      return [{ text: (token as Tokens.Codespan).text, paint: both(look, paint.yellow) }];
    case 'br':
      return [{ text: '\n' }];
    case 'link':
      return linkSpans(token as Tokens.Link, paint, look);
    case 'image':
      return [{ text: `[image: ${token['text'] || token['href']}]`, paint: both(look, paint.dim) }];
    case 'html':
      return [{ text: token.raw, paint: look }];
    default: {
      const { tokens, text } = token as Tokens.Text;
      if (tokens && tokens.length > 0) return inlineSpans(tokens, paint, look);
      return [{ text: unescaped(text ?? token.raw), paint: look }];
    }
  }
}

/** The address follows the text of the link, unless they are the same. */
function linkSpans(token: Tokens.Link, paint: Colours, look: Paint | undefined): Span[] {
  const words = inlineSpans(token.tokens ?? [], paint, both(look, paint.underline));
  const shown = words.map((span) => span.text).join('');
  if (shown === token.href || `mailto:${shown}` === token.href || token.href === '') return words;
  return [...words, { text: ` (${unescaped(token.href)})`, paint: paint.dim }];
}

/** Entities that people write. */
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&nbsp;': ' ' };

function unescaped(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function both(outer: Paint | undefined, inner: Paint): Paint {
  return outer ? (text) => outer(inner(text)) : inner;
}
