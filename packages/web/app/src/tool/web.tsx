import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { safeHref } from '../text/safe.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

type Web = Extract<ToolBody, { view: 'web' }>;

/** A page that was fetched, or what a search of the web found. */
export function WebPage({ body }: { body: Web }) {
  const whole = useWhole(body.text);
  return (
    <figure class="web">
      <figcaption class="file-head">
        <Away url={body.url}>{body.title ?? body.url}</Away>
        <CopyButton text={whole.all} label="Copy the text" />
      </figcaption>
      {body.links.length > 0 ? <Links links={body.links} /> : <Markdown text={whole.text} />}
      {body.links.length > 0 ? (
        <details class="fold web-text">
          <summary>
            <span class="caret" aria-hidden="true" /> What the model read
          </summary>
          <Markdown text={whole.text} />
          <CutBar whole={whole} />
        </details>
      ) : (
        <CutBar whole={whole} />
      )}
    </figure>
  );
}

/** What a search found: titles and hosts. */
function Links({ links }: { links: Web['links'] }) {
  return (
    <ol class="web-links">
      {links.map(({ title, url }, at) => (
        <li key={at}>
          <Away url={url}>{title}</Away> <span class="quiet">{visible(hostOf(url))}</span>
        </li>
      ))}
    </ol>
  );
}

function Away({ url, children }: { url: string; children: string }) {
  const href = safeHref(url);
  if (!href) return <span class="one-line">{visible(children)}</span>;
  return (
    <a class="link one-line" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {visible(children)}
    </a>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '');
  } catch {
    return '';
  }
}
