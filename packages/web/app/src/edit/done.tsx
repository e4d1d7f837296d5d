import { useState } from 'preact/hooks';
import type { EditDone } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { sessionUrl } from '../router/route.js';
import { CopyButton } from '../shell/copy.js';
import { Failed } from '../shell/notice.js';
import { say } from '../shell/toast.js';
import { visible } from '../text/visible.js';
import { Plan } from './plan.js';

/** It is written: how to go on, and how to take it back. */
export function Done({ done, original, onUndone }: { done: EditDone; original: string; onUndone: () => void }) {
  const [error, fail] = useState<RequestError | undefined>();
  const undo = async () => {
    try {
      const { what } = await post<{ what: string; notes: string[] }>('/api/undo', { undo: done.undo });
      say(`Undone: ${what}`);
      onUndone();
    } catch (reason) {
      fail(asRequestError(reason));
    }
  };
  const command = done.folder ? `cd ${quoted(done.folder)} && ${done.command}` : done.command;
  return (
    <div class="done">
      <div class="proof proof-good" role="status">
        <strong>Done.</strong> {done.id === original ? 'This session was changed.' : 'A new session was made.'}
        <p class="command-line">
          <code>{visible(command)}</code>
          <CopyButton text={command} label="Copy the command to continue" />
        </p>
        <p class="plan-apply">
          <a class="button button-main" href={sessionUrl(done.id)}>
            Open it
          </a>
          <button type="button" class="button" onClick={undo}>
            Undo
          </button>
        </p>
      </div>
      {error && <Failed error={error} />}
      <Plan plan={done} isCurrent={true} isBusy={false} isInPlace={done.id === original} />
    </div>
  );
}

/** For a shell: quoted when it has anything a shell would read. */
function quoted(folder: string): string {
  if (/^[\w./:\\-]+$/.test(folder)) return folder;
  const isWindows = /^([A-Za-z]:\\|\\\\)/.test(folder) && !/["%!$`^\u201c-\u201e]/.test(folder);
  return isWindows ? `"${folder}"` : `'${folder.replaceAll("'", "'\\''")}'`;
}
