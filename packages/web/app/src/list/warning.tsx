import { Icon } from '../shell/icon.js';

/** A warning as an icon, with its text on hover. */
export function Warning({ text }: { text: string }) {
  return (
    <span class="warning" role="img" title={text} aria-label={text}>
      <Icon name="warning" />
    </span>
  );
}
