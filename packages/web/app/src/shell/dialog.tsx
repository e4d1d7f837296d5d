import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';
import { Scroll } from './scroll.js';

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** `wide` is for lines of a file; a `sheet` is at an edge of the screen, like the rails on a phone. */
  shape?: 'wide' | 'palette' | 'sheet-left' | 'sheet-right' | 'sheet-bottom';
}

/** A modal dialog: focus stays inside, Escape and a click beside it close it. */
export function Dialog({ title, onClose, children, shape }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const isSheet = shape?.startsWith('sheet-') ?? false;
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${shape ?? ''}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === element.current || (isSheet && isChoice(target))) onClose();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <Scroll label={title} class="dialog-body">
        {children}
      </Scroll>
    </dialog>
  );
}

/** A sheet closes when something in it is chosen, because it covers what was chosen. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, .choice') !== null;
}
