import { useMemo } from 'preact/hooks';
import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { useHighlight } from '../text/highlight.js';
import { languageOfFile } from '../text/language.js';
import { LineParts } from '../text/lines.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

/** A file as it was read, with line numbers and colours. */
export function FileText({ body }: { body: Extract<ToolBody, { view: 'file' }> }) {
  const whole = useWhole(body.text);
  const coloured = useHighlight(whole.text, languageOfFile(body.file));
  const plain = useMemo(() => whole.text.split('\n'), [whole.text]);
  return (
    <figure class="file">
      <figcaption class="file-head">
        <code class="one-line">{visible(body.file)}</code>
        <CopyButton text={whole.all} label="Copy the text" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class="numbered" tabIndex={0}>
        <LineParts
          lines={plain}
          render={(line, at) => (
            <span key={at} class="numbered-line" data-n={body.firstLine + at}>
              {coloured?.[at]
                ? coloured[at].map(([look, text], part) => (
                    <span key={part} class={look}>
                      {visible(text)}
                    </span>
                  ))
                : visible(line)}
              {'\n'}
            </span>
          )}
        />
      </pre>
      <CutBar whole={whole} />
    </figure>
  );
}
