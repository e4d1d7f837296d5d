import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Markdown } from '../text/markdown.js';
import { safeHref } from '../text/safe.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

export function WebPage({ body }: { body: Extract<ToolBody, { view: 'web' }> }) {
  const whole = useWhole(body.text);
  const href = safeHref(body.url);
  return (
    <figure class="web">
      <figcaption class="file-head">
        {href ? (
          <a class="link one-line" href={href} target="_blank" rel="noopener noreferrer nofollow">
            {visible(body.title ?? body.url)}
          </a>
        ) : (
          <span class="one-line">{visible(body.title ?? body.url)}</span>
        )}
        <CopyButton text={whole.all} label="Copy the text" />
      </figcaption>
      <Markdown text={whole.text} />
      <CutBar whole={whole} />
    </figure>
  );
}
