import type { CutText } from '../api/contract.js';
import { CutBar } from '../text/cut-bar.js';
import { straight, visible } from '../text/visible.js';
import { useWhole } from '../text/whole.js';

const NAMES: { [kind: string]: string } = {
  ide_selection: 'Selection in the editor',
  ide_opened_file: 'Open file in the editor',
  ide_diagnostics: 'Problems in the editor',
  system_reminder: 'Reminder by the client',
  'system-reminder': 'Reminder by the client',
};

/** What the editor or the client added to the prompt, folded and labelled. */
export function ContextFolds({ parts }: { parts: { kind: string; text: CutText }[] }) {
  return (
    <>
      {parts.map((part, at) => (
        <ContextFold key={at} kind={part.kind} text={part.text} />
      ))}
    </>
  );
}

function ContextFold({ kind, text }: { kind: string; text: CutText }) {
  const whole = useWhole(text);
  return (
    <details class="fold fold-context">
      <summary>
        <span class="fold-label">{NAMES[kind] ?? visible(kind)}</span>
        <span class="one-line quiet">{visible(text.text.slice(0, 160))}</span>
      </summary>
      <pre class="fold-text">{straight(whole.text)}</pre>
      <CutBar whole={whole} />
    </details>
  );
}
