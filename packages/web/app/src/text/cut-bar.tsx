import { count, many } from '../format/number.js';
import type { Whole } from './whole.js';

/** Buttons below a text: show the rest of it, reveal its secrets. */
export function CutBar({ whole }: { whole: Whole }) {
  if (!whole.isCut && whole.masked === 0) return null;
  return (
    <div class="cut-bar">
      {whole.isCut && (
        <button type="button" class="link-button" onClick={whole.more}>
          Show the rest ({count(Math.max(0, whole.length - whole.text.length))} characters)
        </button>
      )}
      {whole.masked > 0 && !whole.isRevealed && (
        <button type="button" class="link-button" onClick={whole.reveal}>
          {many(whole.masked, 'secret')} hidden: reveal
        </button>
      )}
      {whole.isRevealed && (
        <button type="button" class="link-button" onClick={whole.hide}>
          Hide secrets again
        </button>
      )}
    </div>
  );
}
