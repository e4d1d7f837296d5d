import { useState } from 'preact/hooks';
import type { SessionOutline, SessionRow } from '../api/contract.js';
import { OperationList } from '../edit/operation-list.js';
import { useKeys } from '../keys/keys.js';
import { CopyButton } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { useAppState } from '../shell/state.js';
import { visible } from '../text/visible.js';
import { QuickActions } from './quick-actions.js';

interface Props {
  row: SessionRow;
  resumes: SessionOutline['resumes'];
  /** Something was done that needs no plan. */
  onChanged: () => void;
}

/** What can be done with the session: each leads to its plan; nothing is written before it is seen. */
export function Actions({ row, resumes, onChanged }: Props) {
  const { state } = useAppState();
  const [isOpen, open] = useState(false);
  useKeys([{ keys: ['e'], does: 'Edit, fork or continue the session', group: 'Reading', run: () => open(true) }]);
  const command = `claude --resume ${row.id}`;
  const operations = (state?.operations ?? []).filter((name) => row.client === null || !CHANGING.has(name));
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => open(true)}>
        Actions
      </button>
      {isOpen && (
        <Dialog title="Actions" onClose={() => open(false)}>
          {row.client ? (
            <p class="quiet">
              A session of {row.client.label}. It is only read. To go on with it in Claude Code, make a copy:{' '}
              <code>unspool clone {row.id}</code>
            </p>
          ) : resumes && !resumes.will ? (
            <p class="quiet">The client does not resume it. {resumes.reasons.map(sentence).join(' ')}</p>
          ) : (
            !row.isGone && (
              <p class="continue">
                <span class="quiet">Continue it in {visible(row.project.path)}</span>
                <span class="command-line">
                  <code>{command}</code>
                  <CopyButton text={command} label="Copy the command" />
                </span>
              </p>
            )
          )}
          <QuickActions
            row={row}
            operations={operations}
            onDone={() => {
              open(false);
              onChanged();
            }}
          />
          {!row.isGone && !row.client && (
            <>
              <OperationList id={row.id} offered={operations} />
              <p class="quiet">Each shows its plan first. The original is kept, and every edit can be undone.</p>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}

/** What nothing of another agent's session allows. */
const CHANGING: ReadonlySet<string> = new Set(['rename', 'archive', 'restore', 'delete']);

function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
