import { useState } from 'preact/hooks';
import type { EditRecord } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError, useResource } from '../api/resource.js';
import { ago, exact } from '../format/time.js';
import { sessionUrl } from '../router/route.js';
import { Failed, Notice } from '../shell/notice.js';
import { Scroll } from '../shell/scroll.js';
import { Shell } from '../shell/shell.js';
import { Skeleton } from '../shell/skeleton.js';
import { useAppState } from '../shell/state.js';
import { showToast } from '../shell/toast.js';
import { visible } from '../text/visible.js';

/** All edits, made here or on the command line, newest first; each can be undone. */
export function EditsPage() {
  const { data, error, reload } = useResource<{ edits: EditRecord[] }>('/api/edits');
  return (
    <Shell page="edits">
      <Scroll class="window edits" label="Past edits" keptAs={data ? 'edits' : undefined}>
        <div class="list-head">
          <div class="list-title">
            <h1>Edits</h1>
            <span class="quiet">Changes made here or with the command. Each can be undone.</span>
          </div>
        </div>
        {error && <Failed error={error} onRetry={reload} />}
        {!data && !error && <Skeleton lines={8} label="Reading the journal" />}
        {data?.edits.length === 0 && (
          <Notice title="No edits yet.">
            <p>Open a session and choose an action. It is recorded here, so that it can be undone.</p>
          </Notice>
        )}
        {data && data.edits.length > 0 && (
          <ol class="edit-list">
            {data.edits.map((edit) => (
              <Edit key={edit.undo} edit={edit} onUndone={reload} />
            ))}
          </ol>
        )}
      </Scroll>
    </Shell>
  );
}

function Edit({ edit, onUndone }: { edit: EditRecord; onUndone: () => void }) {
  const { state } = useAppState();
  const [error, fail] = useState<RequestError | undefined>();
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const { what, notes } = await post<{ what: string; notes: string[] }>('/api/undo', { undo: edit.undo });
      showToast([`Undone: ${what}`, ...notes].join(' '));
      fail(undefined);
      onUndone();
    } catch (reason) {
      fail(asRequestError(reason));
    }
    setBusy(false);
  };
  return (
    <li class={edit.isUndone ? 'edit-row undone' : 'edit-row'}>
      <time class="quiet num" title={exact(edit.at)}>
        {ago(edit.at)}
      </time>
      <span class="edit-what">{visible(edit.what)}</span>
      {edit.id === null ? (
        <span class="one-line quiet">{edit.title === null ? 'not in the list' : visible(edit.title)}</span>
      ) : (
        <span class="one-line">
          <a class="link" href={sessionUrl(edit.id)} title={visible(edit.title ?? '')}>
            {visible(edit.title ?? 'Open the session')}
          </a>
        </span>
      )}
      {edit.isUndone ? (
        <span class="mark mark-quiet">undone</span>
      ) : (
        <button
          type="button"
          class="button"
          disabled={isBusy || !state}
          onClick={undo}
          aria-label={`Undo: ${edit.what}`}
        >
          Undo
        </button>
      )}
      {error && (
        <p class="error-text" role="alert">
          {error.message} {error.why} {error.hint}
        </p>
      )}
    </li>
  );
}
