import { useState } from 'preact/hooks';
import type { SessionOutline, SessionRow } from '../api/contract.js';
import { OperationList } from '../edit/operation-list.js';
import { useKeys } from '../keys/keys.js';
import { CopyButton } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { useAppState } from '../shell/state.js';
import { visible } from '../text/visible.js';
import { ActionGroup } from './action-group.js';
import { QuickActions } from './quick-actions.js';

interface Props {
  row: SessionRow;
  resumes: SessionOutline['resumes'];
  /** Something changed that needs no plan. */
  onChanged: () => void;
}

/** Everything that can be done with the session, by purpose. Edits open beside the turns; nothing is written before the plan. */
export function Actions({ row, resumes, onChanged }: Props) {
  const { state } = useAppState();
  const [isOpen, open] = useState(false);
  useKeys([
    { keys: ['e'], does: 'Actions: continue, copy, clean, keep, share', group: 'Reading', run: () => open(true) },
  ]);
  const command = `claude --resume ${row.id}`;
  const operations = (state?.operations ?? []).filter((name) => row.client === null || !CHANGING.has(name));
  return (
    <>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => open(true)}>
        Actions
      </button>
      {isOpen && (
        <Dialog title="Actions" onClose={() => open(false)}>
          <div class="actions">
            {!row.isGone && (
              <ActionGroup name="Continue">
                {row.client ? (
                  <p class="quiet">
                    A session of {row.client.label}. It is only read. To continue it in Claude Code:{' '}
                    <code>unspool convert {row.id} --to claude</code>
                  </p>
                ) : resumes && !resumes.will ? (
                  <p class="quiet">Claude Code cannot resume it. {resumes.reasons.map(sentence).join(' ')}</p>
                ) : (
                  <>
                    <span class="command-line">
                      <code>{command}</code>
                      <CopyButton text={command} label="Copy the command" />
                    </span>
                    <p class="quiet">in {visible(row.project.path)}</p>
                  </>
                )}
              </ActionGroup>
            )}
            {!row.isGone && !row.client && (
              <>
                <ActionGroup name="Copy">
                  <OperationList id={row.id} offered={operations} group="Copy" onChosen={() => open(false)} />
                </ActionGroup>
                <ActionGroup name="Clean">
                  <OperationList id={row.id} offered={operations} group="Clean" onChosen={() => open(false)} />
                </ActionGroup>
              </>
            )}
            <QuickActions row={row} operations={operations} onDone={onChanged} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Shown for sessions of other agents, which cannot be changed. */
const CHANGING: ReadonlySet<string> = new Set(['rename', 'archive', 'restore', 'delete']);

function sentence(words: string): string {
  const text = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
