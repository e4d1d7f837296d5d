import { useState } from 'preact/hooks';
import type { SessionRow, TeamPulled } from '../api/contract.js';
import { post, type RequestError } from '../api/request.js';
import { asRequestError } from '../api/resource.js';
import { useKeys } from '../keys/keys.js';
import { sessionUrl } from '../router/route.js';
import { CopyButton } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { showToast } from '../shell/toast.js';
import { visible } from '../text/visible.js';

/** Pulls a colleague's session, since only your own copy can be continued. */
export function PullSession({ row }: { row: SessionRow }) {
  const [isOpen, open] = useState(false);
  useKeys([{ keys: ['e'], does: 'Pull the session and continue it', group: 'Reading', run: () => open(true) }]);
  const exported = `/api/sessions/${encodeURIComponent(row.id)}/export`;
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => open(true)}>
        Pull and continue
      </button>
      {isOpen && (
        <Dialog title="Pull and continue" onClose={() => open(false)}>
          <PullForm row={row} />
          <p class="quick-buttons">
            <a class="button" href={`${exported}?format=html`} download>
              Export as a page
            </a>
            <a class="button" href={`${exported}?format=md`} download>
              Export as Markdown
            </a>
          </p>
        </Dialog>
      )}
    </>
  );
}

function PullForm({ row }: { row: SessionRow }) {
  const [folder, setFolder] = useState('');
  const [isNew, setNew] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, fail] = useState<RequestError | undefined>();
  const [pulled, setPulled] = useState<TeamPulled | undefined>();
  const pull = async () => {
    setBusy(true);
    fail(undefined);
    try {
      setPulled(await post<TeamPulled>('/api/team/pull', { id: row.id, folder: folder.trim(), isNew }));
    } catch (reason) {
      fail(asRequestError(reason));
    }
    setBusy(false);
  };
  if (pulled) return <Pulled pulled={pulled} onUndone={() => setPulled(undefined)} />;
  return (
    <form
      class="pull-form"
      onSubmit={(event) => {
        event.preventDefault();
        void pull();
      }}
    >
      <p>
        A copy is put where Claude Code on this machine resumes it, with the paths of this machine.{' '}
        {visible(row.person ?? '')} can see that you pulled it. What it cost stays theirs.
      </p>
      <label>
        <span class="quiet">Folder of the project here</span>
        <input
          class="field"
          value={folder}
          placeholder={`as on their machine: ${visible(row.project.path)}`}
          onInput={({ currentTarget }) => setFolder(currentTarget.value)}
        />
      </label>
      <label class="pull-new">
        <input type="checkbox" checked={isNew} onChange={({ currentTarget }) => setNew(currentTarget.checked)} />
        As a new session, with its own id
      </label>
      {error && (
        <p class="error-text" role="alert">
          {error.message} {error.why} {error.hint}
        </p>
      )}
      <button type="submit" class="button button-main" disabled={isBusy}>
        {isBusy ? 'Pulling…' : 'Pull'}
      </button>
    </form>
  );
}

function Pulled({ pulled: { id, folder, command, undo }, onUndone }: { pulled: TeamPulled; onUndone: () => void }) {
  const takeBack = async () => {
    try {
      await post('/api/undo', { undo });
      showToast('Undone');
      onUndone();
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The session was not pulled.');
    }
  };
  return (
    <div role="status">
      <p class="continue">
        <span class="quiet">Continue it in {visible(folder)}</span>
        <span class="command-line">
          <code>{command}</code>
          <CopyButton text={command} label="Copy the command" />
        </span>
      </p>
      <p class="quick-buttons">
        <a class="button" href={sessionUrl(id)}>
          Open your copy
        </a>
        <button type="button" class="button" onClick={takeBack}>
          Undo
        </button>
      </p>
    </div>
  );
}
