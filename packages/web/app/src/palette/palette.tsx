import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SessionsPage } from '../api/contract.js';
import { url } from '../api/request.js';
import { useResource } from '../api/resource.js';
import { Keys } from '../keys/key-names.js';
import { bindingsNow } from '../keys/keys.js';
import { Dialog } from '../shell/dialog.js';
import { type Choice, choicesFor } from './choices.js';
import { offeredTurns } from './turns.js';

const SESSIONS = 7;
const PAUSE = 100;

/** Goes to a session, project or turn, or runs an action of the page, by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  /** Undefined until the user moves. The first choice is then selected, whatever is still being fetched. */
  const [chosen, setChosen] = useState<string | undefined>();
  const words = text.trim();
  const asked = useLater(words);
  // The bindings from before the palette opened, since its own dialog has none.
  const page = useMemo(() => ({ bindings: bindingsNow(), turns: offeredTurns() }), []);
  const { data } = useResource<SessionsPage>(url('/api/sessions', { q: asked, limit: SESSIONS }));
  const groups = choicesFor({ words, ...page, found: data });
  const all = groups.flatMap(({ choices }) => choices);
  const current = all.find(({ id }) => id === chosen) ?? all[0];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);
  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    // After the dialog is closed, since the action may move the focus.
    setTimeout(choice.run);
  };
  const move = (by: number) => {
    const at = current ? all.indexOf(current) : 0;
    setChosen(all[(at + by + all.length) % Math.max(1, all.length)]?.id);
  };
  const onKey: { [key: string]: () => void } = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => choose(current),
  };
  return (
    <Dialog title="Commands" shape="palette" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        class="field palette-input"
        aria-label="Go to a session, project or turn, or run an action"
        placeholder="Session, project, turn or action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={current ? idOf(current) : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(undefined);
        }}
        onKeyDown={(event) => {
          const does = onKey[event.key];
          if (!does || event.isComposing) return;
          event.preventDefault();
          does();
        }}
      />
      <div class="palette-list" id="palette-list" role="listbox" aria-label="Matches" ref={list}>
        {groups.map(({ name, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={name} role="group" aria-label={name}>
            <div class="palette-group" aria-hidden="true">
              {name}
            </div>
            {choices.map((choice) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
              <div
                key={choice.id}
                id={idOf(choice)}
                role="option"
                class="palette-choice"
                aria-selected={choice === current}
                onClick={() => choose(choice)}
                onPointerMove={(event) => {
                  // Changes of the list under a resting pointer fire this event, too.
                  if (event.movementX !== 0 || event.movementY !== 0) setChosen(choice.id);
                }}
              >
                <span class="one-line">{choice.name}</span>
                {choice.note && <span class="quiet one-line palette-note">{choice.note}</span>}
                {choice.keys && <Keys keys={choice.keys} />}
              </div>
            ))}
          </div>
        ))}
        {all.length === 0 && <p class="quiet palette-none">Nothing matches.</p>}
      </div>
    </Dialog>
  );
}

function idOf({ id }: Choice): string {
  return `palette-${id.replace(/[^\w-]/g, '_')}`;
}

/** A value that is updated once typing pauses. */
function useLater(value: string): string {
  const [later, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
