import { Lexer, type MarkedOptions, type Token } from 'marked';

/** Real text is never nested this deeply, and drawing it would overflow the page's stack. */
const DEEPEST = 100;

/** The parts of a Markdown text. Undefined if they are nested too deeply; the text is then shown as it is. */
export function markdownParts(text: string, options: MarkedOptions): Token[] | undefined {
  try {
    const parts = new Lexer(options).lex(text);
    return isTooDeep(parts) ? undefined : parts;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isTooDeep(parts: readonly Token[]): boolean {
  let level: readonly Token[] = parts;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap(inside);
  }
  return false;
}

function inside(token: Token): Token[] {
  const own = 'tokens' in token ? token.tokens : undefined;
  return [...(own ?? []), ...('items' in token ? (token.items as Token[]) : [])];
}
