import type { ToolBody } from '../api/contract.js';
import { CopyButton } from '../shell/copy.js';
import { CutBar } from '../text/cut-bar.js';
import { Long } from '../text/long.js';
import { Markdown } from '../text/markdown.js';
import { useWhole } from '../text/whole.js';

/** A plan as text, with the user's verdict. */
export function Plan({ body, fold }: { body: Extract<ToolBody, { view: 'plan' }>; fold: string }) {
  const whole = useWhole(body.plan);
  return (
    <figure class="plan-card">
      <figcaption class="file-head">
        <span class="one-line">Plan</span>
        {body.isApproved !== null && (
          <span class={body.isApproved ? 'mark mark-good' : 'mark mark-quiet'}>
            {body.isApproved ? '✓ approved' : 'not approved'}
          </span>
        )}
        <CopyButton text={whole.all} label="Copy the plan" />
      </figcaption>
      <div class="plan-body">
        <Long text={whole.text} fold={`${fold}plan`}>
          <Markdown text={whole.text} />
        </Long>
        <CutBar whole={whole} />
      </div>
    </figure>
  );
}
