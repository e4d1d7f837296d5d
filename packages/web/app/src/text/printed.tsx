import { useMemo, useState } from 'preact/hooks';
import { many } from '../format/number.js';
import { type AnsiRun, parseAnsi } from './ansi.js';
import { LineParts } from './lines.js';
import { allWritings, hiddenWritings } from './overwritten.js';

/** The output of a program, in its colours. Overwritten lines are shown on request. */
export function Printed({ text, class: look }: { text: string; class?: string }) {
  const [isAll, showAll] = useState(false);
  const hidden = useMemo(() => hiddenWritings(text), [text]);
  const lines = useMemo(() => linesOf(parseAnsi(isAll ? allWritings(text) : text)), [text, isAll]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre class={look} tabIndex={0}>
        <LineParts lines={lines} render={(line, at) => <PrintedLine key={at} runs={line} />} />
      </pre>
      {hidden > 0 && (
        <button type="button" class="link-button written-over" aria-pressed={isAll} onClick={() => showAll(!isAll)}>
          {isAll ? 'As the terminal showed it' : `${many(hidden, 'line')} overwritten: show`}
        </button>
      )}
    </>
  );
}

function PrintedLine({ runs }: { runs: AnsiRun[] }) {
  return (
    <>
      {runs.map((run, at) =>
        run.look ? (
          <span key={at} class={run.look}>
            {run.text}
          </span>
        ) : (
          run.text
        ),
      )}
      {'\n'}
    </>
  );
}

/** Splits runs at line ends, so that long output can be drawn in parts. */
export function linesOf(runs: AnsiRun[]): AnsiRun[][] {
  const lines: AnsiRun[][] = [[]];
  for (const run of runs) {
    run.text.split('\n').forEach((text, at) => {
      if (at > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ text, look: run.look });
    });
  }
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop();
  return lines;
}
