import { useState } from 'preact/hooks';
import { Icon } from './icon.js';
import { say } from './toast.js';

interface Props {
  /** The text, or how to get the whole of it. */
  text: string | (() => Promise<string>);
  label?: string;
}

export function CopyButton({ text, label = 'Copy' }: Props) {
  const [isDone, set] = useState(false);
  const copy = async () => {
    const whole = typeof text === 'string' ? text : await text();
    if (!(await toClipboard(whole))) {
      say('The browser did not allow copying.');
      return;
    }
    say('Copied');
    set(true);
    setTimeout(() => set(false), 1500);
  };
  return (
    <button type="button" class="icon-button copy" title={label} aria-label={label} onClick={copy}>
      <Icon name={isDone ? 'check' : 'copy'} />
    </button>
  );
}

export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
