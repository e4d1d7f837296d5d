import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';

interface Props {
  label: string;
  children: ComponentChildren;
}

/** One button for all actions on something, for touch screens: its choices open in a sheet at the bottom. */
export function Menu({ label, children }: Props) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <button type="button" class="icon-button menu-button" aria-label={label} onClick={() => open(true)}>
        <Icon name="more" />
      </button>
      {isOpen && (
        <Dialog title={label} shape="sheet-bottom" onClose={() => open(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}
