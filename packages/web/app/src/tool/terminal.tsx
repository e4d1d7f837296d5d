import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Printed } from '../text/printed.js';
import { visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

/** A command and what it printed, as the terminal showed it. */
export function Terminal({ body, isFailed }: { body: Extract<ToolBody, { view: 'terminal' }>; isFailed: boolean }) {
  const whole = useWhole(body.output);
  return (
    <figure class="terminal">
      <figcaption>
        <span class="prompt" aria-hidden="true">
          $
        </span>
        <pre class="terminal-command">{visible(body.command)}</pre>
        {body.exitCode !== null && (
          <span class={`exit ${body.exitCode === 0 ? '' : 'exit-bad'}`}>exit {body.exitCode}</span>
        )}
        {body.exitCode === null && isFailed && <span class="exit exit-bad">failed</span>}
        <CopyButton text={body.command} label="Copy the command" />
      </figcaption>
      {body.description && <p class="terminal-note">{visible(body.description)}</p>}
      {whole.text === '' ? (
        <p class="terminal-note">No output</p>
      ) : (
        <div class="terminal-out">
          <CopyButton text={whole.all} label="Copy the output" />
          <Printed text={whole.text} />
        </div>
      )}
      <CutBar whole={whole} />
    </figure>
  );
}
