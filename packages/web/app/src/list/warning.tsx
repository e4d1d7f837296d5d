import { Icon } from '../shell/icon.js';

/** Something to know about a session that need not be read in passing: an icon that says it when pointed at. */
export function Warning({ text }: { text: string }) {
  return (
    <span class="warning" role="img" title={text} aria-label={text}>
      <Icon name="warning" />
    </span>
  );
}
