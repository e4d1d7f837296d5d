import { useEffect } from 'preact/hooks';
import type { SessionRow, TurnOutline } from '../api/contract.js';
import { noteQuery, useAddress } from '../router/location.js';
import type { Selection } from '../session/selection.js';
import { Icon } from '../shell/icon.js';
import { Failed } from '../shell/notice.js';
import { Skeleton } from '../shell/skeleton.js';
import { useAppState } from '../shell/state.js';
import { closeEdit } from './address.js';
import { Done } from './done.js';
import { withoutEffect } from './effect.js';
import { useKeptFocus } from './keep-focus.js';
import { OperationList } from './operation-list.js';
import { OPERATIONS } from './operations.js';
import { Options } from './options.js';
import { Plan } from './plan.js';
import { callsIn, requestOf, sorted, turnsText } from './request.js';
import { usePlan } from './use-plan.js';

interface Props {
  id: string;
  row: SessionRow | undefined;
  turns: readonly TurnOutline[];
  selection: Selection;
  /** The turn in view: cut and fork begin with it. */
  current: () => number;
  jump: (turn: number) => void;
}

const NOTHING_LONG = 'There is nothing to strip: the note in its place would be as long.';

/** An edit, beside the turns it changes: choose it, see exactly what it does and that the result resumes, apply, undo. */
export function EditPanel({ id, row, turns, selection, current, jump }: Props) {
  const { query } = useAddress();
  const { state } = useAppState();
  const op = query.get('op');
  const operation = OPERATIONS.find(({ name }) => name === op);
  const ticked = sorted(selection.selected);
  const needsTurns = op === 'cut' || op === 'fork';
  const request = requestOf(query, ticked);
  const planned = usePlan(id, request);
  const { plan, done, error } = planned;
  useEffect(() => {
    if (needsTurns && ticked.length === 0 && current() > 0) selection.select(current(), false);
  }, [op]);
  const panel = useKeptFocus<HTMLElement>(done);
  const text = turnsText(ticked);
  useEffect(() => {
    const timer = setTimeout(() => noteQuery({ turns: text }), 250);
    return () => clearTimeout(timer);
  }, [text]);
  const isInPlace = query.get('inplace') === '1' && operation?.isInPlaceToo === true;
  return (
    <section class="edit-panel" aria-label="Edit this session" ref={panel} tabIndex={-1}>
      <div class="edit-head">
        <h2>{operation?.title ?? 'Edit this session'}</h2>
        <button type="button" class="icon-button" aria-label="Close the edit" onClick={() => closeEdit(id)}>
          <Icon name="close" />
        </button>
      </div>
      {operation ? (
        <Options query={query} operations={state?.operations ?? []} ticked={ticked} clear={selection.clear} />
      ) : (
        <OperationList id={id} offered={state?.operations ?? []} />
      )}
      {operation && !request && (
        <p class="edit-hint">
          {op === 'cut' ? 'Tick the turns to remove' : 'Tick the turn that the new session ends with'}: click its
          number, press <kbd>x</kbd>, or drag along the tape.
        </p>
      )}
      {error && <Failed error={error} />}
      {request && !plan && !error && <Skeleton lines={6} label="Making the plan" />}
      {done ? (
        <Done done={done} original={id} row={row} onUndone={planned.again} jump={jump} />
      ) : (
        plan &&
        !error && (
          <Plan
            plan={plan}
            isCurrent={planned.isCurrent}
            isBusy={planned.isBusy}
            onApply={planned.apply}
            isInPlace={isInPlace}
            nothing={callsIn(query).length > 0 ? NOTHING_LONG : operation?.nothing}
            effect={withoutEffect(plan, { op, ticked, turns })}
            jump={jump}
          />
        )
      )}
    </section>
  );
}
