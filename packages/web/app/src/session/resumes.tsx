import { useState } from 'preact/hooks';
import type { SessionOutline } from '../api/contract.js';
import { Dialog } from '../shell/dialog.js';

/** Whether the client would take it up again, and if not, why. */
export function Resumes({ resumes }: { resumes: SessionOutline['resumes'] }) {
  const [isOpen, open] = useState(false);
  if (!resumes) return null;
  if (resumes.will && resumes.reasons.length === 0) {
    return (
      <span class="mark mark-good" title="The client would take this session up again">
        ✓ resumes
      </span>
    );
  }
  return (
    <>
      <button type="button" class={`mark ${resumes.will ? 'mark-good' : 'mark-bad'}`} onClick={() => open(true)}>
        {resumes.will ? '✓ resumes, with notes' : '✗ does not resume'}
      </button>
      {isOpen && (
        <Dialog title={resumes.will ? 'Resumes, with notes' : 'Does not resume'} onClose={() => open(false)}>
          <ul class="bullets">
            {resumes.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
