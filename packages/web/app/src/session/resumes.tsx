import { useState } from 'preact/hooks';
import type { SessionOutline } from '../api/contract.js';
import { Dialog } from '../shell/dialog.js';

/** Whether the client would resume the session, how much of it, and why not all. */
export function Resumes({ resumes }: { resumes: SessionOutline['resumes'] }) {
  const [isOpen, open] = useState(false);
  if (!resumes) return null;
  const { will, isWhole, text, reasons } = resumes;
  const [short] = text.split(';', 1);
  if (text === short && isWhole && reasons.length === 0) return <span class="mark mark-good">{`✓ ${text}`}</span>;
  return (
    <>
      <button
        type="button"
        class={`mark ${isWhole ? 'mark-good' : will ? 'mark-warn' : 'mark-bad'}`}
        title={text}
        onClick={() => open(true)}
      >
        {`${isWhole ? '✓' : will ? '!' : '✗'} ${short}`}
      </button>
      {isOpen && (
        <Dialog title={will ? 'How much resumes' : 'Does not resume'} onClose={() => open(false)}>
          {will && <p>The client {text}.</p>}
          <ul class="bullets">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
