import type { ComponentChildren } from 'preact';
import { useFolds } from '../session/folds.js';
import { useSession } from './context.js';

interface Props {
  name: string;
  look: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A fold that stays open or closed across reloads. */
export function Fold({ name, look, label, hint, tools, children }: Props) {
  const { folds } = useSession();
  useFolds(folds);
  const isOpen = folds.has(name);
  return (
    <div class={`fold fold-${look}`}>
      <div class="fold-head">
        <button type="button" class="fold-button" aria-expanded={isOpen} onClick={() => folds.toggle(name)}>
          <span class="caret" aria-hidden="true" />
          <span class="fold-label">{label}</span>
          {!isOpen && <span class="one-line quiet">{hint}</span>}
        </button>
        {tools}
      </div>
      {isOpen && children}
    </div>
  );
}
