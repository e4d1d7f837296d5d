import type { ToolBody } from '../api/contract.js';
import { count, many } from '../format/number.js';
import { CopyButton } from '../shell/copy.js';
import { Scroll } from '../shell/scroll.js';
import { visible } from '../text/visible.js';

/** What a search found: lines grouped by file, or just files. */
export function Matches({ body }: { body: Extract<ToolBody, { view: 'matches' }> }) {
  const files = new Map<string, { line: number | null; text: string }[]>();
  for (const { file, line, text } of body.lines) files.set(file, [...(files.get(file) ?? []), { line, text }]);
  const copied = body.lines
    .map(({ file, line, text }) => [file, line, text].filter((part) => part !== null && part !== '').join(':'))
    .join('\n');
  return (
    <figure class="matches">
      <figcaption class="file-head">
        <code class="one-line">{visible(body.query)}</code>
        <span class="quiet num">{body.lines.length === 0 ? 'nothing found' : many(files.size, 'file')}</span>
        <CopyButton text={copied} label="Copy the matches" />
      </figcaption>
      <Scroll class="matches-body" label="Matches">
        {[...files].map(([file, lines]) => (
          <div key={file} class="match-file">
            <code>{visible(file)}</code>
            {lines
              .filter(({ line, text }) => line !== null || text !== '')
              .map(({ line, text }, at) => (
                <div key={at} class="match-line">
                  <span class="diff-number num">{line ?? ''}</span>
                  <span class="diff-text">{text}</span>
                </div>
              ))}
          </div>
        ))}
      </Scroll>
      {body.more > 0 && <p class="quiet">and {count(body.more)} more</p>}
    </figure>
  );
}
