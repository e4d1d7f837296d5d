import { segment } from './segment.js';

/** A parsed query. */
export type Query =
  | { kind: 'term'; text: string; isPrefix: boolean }
  | { kind: 'and' | 'or'; parts: Query[] }
  | { kind: 'not'; part: Query; except: Query };

/** The query is invalid; the message says why. */
export class QueryError extends Error {}

/** A part of the query has no letter or digit, so the index cannot find it. */
export class NoWordError extends QueryError {
  constructor(text: string) {
    super(`"${text}" has no letter or digit`);
  }
}

/**
 * Words next to each other must all occur; `"a phrase"`, `word*`, `OR`, `NOT` (or a leading `-`), and parentheses.
 * Everything else is matched literally, so that a query never has an unexpected meaning.
 */
export function parseQuery(text: string): Query {
  // To SQLite a NUL ends the query.
  const tokens = tokensOf(text.replaceAll('\0', ' '));
  if (tokens.filter(({ kind }) => kind === 'term').length > MAX_TERMS) {
    throw new QueryError(`there are more than ${MAX_TERMS} words; use quotes to search for a phrase`);
  }
  const parser = new Parser(tokens);
  const query = parser.or();
  if (!parser.isAtEnd()) throw new QueryError('a ")" has no "("');
  return query;
}

/** As `parseQuery`, for a query that is still being typed: its last word matches beginnings. A space or a quote ends the word. */
export function parseAsTyped(text: string): Query {
  const isInQuotes = text.split('"').length % 2 === 0;
  const isUnfinished = !isInQuotes && LAST_WORD.test(text) && !/(^|\s)(AND|OR|NOT)$/.test(text);
  return parseQuery(isUnfinished ? `${text}*` : text);
}

/** At least two letters, in a script that separates words with spaces. */
const LAST_WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{2}$/u;

type Token = { kind: 'term'; text: string; isPrefix: boolean } | { kind: 'or' | 'and' | 'not' | 'open' | 'close' };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/(-?)"([^"]*)"?(\*?)|([()])|([^\s()"]+)/gu)) {
    const [, minus, phrase, star, paren, word] = match;
    if (paren) tokens.push({ kind: paren === '(' ? 'open' : 'close' });
    else if (phrase !== undefined) {
      if (minus) tokens.push({ kind: 'not' });
      tokens.push({ kind: 'term', text: phrase, isPrefix: star === '*' });
    } else if (word) tokens.push(...wordTokens(word));
  }
  return tokens;
}

function wordTokens(word: string): Token[] {
  if (word === 'OR') return [{ kind: 'or' }];
  if (word === 'AND') return [{ kind: 'and' }];
  if (word === 'NOT') return [{ kind: 'not' }];
  const isExcluded = word.startsWith('-') && hasWord(word.slice(1)) && /^-[\p{L}\p{N}]/u.test(word);
  const bare = isExcluded ? word.slice(1) : word;
  const isPrefix = bare.endsWith('*') && hasWord(bare);
  const term: Token = { kind: 'term', text: isPrefix ? bare.slice(0, -1) : bare, isPrefix };
  return isExcluded ? [{ kind: 'not' }, term] : [term];
}

/** Whether the index can find it: the index contains only letters and digits. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Limits of SQLite's own query parser: its stack allows few more levels, and thousands of words take forever. */
const MAX_DEPTH = 16;
const MAX_TERMS = 500;

class Parser {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  or(): Query {
    if (this.isNext('or')) throw new QueryError('OR needs something before it');
    const parts = [this.and()];
    while (this.take('or')) {
      if (this.isAtEnd() || this.isNext('close') || this.isNext('or'))
        throw new QueryError('OR needs something after it');
      parts.push(this.and());
    }
    return oneOr('or', parts);
  }

  private and(): Query {
    const wanted: Query[] = [];
    const unwanted: Query[] = [];
    let wordless: string | undefined;
    for (;;) {
      if (this.take('and')) continue;
      const passed = this.takeWordless();
      if (passed !== undefined) {
        wordless = passed;
        continue;
      }
      const isNot = this.take('not');
      const part = this.one();
      if (!part) {
        if (isNot) throw new QueryError('NOT needs something after it');
        break;
      }
      (isNot ? unwanted : wanted).push(part);
    }
    if (wanted.length === 0) {
      if (wordless !== undefined && unwanted.length === 0) throw new NoWordError(wordless);
      throw new QueryError(
        unwanted.length > 0 ? 'NOT needs something before it to exclude from' : 'it contains no word',
      );
    }
    const part = oneOr('and', wanted);
    return unwanted.length === 0 ? part : { kind: 'not', part, except: oneOr('or', unwanted) };
  }

  private one(): Query | undefined {
    const token = this.tokens[this.at];
    if (token?.kind === 'term') {
      this.at++;
      if (!hasWord(token.text)) throw new NoWordError(token.text);
      return token;
    }
    if (token?.kind !== 'open') return undefined;
    this.at++;
    if (++this.depth > MAX_DEPTH) throw new QueryError(`more than ${MAX_DEPTH} levels of parentheses`);
    if (this.isAtEnd()) throw new QueryError('a "(" has no ")"');
    const inner = this.or();
    this.depth--;
    if (!this.take('close')) throw new QueryError('a "(" has no ")"');
    return inner;
  }

  /** Punctuation between words does not matter: it is skipped and returned. */
  private takeWordless(): string | undefined {
    const token = this.tokens[this.at];
    if (token?.kind !== 'term' || hasWord(token.text)) return undefined;
    this.at++;
    return token.text;
  }

  private isNext(kind: Token['kind']): boolean {
    return this.tokens[this.at]?.kind === kind;
  }

  private take(kind: Token['kind']): boolean {
    if (this.tokens[this.at]?.kind !== kind) return false;
    this.at++;
    return true;
  }
}

function oneOr(kind: 'and' | 'or', parts: Query[]): Query {
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind, parts };
}

/** The query in FTS5 syntax. Every term is quoted, so that nothing in it is an operator; a NUL would end it. */
export function ftsOf(query: Query): string {
  switch (query.kind) {
    case 'term':
      return `"${segment(query.text).replaceAll('"', ' ').replaceAll('\0', ' ')}"${query.isPrefix ? '*' : ''}`;
    case 'not':
      return `(${ftsOf(query.part)}) NOT (${ftsOf(query.except)})`;
    default:
      return `(${query.parts.map(ftsOf).join(query.kind === 'and' ? ' AND ' : ' OR ')})`;
  }
}

/** The query without what a text must not contain. */
export function withoutExclusions(query: Query): Query {
  if (query.kind === 'term') return query;
  if (query.kind === 'not') return withoutExclusions(query.part);
  return { ...query, parts: query.parts.map(withoutExclusions) };
}

/** The terms to highlight in a hit. */
export function wantedTerms(query: Query): { text: string; isPrefix: boolean }[] {
  if (query.kind === 'term') return [query];
  return query.kind === 'not' ? wantedTerms(query.part) : query.parts.flatMap(wantedTerms);
}
