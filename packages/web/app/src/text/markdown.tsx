import type { Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { markdownParts } from '../../../src/markdown-parts.js';
import { Scroll } from '../shell/scroll.js';
import { hasTime, spend } from './budget.js';
import { Code } from './code.js';
import { decoded, safeHref } from './safe.js';
import { straight, visible } from './visible.js';

const KEEP = 400;
const kept = new Map<string, Token[] | 'plain'>();

/**
 * Markdown as elements of the page. The text is never inserted as HTML: tags are shown as text, pictures become links, and
 * only http, https and mailto links work.
 */
export function Markdown({ text }: { text: string }) {
  const [, redraw] = useState(0);
  const known = kept.get(text);
  const tokens = known ?? (hasTime() ? spend(() => parse(text)) : undefined);
  useEffect(() => {
    if (tokens) return;
    const frame = requestAnimationFrame(() => redraw((count) => count + 1));
    return () => cancelAnimationFrame(frame);
  });
  if (!tokens || tokens === 'plain') return <div class="prose plain-text">{straight(text)}</div>;
  return <div class="prose">{blocks(tokens)}</div>;
}

function parse(text: string): Token[] | 'plain' {
  const tokens = markdownParts(text, { gfm: true, breaks: true }) ?? 'plain';
  kept.set(text, tokens);
  for (const old of kept.keys()) {
    if (kept.size <= KEEP) break;
    kept.delete(old);
  }
  return tokens;
}

function blocks(tokens: Token[]): ComponentChildren {
  return tokens.map((token, at) => <Block key={at} token={token} />);
}

function Block({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case 'code':
      return <Code code={(token as Tokens.Code).text} name={(token as Tokens.Code).lang} />;
    case 'blockquote':
      return <blockquote>{blocks((token as Tokens.Blockquote).tokens)}</blockquote>;
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'hr':
      return <hr />;
    case 'text':
      return <>{'tokens' in token && token.tokens ? inline(token.tokens) : straight(decoded(token.raw))}</>;
    default:
      return <p class="plain-text">{straight(token.raw.trimEnd())}</p>;
  }
}

/** A heading below those of the page, whatever its level in the text. */
function Heading({ token }: { token: Tokens.Heading }) {
  const words = inline(token.tokens);
  return token.depth <= 2 ? <h4 class="big">{words}</h4> : <h4>{words}</h4>;
}

function List({ token }: { token: Tokens.List }) {
  const items = token.items.map((item, at) => (
    <li key={at} class={item.task ? 'task' : undefined}>
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked ?? false}
          disabled
          aria-label={item.checked ? 'done' : 'not done'}
        />
      )}
      {blocks(item.tokens.filter(({ type }) => type !== 'checkbox'))}
    </li>
  ));
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token }: { token: Tokens.Table }) {
  const cells = (row: Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, at) => (
      <Cell key={at} class={cell.align ? `align-${cell.align}` : undefined}>
        {inline(cell.tokens)}
      </Cell>
    ));
  return (
    <Scroll class="table" label="Table">
      <table>
        <thead>
          <tr>{cells(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, at) => (
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function inline(tokens: Token[]): ComponentChildren {
  return tokens.map((token, at) => <Inline key={at} token={token} />);
}

function Inline({ token }: { token: Token }): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inline((token as Tokens.Strong).tokens)}</strong>;
    case 'em':
      return <em>{inline((token as Tokens.Em).tokens)}</em>;
    case 'del':
      return <del>{inline((token as Tokens.Del).tokens)}</del>;
    case 'codespan':
      return <code>{visible((token as Tokens.Codespan).text)}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={(token as Tokens.Link).href}>{inline((token as Tokens.Link).tokens)}</Link>;
    case 'image':
      return (
        <Link href={(token as Tokens.Image).href}>
          {straight(`image: ${(token as Tokens.Image).text || 'no name'}`)}
        </Link>
      );
    case 'escape':
      return <>{straight((token as Tokens.Escape).text)}</>;
    case 'text':
      return <>{'tokens' in token && token.tokens ? inline(token.tokens) : straight(decoded(token.raw))}</>;
    default:
      return <>{straight(token.raw)}</>;
  }
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  const safe = safeHref(href);
  if (!safe) return <span title={visible(href.slice(0, 300))}>{children}</span>;
  return (
    <a class="link" href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
