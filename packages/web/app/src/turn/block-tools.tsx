import type { ComponentChildren } from 'preact';
import type { Place } from '../api/contract.js';
import { CopyButton, CopyChoice } from '../shell/copy.js';
import { Icon } from '../shell/icon.js';
import { Menu } from '../shell/menu.js';
import type { Whole } from '../text/whole.js';
import { useSession } from './context.js';

interface Props {
  whole?: Whole;
  place: Place;
  base: string;
  children?: ComponentChildren;
}

/** Fingers get one button for a block, and no row of small ones. */
const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** In the corner of every block: copy it, and see the line of the file it comes from. */
export function BlockTools({ whole, place, base, children }: Props) {
  const { showRaw } = useSession();
  const label = whole?.isRevealed ? 'Copy, with secrets' : whole && whole.masked > 0 ? 'Copy, secrets masked' : 'Copy';
  if (isTouch()) {
    return (
      <span class="block-tools">
        {children}
        <Menu label="This block">
          {whole && <CopyChoice text={whole.all} label={label} />}
          <button type="button" class="choice" onClick={() => showRaw(base, place.byte)}>
            Raw line {place.line}
          </button>
        </Menu>
      </span>
    );
  }
  return (
    <span class="block-tools">
      {children}
      {whole && <CopyButton text={whole.all} label={label} />}
      <button
        type="button"
        class="icon-button"
        title={`The line as it stands in the file (line ${place.line})`}
        aria-label="Raw line"
        onClick={() => showRaw(base, place.byte)}
      >
        <Icon name="raw" />
      </button>
    </span>
  );
}
