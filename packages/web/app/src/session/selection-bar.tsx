import { useState } from 'preact/hooks';
import { openEdit } from '../edit/address.js';
import { sorted } from '../edit/request.js';
import { many } from '../format/number.js';
import { type Binding, useKeys } from '../keys/keys.js';
import { toClipboard } from '../shell/copy.js';
import { Dialog } from '../shell/dialog.js';
import { useAppState } from '../shell/state.js';
import { showToast } from '../shell/toast.js';
import { isShared } from '../team/shared-id.js';
import { AT_ONCE, type Conversation } from './conversation.js';
import { ExportChoices } from './export-choices.js';
import type { Selection } from './selection.js';
import { markdownOf } from './turn-markdown.js';

/** What can be done with the selected turns. */
export function SelectionBar({
  id,
  conversation,
  selection,
  current,
  isEdit,
}: {
  id: string;
  conversation: Conversation;
  selection: Selection;
  /** The turn in view, which keys act on if none is selected. */
  current: () => number;
  /** The edit panel is open and has its own controls. */
  isEdit: boolean;
}) {
  const { state } = useAppState();
  const [isExport, openExport] = useState(false);
  const numbers = sorted(selection.selected);
  const can = (operation: string) =>
    conversation.agentId === null &&
    !conversation.outline?.session.client &&
    !isShared(id) &&
    (state?.operations ?? []).includes(operation);
  const copy = async () => {
    const parts: string[] = [];
    const wanted = numbers.length > 0 ? numbers : [current()];
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      await conversation.want(some);
      parts.push(...some.map((number) => markdownOf(number, conversation.view(number))));
    }
    showToast(
      (await toClipboard(parts.join('\n\n')))
        ? `${many(wanted.length, 'turn')} copied, secrets masked`
        : 'The browser did not allow copying.',
    );
  };
  const edit = (operation: 'cut' | 'fork' | 'strip') => () => {
    if (numbers.length === 0) selection.select(current(), false);
    openEdit(id, operation);
  };
  const binding = (key: string, does: string, run: () => void): Binding => ({
    keys: [key],
    does,
    group: 'Reading',
    run: () => {
      if (current() > 0) run();
    },
  });
  useKeys([
    ...(can('cut') ? [binding('d', 'Cut this turn, or those selected', edit('cut'))] : []),
    ...(can('fork') ? [binding('F', 'Fork after this turn, or the last selected', edit('fork'))] : []),
    ...(can('strip') ? [binding('s', 'Strip this turn, or those selected', edit('strip'))] : []),
    binding('y', 'Copy this turn, or those selected', () => void copy()),
  ]);
  if (numbers.length === 0 || isEdit) return null;
  return (
    <div class="selection-bar" role="toolbar" aria-label="Selected turns">
      <strong class="num">{many(numbers.length, 'turn')}</strong>
      {can('cut') && (
        <button type="button" class="button" onClick={edit('cut')}>
          Cut…
        </button>
      )}
      {can('fork') && (
        <button type="button" class="button" onClick={edit('fork')}>
          Fork after {numbers.at(-1)}…
        </button>
      )}
      {can('strip') && (
        <button type="button" class="button" onClick={edit('strip')}>
          Strip…
        </button>
      )}
      {conversation.agentId === null && (
        <button type="button" class="button" onClick={() => openExport(true)}>
          Export…
        </button>
      )}
      <button type="button" class="button" onClick={copy}>
        Copy
      </button>
      <button type="button" class="link-button" onClick={selection.clear}>
        Clear
      </button>
      {isExport && (
        <Dialog title={`Export ${many(numbers.length, 'turn')}`} onClose={() => openExport(false)}>
          <ExportChoices id={id} turns={numbers} />
        </Dialog>
      )}
    </div>
  );
}
