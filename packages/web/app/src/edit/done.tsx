import { useState } from 'preact/hooks';
import type { EditDone, SessionRow } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { sessionUrl } from '../router/route.js';
import { CopyButton } from '../shell/copy.js';
import { Failed } from '../shell/notice.js';
import { showToast } from '../shell/toast.js';
import { visible } from '../text/visible.js';
import { useKeptFocus } from './keep-focus.js';
import { Plan } from './plan.js';

interface Props {
  done: EditDone;
  original: string;
  row: SessionRow | undefined;
  onUndone: () => void;
  jump: (turn: number) => void;
}

/** After an edit was applied: how to continue, and how to undo it. */
export function Done({ done, original, row, onUndone, jump }: Props) {
  const [error, fail] = useState<RequestError | undefined>();
  const box = useKeptFocus<HTMLDivElement>();
  const undo = async () => {
    try {
      const { what } = await post<{ what: string; notes: string[] }>('/api/undo', { undo: done.undo });
      showToast(`Undone: ${what}`);
      onUndone();
    } catch (reason) {
      fail(asRequestError(reason));
    }
  };
  const command = done.folder ? `cd ${quoted(done.folder)} && ${done.command}` : done.command;
  const isSame = done.id === original;
  return (
    <div class="done" ref={box} tabIndex={-1}>
      <div class="proof proof-good" role="status">
        <strong>Done.</strong> {isSame ? 'This session was changed.' : 'A new session was made.'}
        {!isSame && row && <span class="quiet"> The original, “{visible(row.title)}”, stays as it is.</span>}
        <p class="command-line">
          <code>{visible(command)}</code>
          <CopyButton text={command} label="Copy the command to continue" />
        </p>
        <p class="plan-apply">
          {!isSame && (
            <a class="button button-main" href={sessionUrl(done.id)}>
              Open it
            </a>
          )}
          <button type="button" class="button" onClick={undo}>
            Undo
          </button>
        </p>
      </div>
      {error && <Failed error={error} />}
      <Plan plan={done} isCurrent={true} isBusy={false} isInPlace={isSame} jump={jump} />
    </div>
  );
}

/** Quotes a path for a shell where the shell would not take it literally. */
function quoted(folder: string): string {
  if (/^[\w./:\\-]+$/.test(folder)) return folder;
  const isWindows = /^([A-Za-z]:\\|\\\\)/.test(folder) && !/["%!$`^\u201c-\u201e]/.test(folder);
  return isWindows ? `"${folder}"` : `'${folder.replaceAll("'", "'\\''")}'`;
}
