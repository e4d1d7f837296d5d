import { useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { showToast } from './toast.js';

interface Props {
  /** The text, or a function that fetches all of it. */
  text: string | (() => Promise<string>);
  label?: string;
}

export function CopyButton({ text, label = 'Copy' }: Props) {
  const [isDone, set] = useState(false);
  const onClick = async () => {
    if (!(await copy(text))) return;
    set(true);
    setTimeout(() => set(false), 1500);
  };
  return (
    <button type="button" class="icon-button copy" title={label} aria-label={label} onClick={onClick}>
      <Icon name={isDone ? 'check' : 'copy'} />
    </button>
  );
}

/** The same as a menu item. */
export function CopyChoice({ text, label = 'Copy' }: Props) {
  return (
    <button type="button" class="choice" onClick={() => void copy(text)}>
      {label}
    </button>
  );
}

/** Copies a text, and says whether that worked. */
export async function copy(text: Props['text']): Promise<boolean> {
  try {
    const isDone = await toClipboard(typeof text === 'string' ? text : await text());
    showToast(isDone ? 'Copied' : 'The browser did not allow copying.');
    return isDone;
  } catch (error) {
    showToast(error instanceof Error ? error.message : 'The action failed.');
    return false;
  }
}

export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
