import { useMemo } from 'preact/hooks';
import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { type AnsiRun, parseAnsi } from '../text/ansi.js';
import { CutBar } from '../text/cut-bar.js';
import { LineParts } from '../text/lines.js';
import { useWhole } from '../text/whole.js';

/** A command and what it printed, as the terminal showed it. */
export function Terminal({ body, isFailed }: { body: Extract<ToolBody, { view: 'terminal' }>; isFailed: boolean }) {
  const whole = useWhole(body.output);
  const lines = useMemo(() => linesOf(parseAnsi(whole.text)), [whole.text]);
  return (
    <figure class="terminal">
      <figcaption>
        <span class="prompt" aria-hidden="true">
          $
        </span>
        <pre class="terminal-command">{body.command}</pre>
        {body.exitCode !== null && (
          <span class={`exit ${body.exitCode === 0 ? '' : 'exit-bad'}`}>exit {body.exitCode}</span>
        )}
        {body.exitCode === null && isFailed && <span class="exit exit-bad">failed</span>}
        <CopyButton text={body.command} label="Copy the command" />
      </figcaption>
      {body.description && <p class="terminal-note">{body.description}</p>}
      {whole.text === '' ? (
        <p class="terminal-note">No output</p>
      ) : (
        <div class="terminal-out">
          <CopyButton text={whole.all} label="Copy the output" />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <pre tabIndex={0}>
            <LineParts lines={lines} render={(line, at) => <TerminalLine key={at} runs={line} />} />
          </pre>
        </div>
      )}
      <CutBar whole={whole} />
    </figure>
  );
}

function TerminalLine({ runs }: { runs: AnsiRun[] }) {
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

/** Runs cut at line ends, so that long output can be drawn in parts. */
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
